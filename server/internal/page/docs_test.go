package page

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/talon-solitaire/talon/proto/openapi"
	_ "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// section gives the part of the page that an id begins.
func section(t *testing.T, page, id string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `<section id="`+id+`"`)
	if !found {
		t.Errorf("no section %s", id)
	}
	part, _, _ := strings.Cut(rest, "</section>")
	return html.UnescapeString(part)
}

func TestEveryMethodIsShownWithItsExample(t *testing.T) {
	page := string(docsOf(openapi.Description))
	methods := 0
	protoregistry.GlobalFiles.RangeFilesByPackage("solitaire.v1", func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				methods++
				name := string(service.Name()) + "_" + string(service.Methods().Get(j).Name())
				part := section(t, page, name)
				if !strings.Contains(part, "<pre>{\n") {
					t.Errorf("%s: no worked answer", name)
				}
				if !strings.Contains(part, "Request") {
					t.Errorf("%s: no worked request", name)
				}
			}
		}
		return true
	})
	if methods < 12 {
		t.Errorf("%d methods are known", methods)
	}
}

func TestEveryExampleIsOnThePage(t *testing.T) {
	page := html.UnescapeString(string(docsOf(openapi.Description)))
	files, err := filepath.Glob("../../../proto/openapi/examples/*.json")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var example struct {
			Call              string
			Request, Response json.RawMessage
			Status            int
		}
		if err := json.Unmarshal(text, &example); err != nil {
			t.Fatal(err)
		}
		shown := []string{bodyOf("", schema{}, example.Response).Text}
		if method, url, _ := strings.Cut(example.Call, " "); method == "GET" {
			shown = append(shown, `<a href="`+url+`">`)
		} else if example.Status == 0 {
			shown = append(shown, bodyOf("", schema{}, example.Request).Text)
		}
		for _, one := range shown {
			if one == "" || !strings.Contains(page, one) {
				t.Errorf("%s: the page does not show %.80q", file, one)
			}
		}
	}
}

func TestOurMessagesComeFirst(t *testing.T) {
	r, err := referenceOf(openapi.Description)
	if err != nil {
		t.Fatal(err)
	}
	theirs := 0
	for _, one := range r.Messages {
		if strings.HasPrefix(one.Name, "google.") {
			theirs++
		} else if theirs > 0 {
			t.Errorf("%s comes after a message of another package", one.Name)
		}
	}
	if theirs == 0 || theirs == len(r.Messages) {
		t.Errorf("%d of %d messages are of another package", theirs, len(r.Messages))
	}
}

func TestAnEnumerationListsItsValues(t *testing.T) {
	part := section(t, string(docsOf(openapi.Description)), "type-solitaire.v1.Move.Kind")
	for _, want := range []string{
		"<p>Kind tells the four things apart that a player can ask for.</p>",
		"<dt><code>DRAW</code></dt><dd><p>The stock gives its next card or cards, in Spider a row: d.</p></dd>",
	} {
		if !strings.Contains(part, want) {
			t.Errorf("%q is missing in %s", want, part)
		}
	}
	if n := strings.Count(part, "<dt>"); n != 4 {
		t.Errorf("%d values, want 4", n)
	}
}

func TestEveryEnumerationOfTheDescriptionIsExplained(t *testing.T) {
	var d description
	if err := json.Unmarshal(openapi.Description, &d); err != nil {
		t.Fatal(err)
	}
	for _, one := range d.Definitions {
		if got := len(messageOf(one.Name, one.Value).Fields); len(one.Value.Enum) > 0 && got != len(one.Value.Enum) {
			t.Errorf("%s: %d of %d values are explained", one.Name, got, len(one.Value.Enum))
		}
	}
}

func TestABrokenDescriptionIsNoPage(t *testing.T) {
	for _, text := range []string{``, `[]`, `{"paths":[]}`, `{"paths":{"/x":{"get":3}}}`, `{"definitions":{"a":{}`} {
		if _, err := referenceOf([]byte(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
