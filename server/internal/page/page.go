// Package page serves what a person sees who opens the JSON port in a browser: an index and a
// readable form of the API's description, from which calls can be tried. The pages are part of the
// program and load nothing from anywhere else.
package page

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
)

//go:embed index.html docs.html docs.js page.css
var files embed.FS

// docs lays out the page of the calls.
var docs = template.Must(template.ParseFS(files, "docs.html"))

// Handlers gives the pages, and the description that they show, by their paths.
func Handlers(description []byte) map[string]http.Handler {
	return map[string]http.Handler{
		"/":              http.HandlerFunc(serveIndex),
		"/docs":          content(func() []byte { return docsOf(description) }, "text/html; charset=utf-8"),
		"/docs/docs.js":  file("docs.js", "text/javascript; charset=utf-8"),
		"/docs/page.css": file("page.css", "text/css; charset=utf-8"),
		"/openapi.json":  content(func() []byte { return description }, "application/json"),
	}
}

func file(name, media string) http.Handler {
	text, err := files.ReadFile(name)
	if err != nil {
		// It is embedded; a name that is not shows at the first start.
		panic(err)
	}
	return content(func() []byte { return text }, media)
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
