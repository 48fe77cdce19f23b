package main

import (
	"context"
	"strings"
	"time"
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

// followTokenKeys takes over the changes of the keys that tokens are checked with until ctx ends.
func (s *server) followTokenKeys(ctx context.Context) {
	keys := s.access.tokens
	if keys == nil {
		return
	}
	if keys.Ready() {
		s.log.Info("token keys loaded", "keys", keys.Len())
	} else {
		s.log.Error("no token keys: nobody with a token is let in", "from", s.config.authKeys)
	}
	ticker := time.NewTicker(keysEvery)
	defer ticker.Stop()
	keys.Follow(ctx, ticker.C, s.tokenKeysChanged)
}

// tokenKeysChanged tells of keys that have changed, or why they stay as they were.
func (s *server) tokenKeysChanged(err error) {
	if err != nil {
		s.log.Error("token keys not reloaded", "error", err)
		return
	}
	s.log.Info("token keys reloaded", "keys", s.access.tokens.Len())
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
