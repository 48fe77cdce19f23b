package main

import (
	"net/http"
	"net/http/pprof"
	"runtime/debug"
	"strings"

	"google.golang.org/grpc"
	channelz "google.golang.org/grpc/channelz/service"
	"google.golang.org/grpc/reflection"
)

// newAdmin makes the server for operators: metrics and profiles over HTTP, channelz over gRPC, on
// one port that only they should reach.
func (s *server) newAdmin() *http.Server {
	inspect := grpc.NewServer()
	channelz.RegisterChannelzServiceToServer(inspect)
	reflection.Register(inspect)

	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.counts.Handler())
	// Probes that show no certificate ask here; a JSON port that is full answers them no more than anybody.
	mux.Handle("GET /healthz", probe(func() string { return "" }))
	mux.Handle("GET /readyz", probe(s.unready))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /debug/build", build)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("/metrics\n/healthz\n/readyz\n/debug/build\n/debug/pprof/\ngRPC: grpc.channelz.v1.Channelz\n"))
	})

	both := &http.Protocols{}
	both.SetHTTP1(true)
	both.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor == 2 && strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
				inspect.ServeHTTP(w, r)
				return
			}
			mux.ServeHTTP(w, r)
		}),
		Protocols:         both,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		ErrorLog:          quietly(s.log),
	}
}

// build answers with the modules and the settings of the build.
func build(w http.ResponseWriter, _ *http.Request) {
	info, known := debug.ReadBuildInfo()
	if !known {
		http.Error(w, "this build says nothing of itself", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("version\t" + buildVersion() + "\n" + info.String()))
}
