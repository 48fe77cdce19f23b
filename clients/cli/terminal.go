package main

import (
	"bytes"
	"runtime"
	"slices"
	"strings"

	"github.com/xo/terminfo"
)

// families are kinds of terminals, by the name before the first "-" or ".", that a
// screen can be drawn on also where the system describes no terminals.
var families = []string{
	"alacritty", "ansi", "contour", "cygwin", "Eterm", "fbterm", "foot", "ghostty", "gnome", "iterm", "iterm2", "kitty", "konsole",
	"linux", "mintty", "mlterm", "ms", "nsterm", "putty", "rio", "rxvt", "screen", "st", "teken", "terminator", "terminology",
	"tmux", "vt100", "vt102", "vt220", "vt320", "vt340", "vt420", "vt520", "vte", "wezterm", "wsvt25", "xterm",
}

// drawable reports whether a screen can be drawn on the terminal that TERM names.
// The console of Windows has no name.
func drawable(name string) bool {
	if name == "" {
		return runtime.GOOS == "windows"
	}
	family, _, _ := strings.Cut(name, "-")
	family, _, _ = strings.Cut(family, ".")
	if slices.Contains(families, family) {
		return true
	}
	described, err := terminfo.Load(name)
	return err == nil && bytes.HasPrefix(described.Strings[terminfo.CursorAddress], []byte("\x1b["))
}
