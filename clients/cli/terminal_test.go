package main

import (
	"os"
	"testing"
)

func TestAScreenNeedsATerminalThatIsKnown(t *testing.T) {
	for name, want := range map[string]bool{
		"xterm": true, "xterm-256color": true, "screen.xterm-256color": true, "tmux-direct": true, "linux": true, "ms-terminal": true,
		"": false, "dumb": false, "nonsense": false, "../../etc/passwd": false, "-": false, "xtermite": false, "\x1b": false,
	} {
		if got := drawable(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestATerminalThatTheSystemDescribesIsKnown(t *testing.T) {
	for name, want := range map[string]bool{"wy60": false, "sun": true} {
		if _, err := os.Stat("/usr/share/terminfo/" + name[:1] + "/" + name); err != nil {
			t.Skip(err)
		}
		if got := drawable(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
