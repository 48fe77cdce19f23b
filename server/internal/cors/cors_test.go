package cors

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		origin string
		good   bool
	}{
		{"https://cards.example", true},
		{"http://localhost:5173", true},
		{"*", true},
		{"cards.example", false},
		{"https://cards.example/", false},
		{"https://cards.example/play", false},
		{"https://", false},
		{"ftp://cards.example", false},
		{"https://Cards.example", false},
		{"", false},
		{"null", false},
	} {
		if err := Check([]string{test.origin}); (err == nil) != test.good {
			t.Errorf("%q: %v", test.origin, err)
		}
	}
}

// ask sends one request through a handler for the origins, behind which every request is answered
// with 418.
func ask(origins []string, method, origin string) *http.Response {
	r := httptest.NewRequest(method, "/v1/games:deal", nil)
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	if method == http.MethodOptions {
		r.Header.Set("Access-Control-Request-Method", "POST")
	}
	w := httptest.NewRecorder()
	Handler(origins, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
	})).ServeHTTP(w, r)
	return w.Result()
}

func TestHandler(t *testing.T) {
	listed := []string{"https://cards.example"}
	for _, test := range []struct {
		name    string
		origins []string
		method  string
		origin  string
		status  int
		allowed string
		vary    string
	}{
		{"no list, no headers", nil, "POST", "https://cards.example", http.StatusTeapot, "", ""},
		{"no list, no preflight", nil, "OPTIONS", "https://cards.example", http.StatusTeapot, "", ""},
		{"a listed origin", listed, "POST", "https://cards.example", http.StatusTeapot, "https://cards.example", "Origin"},
		{"the preflight of a listed origin", listed, "OPTIONS", "https://cards.example", http.StatusNoContent, "https://cards.example", "Origin"},
		{"another origin", listed, "POST", "https://evil.example", http.StatusTeapot, "", "Origin"},
		{"the preflight of another origin", listed, "OPTIONS", "https://evil.example", http.StatusTeapot, "", "Origin"},
		{"an origin that only begins like one", listed, "POST", "https://cards.example.evil.example", http.StatusTeapot, "", "Origin"},
		{"the null origin", listed, "POST", "null", http.StatusTeapot, "", "Origin"},
		{"no origin", listed, "POST", "", http.StatusTeapot, "", "Origin"},
		{"any origin", []string{"*"}, "POST", "https://other.example", http.StatusTeapot, "*", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer := ask(test.origins, test.method, test.origin)
			if answer.StatusCode != test.status {
				t.Errorf("status %d, want %d", answer.StatusCode, test.status)
			}
			if got := answer.Header.Get("Access-Control-Allow-Origin"); got != test.allowed {
				t.Errorf("allowed %q, want %q", got, test.allowed)
			}
			if got := answer.Header.Get("Vary"); got != test.vary {
				t.Errorf("vary %q, want %q", got, test.vary)
			}
			if answer.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Error("credentials are allowed")
			}
		})
	}
}

func TestAPageMayReadTheHeadersThatMatter(t *testing.T) {
	answer := ask([]string{"https://cards.example"}, "POST", "https://cards.example")
	if got := answer.Header.Get("Access-Control-Expose-Headers"); got != answerHeaders {
		t.Errorf("exposed %q", got)
	}
}
