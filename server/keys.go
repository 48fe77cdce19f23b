package main

import "strings"

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
