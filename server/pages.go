package main

import (
	"maps"
	"net/http"
	"slices"

	"github.com/talon-solitaire/talon/clients/web"
	"github.com/talon-solitaire/talon/proto/openapi"
	"github.com/talon-solitaire/talon/server/internal/page"
	"github.com/talon-solitaire/talon/server/internal/route"
)

// pages gives what is not the API by its paths: pages for people and probes for machines.
func (s *server) pages() map[string]http.Handler {
	all := page.Handlers(openapi.Description, web.Files())
	all["/healthz"] = probe(func() string { return "" })
	all["/readyz"] = probe(s.unready)
	return all
}

// routesOf lists all routes of the JSON port: those of the protos, and the pages.
func routesOf(pages map[string]http.Handler) route.Table {
	table := apiRoutes()
	for _, path := range slices.Sorted(maps.Keys(pages)) {
		table = append(table, route.Route{Method: http.MethodGet, Path: path})
	}
	return table
}

// probe answers a probe, which looks at the status alone; the body says what is wrong.
func probe(wrong func() string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if why := wrong(); why != "" {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"status":"` + why + `"}` + "\n"))
			return
		}
		_, _ = w.Write([]byte(`{"status":"SERVING"}` + "\n"))
	})
}
