package page

import (
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/talon-solitaire/talon/proto/openapi"
)

// get asks a page for its text; headers are given as name, value, name, value.
func get(t *testing.T, handler http.Handler, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	for pair := range slices.Chunk(headers, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

var (
	tags       = regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>`)
	attributes = regexp.MustCompile(`([a-z-]+)(?:="([^"]*)")?`)
	void       = map[string]bool{"meta": true, "link": true, "input": true, "br": true}
)

// structure reads a page tag by tag: all must close in their order, ids be unique, and references lead
// to an id of the page or a path of this server.
func structure(t *testing.T, name, page string) {
	t.Helper()
	text, whole := strings.CutPrefix(page, "<!doctype html>\n")
	if !whole {
		t.Errorf("%s does not begin with its document type", name)
	}
	if rest := tags.ReplaceAllString(text, ""); strings.ContainsAny(rest, "<") {
		i := strings.IndexByte(rest, '<')
		t.Errorf("%s: no tag: %.60q", name, rest[i:])
	}
	var open []string
	ids, wanted := map[string]bool{}, map[string]bool{}
	for _, tag := range tags.FindAllStringSubmatch(text, -1) {
		switch {
		case tag[1] == "/":
			if len(open) == 0 || open[len(open)-1] != tag[2] {
				t.Fatalf("%s: </%s> closes %q", name, tag[2], open)
			}
			open = open[:len(open)-1]
		case !void[tag[2]]:
			open = append(open, tag[2])
		}
		for _, attribute := range attributes.FindAllStringSubmatch(tag[3], -1) {
			value := attribute[2]
			switch attribute[1] {
			case "id":
				if ids[value] {
					t.Errorf("%s has two ids %s", name, value)
				}
				ids[value] = true
			case "for", "popovertarget":
				wanted[value] = true
			case "href", "src":
				if id, local := strings.CutPrefix(value, "#"); local {
					wanted[id] = true
				} else if !strings.HasPrefix(value, "/") || strings.HasPrefix(value, "//") {
					t.Errorf("%s refers to %s", name, value)
				}
			case "style", "onclick", "action", "srcset", "ping":
				t.Errorf("%s has the attribute %s", name, attribute[0])
			}
		}
	}
	if len(open) > 0 {
		t.Errorf("%s: %q stay open", name, open)
	}
	for _, id := range slices.Sorted(maps.Keys(wanted)) {
		if !ids[id] {
			t.Errorf("%s has no id %s", name, id)
		}
	}
}

func TestThePagesAreWellFormed(t *testing.T) {
	pages := Handlers(openapi.Description, fstest.MapFS{})
	for _, path := range []string{"/api", "/docs"} {
		structure(t, path, get(t, pages[path]).Body.String())
	}
}

// weight is what the pages may weigh together when packed: more would be too much for what they say.
const weight = 40_000

// A page that was made to run something else could not ask for the machine around it, nor be shown within
// another one.
func TestEveryPageIsConfined(t *testing.T) {
	for path, handler := range Handlers(openapi.Description, fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}}) {
		h := get(t, handler).Header()
		for name, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'",
			"Referrer-Policy":              "no-referrer",
			"Permissions-Policy":           "camera=()",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if got := h.Get("Content-Security-Policy"); !strings.Contains(got, "frame-ancestors 'none'") || strings.Contains(got, "unsafe") {
			t.Errorf("%s: the policy is %s", path, got)
		}
	}
}

func TestThePagesAreLight(t *testing.T) {
	total := 0
	for path, handler := range Handlers(openapi.Description, fstest.MapFS{}) {
		if path != "/openapi.json" {
			total += get(t, handler, "Accept-Encoding", "gzip").Body.Len()
		}
	}
	if total == 0 || total > weight {
		t.Errorf("the pages weigh %d bytes, more than %d", total, weight)
	}
}

func TestStyleAndScriptLoadNothing(t *testing.T) {
	for path, handler := range Handlers(openapi.Description, fstest.MapFS{}) {
		if path != "/docs/page.css" && path != "/docs/docs.js" {
			continue
		}
		text := get(t, handler).Body.String()
		for _, sign := range []string{"http:", "https:", "'//", `"//`, "url(", "@import", "import(", "cookie", "localStorage"} {
			if strings.Contains(text, sign) {
				t.Errorf("%s holds %s", path, sign)
			}
		}
	}
}

func TestAPageIsPackedForWhoTakesIt(t *testing.T) {
	const text = "Ein Text, ein Text, ein Text, ein Text, ein Text, ein Text, ein Text, ein Text."
	handler := content(func() []byte { return []byte(text) }, "text/plain", policy)
	for accepted, packed := range map[string]bool{
		"": false, "gzip": true, "br, GZIP;q=0.5": true, "deflate,gzip": true, "gzip;q=0": false, "gzip;q=x": false, "gzippy": false, "br": false, "gzip ; q=1": true,
	} {
		answer := get(t, handler, "Accept-Encoding", accepted)
		got := answer.Body.String()
		if packed {
			reader, err := gzip.NewReader(answer.Body)
			if err != nil {
				t.Errorf("%q: %v", accepted, err)
				continue
			}
			plain, err := io.ReadAll(reader)
			if err != nil {
				t.Errorf("%q: %v", accepted, err)
			}
			got = string(plain)
		}
		if got != text || (answer.Header().Get("Content-Encoding") == "gzip") != packed || answer.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: got %q with %v", accepted, got, answer.Header())
		}
	}
}

func TestAnUnchangedPageIsNotSentAgain(t *testing.T) {
	handler := Handlers(openapi.Description, fstest.MapFS{})["/docs"]
	seen := map[string]bool{}
	for _, accepted := range []string{"", "gzip"} {
		tag := get(t, handler, "Accept-Encoding", accepted).Header().Get("ETag")
		again := get(t, handler, "Accept-Encoding", accepted, "If-None-Match", tag)
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%q, %s: %d with %d bytes", accepted, tag, again.Code, again.Body.Len())
		}
		if seen[tag] {
			t.Errorf("%s stands for two encodings", tag)
		}
		seen[tag] = true
	}
}
