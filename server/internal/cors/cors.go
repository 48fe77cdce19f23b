// Package cors lets pages of listed origins call the JSON API from a browser, and no others. With
// an empty list it adds nothing to any answer.
package cors

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Any as an origin stands for all of them.
const Any = "*"

const (
	methods = "GET, HEAD, POST, OPTIONS"
	// requestHeaders are those a page may send beyond what browsers allow by themselves.
	requestHeaders = "Authorization, Content-Type, Accept-Language, X-Request-Id, If-None-Match, Traceparent, Tracestate"
	// answerHeaders are those a page may read beyond what browsers allow by themselves.
	answerHeaders = "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, ETag, Allow"
	// maxAge is how long, in seconds, a browser need not ask again; longer than any browser takes.
	maxAge = "86400"
)

// Check says what is wrong with a list of origins; nil if nothing is. An origin is a scheme and a
// host, perhaps with a port, and nothing more: "https://cards.example:8443".
func Check(origins []string) error {
	for _, origin := range origins {
		if origin == Any {
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != origin {
			return fmt.Errorf("%q is no origin; wanted one such as https://cards.example, or *", origin)
		}
		if strings.ToLower(origin) != origin {
			return fmt.Errorf("%q is no origin; browsers send it in lower case", origin)
		}
	}
	return nil
}

// Handler answers the questions that browsers ask before a call, and marks the answers of next that
// a page may read.
func Handler(origins []string, next http.Handler) http.Handler {
	if len(origins) == 0 {
		return next
	}
	any := slices.Contains(origins, Any)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if !any {
			w.Header().Add("Vary", "Origin")
		}
		if origin == "" || !any && !slices.Contains(origins, origin) {
			next.ServeHTTP(w, r)
			return
		}
		if any {
			origin = Any
		}
		w.Header().Set("Access-Control-Allow-Origin", origin)
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			w.Header().Set("Access-Control-Allow-Methods", methods)
			w.Header().Set("Access-Control-Allow-Headers", requestHeaders)
			w.Header().Set("Access-Control-Max-Age", maxAge)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Access-Control-Expose-Headers", answerHeaders)
		next.ServeHTTP(w, r)
	})
}
