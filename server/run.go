package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"time"
)

// run reads the settings, listens and serves until ctx ends, and then lets running calls finish.
func run(ctx context.Context, args []string, env func(string) (string, bool), stderr io.Writer) error {
	c, err := readConfig(args, env, stderr)
	if err != nil {
		return err
	}
	if c.version {
		_, err := fmt.Fprintln(stderr, "talon-server", buildVersion())
		return err
	}
	if _, set := env("GOGC"); !set {
		// The live heap is tiny, so that the default would collect dozens of times a second.
		debug.SetGCPercent(400)
	}
	if _, set := env("GOMEMLIMIT"); !set {
		// The tables of the searches are no reason to let four times as much garbage pile up.
		debug.SetMemoryLimit(int64(c.limits.solvers)*int64(c.limits.solverBytes) + besideTables)
	}
	if err := errors.Join(c.loadKeys(), c.loadIdentity()); err != nil {
		return err
	}
	if err := c.loadTokenKeys(ctx); err != nil {
		return err
	}
	log := newLogger(&c, stderr)
	frameworks.adopt(log)
	if err := c.openTraces(ctx); err != nil {
		return err
	}
	l, err := listen(&c)
	if err != nil {
		return err
	}
	s := newServer(&c, log, l.grpc.Addr())
	s.ticks, s.tokenTicks = time.Tick(lookEvery), time.Tick(lookEvery)
	return s.serve(ctx, l)
}

// besideTables is the memory that everything but the tables of searches is to get along with.
const besideTables = 512 << 20

// version is set when a release is built: -ldflags "-X main.version=v1.2.0".
var version string

// buildVersion names the build: the release, else what the module system knows, else "devel".
func buildVersion() string {
	if version != "" {
		return version
	}
	if info, found := debug.ReadBuildInfo(); found && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// listeners are the open ports; admin may be nil.
type listeners struct{ grpc, http, admin net.Listener }

// listen opens all ports or none.
func listen(c *config) (l listeners, err error) {
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	if l.grpc, err = listenOn("grpc-addr", c.grpcAddr); err != nil {
		return l, err
	}
	if l.http, err = listenOn("http-addr", c.httpAddr); err != nil {
		return l, err
	}
	if c.adminAddr != "" {
		l.admin, err = listenOn("admin-addr", c.adminAddr)
	}
	return l, err
}

// listenOn opens the port of a setting, which an error names.
func listenOn(setting, address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("-%s (%s): %w", setting, variable(setting), err)
	}
	return l, nil
}

func (l *listeners) close() {
	for _, one := range []net.Listener{l.grpc, l.http, l.admin} {
		if one != nil {
			_ = one.Close()
		}
	}
}

// serve serves on the listeners until ctx ends or one of them fails, then drains.
func (s *server) serve(ctx context.Context, l listeners) error {
	defer s.flushTraces()
	failed := make(chan error, 3)
	start := func(name string, serve func(net.Listener) error, on net.Listener) {
		go func() {
			if err := serve(on); err != nil && !errors.Is(err, http.ErrServerClosed) {
				failed <- fmt.Errorf("%s: %w", name, err)
			}
		}()
	}
	l = s.within(l)
	start("gRPC", s.grpc.Serve, l.grpc)
	start("JSON", s.serveHTTP, l.http)
	ports := []any{"grpc", l.grpc.Addr().String(), "http", l.http.Addr().String()}
	if l.admin != nil {
		start("admin", s.admin.Serve, l.admin)
		ports = append(ports, "admin", l.admin.Addr().String())
	}
	following, unfollow := context.WithCancel(ctx)
	defer unfollow()
	go s.follow(following)
	go s.followTokenKeys(following)
	s.ready()
	s.log.Info("ready", append(ports, "version", s.build, "pid", os.Getpid())...)
	s.logFiles()
	s.warnOfStrangers(&l)
	select {
	case err := <-failed:
		s.stopNow()
		return err
	case <-ctx.Done():
		return s.drain()
	}
}

// announce tells everybody who asks that the server will stop.
func (s *server) announce() {
	s.gate.Announce()
	s.health.Shutdown()
	// An answer from now on closes its connection, so that no request is under way on one that is shut.
	s.http.SetKeepAlivesEnabled(false)
}

// drain turns readiness off, goes on serving for a while so that everybody notices, then refuses new
// calls and gives the running ones their time.
func (s *server) drain() error {
	s.announce()
	s.log.Info("draining", "delay", s.config.drainDelay, "timeout", s.config.drainTimeout)
	time.Sleep(s.config.drainDelay)
	s.gate.Close()

	ctx, cancel := context.WithTimeout(context.Background(), s.config.drainTimeout)
	defer cancel()
	done := make(chan struct{})
	go func() {
		s.grpc.GracefulStop()
		close(done)
	}()
	late := s.http.Shutdown(ctx)
	select {
	case <-done:
	case <-ctx.Done():
		late = ctx.Err()
	}
	s.stopNow()
	if late != nil {
		s.log.Warn("stopped with calls still running", "after", s.config.drainTimeout)
		return nil
	}
	s.log.Info("stopped")
	return nil
}

// stopNow ends everything that still runs.
func (s *server) stopNow() {
	s.gate.Close()
	s.grpc.Stop()
	_ = s.http.Close()
	_ = s.admin.Close()
}
