// Package page serves what a person sees who opens the JSON port in a browser: an index and a
// readable form of the API's description, from which calls can be tried. The pages are part of the
// program and load nothing from anywhere else.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"time"
)

//go:embed index.html docs.html docs.js page.css
var files embed.FS

// policy lets the pages use what this server serves and nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handlers gives the pages, and the description that they show, by their paths.
func Handlers(description []byte) map[string]http.Handler {
	return map[string]http.Handler{
		"/":              file("index.html", "text/html; charset=utf-8"),
		"/docs":          file("docs.html", "text/html; charset=utf-8"),
		"/docs/docs.js":  file("docs.js", "text/javascript; charset=utf-8"),
		"/docs/page.css": file("page.css", "text/css; charset=utf-8"),
		"/openapi.json":  content(description, "application/json"),
	}
}

func file(name, media string) http.Handler {
	text, err := files.ReadFile(name)
	if err != nil {
		// It is embedded; a name that is not shows at the first start.
		panic(err)
	}
	return content(text, media)
}

// content serves bytes that change only with the build; browsers ask each time whether they did.
func content(text []byte, media string) http.Handler {
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", media)
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}
