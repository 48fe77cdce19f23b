package page

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

func TestTheTableIsAtTheRootWithItsFilesBesideIt(t *testing.T) {
	pages := Handlers(nil, fstest.MapFS{
		"index.html":           {Data: []byte("<!doctype html>")},
		"app.js":               {Data: []byte("start()")},
		"art/back.svg":         {Data: []byte("<svg/>")},
		"licences.txt":         {Data: []byte("MIT")},
		"manifest.webmanifest": {Data: []byte("{}")},
	})
	for path, want := range map[string]struct{ media, text string }{
		"/":                     {"text/html; charset=utf-8", "<!doctype html>"},
		"/app.js":               {"text/javascript; charset=utf-8", "start()"},
		"/art/back.svg":         {"image/svg+xml", "<svg/>"},
		"/licences.txt":         {"text/plain; charset=utf-8", "MIT"},
		"/manifest.webmanifest": {"application/manifest+json", "{}"},
	} {
		handler := pages[path]
		if handler == nil {
			t.Errorf("%s is not served", path)
			continue
		}
		answer := get(t, handler)
		h := answer.Header()
		if answer.Body.String() != want.text || h.Get("Content-Type") != want.media || h.Get("Content-Security-Policy") != tablePolicy {
			t.Errorf("%s: %q with %v", path, answer.Body, h)
		}
		head := httptest.NewRecorder()
		handler.ServeHTTP(head, httptest.NewRequest(http.MethodHead, path, nil))
		if head.Code != http.StatusOK || head.Body.Len() > 0 || head.Header().Get("ETag") != h.Get("ETag") {
			t.Errorf("HEAD %s: %d, %d bytes, %v", path, head.Code, head.Body.Len(), head.Header())
		}
		if again := get(t, handler, "If-None-Match", h.Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s again: %d, %d bytes", path, again.Code, again.Body.Len())
		}
	}
	if pages["/index.html"] != nil {
		t.Error("the table has two addresses")
	}
}

func TestTheTableMayUseNothingButThisServer(t *testing.T) {
	const want = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	if tablePolicy != want {
		t.Errorf("got %s\nwant %s", tablePolicy, want)
	}
}
