package main

import (
	"context"
	"strings"
	"time"

	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// keysEvery is how often the key file is looked at.
const keysEvery = 5 * time.Second

// followKeys takes over the changes of the key file until ctx ends.
func (s *server) followKeys(ctx context.Context) {
	keys := s.states.keys
	if keys == nil {
		return
	}
	s.logKeys("keys loaded")
	ticker := time.NewTicker(keysEvery)
	defer ticker.Stop()
	keys.Follow(ctx, ticker.C, s.keysChanged)
}

// keysChanged tells of a key file that has changed: of its keys, or why they stay as they were.
func (s *server) keysChanged(err error) {
	if err != nil {
		s.log.Error("keys not reloaded", "error", err)
		return
	}
	s.logKeys("keys reloaded")
	if s.gate.Ready() {
		s.ready()
	}
}

// logKeys names the keys, which are public, and what each is there for.
func (s *server) logKeys(message string) {
	var names []string
	for _, use := range s.states.keys.Uses() {
		names = append(names, use.String())
	}
	list := strings.Join(names, ", ")
	if !s.states.ready() {
		s.log.Warn(message+", but none is primary: nothing can be sealed", "keys", list)
		return
	}
	s.log.Info(message, "keys", list)
}

// measure lets the metrics tell how the keys are used.
func (s *states) measure(m *metrics.Metrics) {
	if s.keys == nil {
		return
	}
	used := func(count func(seal.Use) uint64) func() map[string]float64 {
		return func() map[string]float64 {
			values := map[string]float64{}
			for _, use := range s.keys.Uses() {
				values[use.ID] = float64(count(use))
			}
			return values
		}
	}
	m.Counters("talon_states_sealed_total", "States sealed, by key.", "key", used(func(u seal.Use) uint64 { return u.Sealed }))
	m.Counters("talon_states_opened_total", "Sealed states opened, by key.", "key", used(func(u seal.Use) uint64 { return u.Opened }))
	m.Counters("talon_seal_key_reloads_total", "Changes of the key file, by whether its keys were taken.", "result", func() map[string]float64 {
		taken, refused := s.keys.Reloads()
		return map[string]float64{"taken": float64(taken), "refused": float64(refused)}
	})
	m.Gauge("talon_seal_keys_stale", "1 while the key file is one from which no keys could be taken.", func() float64 {
		if s.keys.Broken() {
			return 1
		}
		return 0
	})
}
