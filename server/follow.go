package main

import (
	"context"
	"time"
)

// lookEvery is how often the files that can change are looked at.
const lookEvery = 5 * time.Second

// follow looks at the files at each tick until ctx ends.
func (s *server) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.ticks:
			s.look()
		}
	}
}

// look takes over what has changed in the files of the keys and of the certificate.
func (s *server) look() {
	if s.states.keys != nil {
		s.states.keys.Look(s.keysChanged)
	}
	if s.config.identity != nil {
		s.config.identity.Look(s.identityChanged)
	}
}

// logFiles says what was read from the files before the server began.
func (s *server) logFiles() {
	if s.states.keys != nil {
		s.logKeys("keys loaded")
	}
	if s.config.identity != nil {
		s.logIdentity("certificate loaded")
	}
}
