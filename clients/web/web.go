// Package web holds the table for people: a page on which all games are played, in a browser, through
// the JSON API. The page knows no rule; what it shows, the service told it. It is built from src, and
// what was built lies in dist and is committed, so that the server needs nothing but Go.
package web

import (
	"embed"
	"io/fs"
)

//go:embed dist
var built embed.FS

// Files gives the built page: index.html, and what it loads, by the paths that it loads them from.
func Files() fs.FS {
	files, err := fs.Sub(built, "dist")
	if err != nil {
		// Sub refuses only a name that is no path.
		return built
	}
	return files
}
