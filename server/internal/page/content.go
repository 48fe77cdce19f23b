package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// policy lets the pages use what this server serves and nothing else; tablePolicy is for the table, which
// has pictures and can be put on a phone's home screen.
const (
	policy      = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	tablePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// content serves bytes that change only with the build, packed for who takes them so; browsers ask
// each time whether they did. The bytes are made when they are first asked for.
func content(text func() []byte, media, policy string) http.Handler {
	served := sync.OnceValue(func() encodings { return encodingsOf(text()) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		one, h := served(), w.Header()
		setHeaders(h, media, policy)
		h.Add("Vary", "Accept-Encoding")
		text, tag := one.plain, one.tag
		if takesGzip(r.Header.Values("Accept-Encoding")) {
			h.Set("Content-Encoding", "gzip")
			text, tag = one.packed, one.tag+"-gzip"
		}
		h.Set("ETag", `"`+tag+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}

// setHeaders sets what the pages have in common.
func setHeaders(h http.Header, media, policy string) {
	h.Set("Content-Type", media)
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// encodings is a text as it is and packed, with the tag of its contents.
type encodings struct {
	plain  []byte
	packed []byte
	tag    string
}

func encodingsOf(text []byte) encodings {
	sum := sha256.Sum256(text)
	return encodings{plain: text, packed: packed(text), tag: hex.EncodeToString(sum[:12])}
}

// packed compresses a text; a buffer takes every write.
func packed(text []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(text)
	_ = w.Close()
	return out.Bytes()
}

// takesGzip reads a request's Accept-Encoding: gzip has to be named, and not with the weight 0.
func takesGzip(accepted []string) bool {
	for one := range strings.SplitSeq(strings.Join(accepted, ","), ",") {
		name, parameter, _ := strings.Cut(one, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		weight, given := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !given || err == nil && q > 0
	}
	return false
}
