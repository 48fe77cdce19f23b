package page

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTheIndexShowsACallToTheHostThatWasAsked(t *testing.T) {
	for asked, shown := range map[string]string{
		"cards.example":                  "cards.example",
		"127.0.0.1:18080":                "127.0.0.1:18080",
		"[::1]:8080":                     "[::1]:8080",
		"":                               "localhost:8080",
		"<script>alert(1)</script>":      "localhost:8080",
		"x;rm":                           "localhost:8080",
		"x'$(id)'":                       "localhost:8080",
		"x:8080:9":                       "localhost:8080",
		strings.Repeat("a", 254):         "localhost:8080",
		"cards.example\nX-Header: value": "localhost:8080",
	} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Host = asked
		answer := httptest.NewRecorder()
		http.HandlerFunc(serveIndex).ServeHTTP(answer, request)
		if text := answer.Body.String(); !strings.Contains(text, "<pre>curl -s '"+shown+"/v1/games:deal' \\\n") || answer.Header().Get("ETag") == "" {
			t.Errorf("%q: want %s in\n%s", asked, shown, text)
		}
	}
}
