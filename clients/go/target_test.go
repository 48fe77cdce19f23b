package talon

import "testing"

func TestTargets(t *testing.T) {
	for _, test := range []struct {
		address string
		target  string
		secure  bool
	}{
		{"127.0.0.1:9090", "127.0.0.1:9090", false},
		{"localhost:9090", "localhost:9090", false},
		{"http://127.0.0.1:9090/", "127.0.0.1:9090", false},
		{"https://talon.example.org", "talon.example.org:443", true},
		{"https://talon.example.org/", "talon.example.org:443", true},
		{"https://talon.example.org:8443", "talon.example.org:8443", true},
		{"https://[::1]", "[::1]:443", true},
		{"https://[::1]:9090", "[::1]:9090", true},
		{"unix:///run/talon.sock", "unix:///run/talon.sock", false},
	} {
		if target, secure := targetOf(test.address); target != test.target || secure != test.secure {
			t.Errorf("targetOf(%q) = %q, %v", test.address, target, secure)
		}
	}
}
