package main

import "context"

// followTokenKeys takes over the changes of the keys that tokens are checked with until ctx ends, on its own,
// for what is read may come from far away.
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
	keys.Follow(ctx, s.tokenTicks, s.tokenKeysChanged)
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
