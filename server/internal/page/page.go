// Package page serves what a person sees who opens the JSON port in a browser: the table to play at,
// an index for developers, and a readable form of the API's description, from which calls can be tried.
// The pages are part of the program and load nothing from anywhere else.
package page

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
)

//go:embed index.html docs.html docs.js page.css
var files embed.FS

// docs lays out the page of the calls.
var docs = template.Must(template.ParseFS(files, "docs.html"))

// media tells the types of the files that the pages are made of.
var media = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
}

// Handlers gives the pages, and the description that they show, by their paths. The table's index.html
// is at the root, what it loads beside it.
func Handlers(description []byte, table fs.FS) map[string]http.Handler {
	all := map[string]http.Handler{
		"/api":           http.HandlerFunc(serveIndex),
		"/docs":          content(func() []byte { return docsOf(description) }, media[".html"], policy),
		"/docs/docs.js":  file(files, "docs.js", policy),
		"/docs/page.css": file(files, "page.css", policy),
		"/openapi.json":  content(func() []byte { return description }, media[".json"], policy),
	}
	for _, name := range names(table) {
		place := "/" + name
		if name == "index.html" {
			place = "/"
		}
		all[place] = file(table, name, tablePolicy)
	}
	return all
}

// names lists the files of the table.
func names(table fs.FS) []string {
	var all []string
	err := fs.WalkDir(table, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		// It is embedded, and so there.
		panic(err)
	}
	return all
}

func file(from fs.FS, name, policy string) http.Handler {
	text, err := fs.ReadFile(from, name)
	kind, known := media[path.Ext(name)]
	if err != nil || !known {
		// It is embedded; a name that is not, or that tells no type, shows at the first start.
		panic("page: " + name)
	}
	return content(func() []byte { return text }, kind, policy)
}

// docsOf makes the page of the calls.
func docsOf(description []byte) []byte {
	var out bytes.Buffer
	reference, err := referenceOf(description)
	if err == nil {
		err = docs.Execute(&out, reference)
	}
	if err != nil {
		// The description is embedded too; a test shows the page of it.
		panic(err)
	}
	return out.Bytes()
}
