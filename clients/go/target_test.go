package talon

import (
	"slices"
	"testing"
)

func TestTargets(t *testing.T) {
	for _, test := range []struct {
		address string
		name    string
		listed  []string
		secure  bool
	}{
		{"127.0.0.1:9090", "127.0.0.1:9090", nil, false},
		{"localhost:9090", "localhost:9090", nil, false},
		{"http://127.0.0.1:9090/", "127.0.0.1:9090", nil, false},
		{"https://talon.example.org", "talon.example.org:443", nil, true},
		{"https://talon.example.org/", "talon.example.org:443", nil, true},
		{"https://talon.example.org:8443", "talon.example.org:8443", nil, true},
		{"https://[::1]", "[::1]:443", nil, true},
		{"https://[::1]:9090", "[::1]:9090", nil, true},
		{"unix:///run/talon.sock", "unix:///run/talon.sock", nil, false},
		{"dns:///talon.example.org:9090", "dns:///talon.example.org:9090", nil, false},
		{"10.0.0.1:9090, 10.0.0.2:9091", "talon:///10.0.0.1:9090", []string{"10.0.0.1:9090", "10.0.0.2:9091"}, false},
		{"https://a.example.org,[::1]/", "talon:///a.example.org:443", []string{"a.example.org:443", "[::1]:443"}, true},
	} {
		if to := targetOf(test.address); to.name != test.name || !slices.Equal(to.listed, test.listed) || to.secure != test.secure {
			t.Errorf("targetOf(%q) = %+v", test.address, to)
		}
	}
}
