package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// buffer holds back an answer until it is complete, so that it gets a tag by which a cache can ask
// whether it has changed.
type buffer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader keeps the status.
func (b *buffer) WriteHeader(status int) { b.status = status }

// Write keeps a part of the body.
func (b *buffer) Write(part []byte) (int, error) { return b.body.Write(part) }

// send sends the answer. What a GET route answers depends on the build and the path alone, except
// for errors, and of variants on the language. A deal that is sealed is another text each time, and not for ever. What
// is kept from those without a token no shared cache may hand out.
func (b *buffer) send(r *http.Request, sealed, kept bool) {
	passing := sealed && isDeal(r.URL.Path)
	if passing {
		b.Header().Set("Cache-Control", "no-store")
	}
	if passing || b.status != 0 && b.status != http.StatusOK {
		if b.status == 0 {
			b.status = http.StatusOK
		}
		b.ResponseWriter.WriteHeader(b.status)
		_, _ = b.ResponseWriter.Write(b.body.Bytes())
		return
	}
	sum := sha256.Sum256(b.body.Bytes())
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := b.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", cacheControl(r.URL.Path, kept))
	if strings.HasPrefix(r.URL.Path, variantsPath) {
		h.Add("Vary", "Accept-Language")
	}
	if tagged(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Length")
		h.Del("Content-Type")
		b.ResponseWriter.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = b.ResponseWriter.Write(b.body.Bytes())
}

// variantsPath begins the paths of what describes variants.
const variantsPath = "/v1/variants"

// cacheControl says how long an answer may be kept: a numbered deal is the same for ever, the list
// of variants until the next release, the version until the next start.
func cacheControl(path string, kept bool) string {
	by := "public"
	if kept {
		by = "private"
	}
	switch {
	case isDeal(path):
		return by + ", max-age=2592000"
	case strings.HasPrefix(path, variantsPath):
		return by + ", max-age=3600"
	}
	return "no-cache"
}

// isDeal reports whether the path is that of a numbered deal or of the deal of a day.
func isDeal(path string) bool {
	return strings.Contains(path, "/deals/") || strings.Contains(path, "/daily/")
}

// tagged reports whether the header names the tag; caches may have weakened it.
func tagged(header, tag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		if candidate == tag || candidate == "*" {
			return true
		}
	}
	return false
}
