package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/talon-solitaire/talon/server/internal/tracing"
)

// flushTime is how long a server that stops waits for a collector to take the last spans.
const flushTime = 3 * time.Second

// share is a part of a whole, from 0 to 1; nil where none is set.
type share struct{ part *float64 }

func (s *share) String() string {
	if s.part == nil {
		return ""
	}
	return strconv.FormatFloat(*s.part, 'g', -1, 64)
}

// Set reads a share; an empty text sets none.
func (s *share) Set(text string) error {
	if text == "" {
		s.part = nil
		return nil
	}
	part, err := strconv.ParseFloat(text, 64)
	// Written so that it refuses what is no number, too.
	if err != nil || !(part >= 0 && part <= 1) {
		return errors.New("wanted a number from 0 to 1")
	}
	s.part = &part
	return nil
}

// collectorOf gives the collector that the environment names in the way of OpenTelemetry.
func collectorOf(env func(string) (string, bool)) string {
	if off, _ := env("OTEL_SDK_DISABLED"); off == "true" {
		return ""
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"} {
		if endpoint, _ := env(name); endpoint != "" {
			return endpoint
		}
	}
	return ""
}

// openTraces begins to export traces if there is a collector. Nothing waits for it.
func (c *config) openTraces(ctx context.Context) (err error) {
	if c.traceEndpoint == "" {
		return nil
	}
	c.traces, err = tracing.New(ctx, &tracing.Settings{Endpoint: c.traceEndpoint, Share: c.traceShare.part, Version: buildVersion()})
	if err != nil {
		return fmt.Errorf("-trace-endpoint (%s): %w", variable("trace-endpoint"), err)
	}
	return nil
}

// flushTraces exports what is left of the traces.
func (s *server) flushTraces() {
	ctx, cancel := context.WithTimeout(context.Background(), flushTime)
	defer cancel()
	if err := s.config.traces.Shutdown(ctx); err != nil {
		s.log.Warn("the last traces were not exported", "error", err)
	}
}
