package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"html/template"
	"net/http"
	"regexp"
	"time"
)

// index lays out the page that leads developers to the others.
var index = template.Must(template.ParseFS(files, "index.html"))

// host is what may stand in a command that a reader copies: a name or an address, perhaps with a port.
var host = regexp.MustCompile(`^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// serveIndex shows a call to the host that the reader asked, which may be a proxy's.
func serveIndex(w http.ResponseWriter, r *http.Request) {
	asked := r.Host
	if !host.MatchString(asked) {
		asked = "localhost:8080"
	}
	var out bytes.Buffer
	// A buffer takes every write, and a test shows that the template takes every host.
	_ = index.Execute(&out, asked)
	sum := sha256.Sum256(out.Bytes())
	setHeaders(w.Header(), "text/html; charset=utf-8", policy)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(out.Bytes()))
}
