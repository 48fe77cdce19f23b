package main

import (
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
)

// look decides how tables are drawn: what the flags say, else what the
// environment and the terminal say.
func look(c console, color string, ascii bool) table.Style {
	return table.Style{
		ASCII: ascii || !unicode(c.getenv),
		Color: color == "always" || color == "auto" && colorful(c),
		Width: width(c),
	}
}

// colorful follows no-color.org: NO_COLOR with any value but the empty one means none.
func colorful(c console) bool {
	return c.outTerminal && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
}

// width is what the terminal says, else COLUMNS, else 80.
func width(c console) int {
	if c.width > 0 {
		return c.width
	}
	if n, err := strconv.Atoi(c.getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	return 80
}

// unicode reports whether the locale can show suits. A system that sets no
// locale at all is taken for a modern one.
func unicode(getenv func(string) string) bool {
	name := strings.ToUpper(locale(getenv, "LC_CTYPE"))
	return name == "" || strings.Contains(name, "UTF-8") || strings.Contains(name, "UTF8")
}

// locale is the value that POSIX gives a category: LC_ALL before the category before LANG.
func locale(getenv func(string) string, category string) string {
	for _, name := range []string{"LC_ALL", category, "LANG"} {
		if value := getenv(name); value != "" {
			return value
		}
	}
	return ""
}
