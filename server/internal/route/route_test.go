package route

import "testing"

func TestAllowed(t *testing.T) {
	table := Table{
		{"GET", "/v1/variants", ""},
		{"GET", "/v1/variants/{variant}", ""},
		{"GET", "/v1/variants/{variant}/deals/{number}", ""},
		{"POST", "/v1/games:deal", ""},
		{"GET", "/v1/games:deal", ""},
	}
	for path, want := range map[string]string{
		"/v1/variants":                    "GET, HEAD, OPTIONS",
		"/v1/variants/golf":               "GET, HEAD, OPTIONS",
		"/v1/variants/golf/deals/1":       "GET, HEAD, OPTIONS",
		"/v1/games:deal":                  "POST, GET, HEAD, OPTIONS",
		"/v1/variants/":                   "",
		"/v1/variants/golf/":              "",
		"/v1/variants/golf/deals":         "",
		"/v1/variants/golf/deals/1/again": "",
		"/v1/games":                       "",
		"/v1":                             "",
		"/":                               "",
		"":                                "",
	} {
		if got := table.Allowed(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
