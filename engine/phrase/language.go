// Package phrase says in English and German what the engine says in names and
// numbers: why a move is refused, what is wrong with a position or a text, what
// a move made happen, and what piles, options and statuses are called.
//
// It promises a text for every name that the engine exports, in both languages,
// and that a text names no card that the engine did not name. It judges nothing
// and knows no rules: programs decide by the engine's values and show these
// texts to people. The words may change with any version.
package phrase

import (
	"strconv"
	"strings"
)

// Language is a language that texts exist in. The zero value is English.
type Language uint8

// The languages.
const (
	English Language = iota
	German
)

// Languages lists the languages in their order.
func Languages() []Language { return []Language{English, German} }

// String returns the language tag, en or de.
func (l Language) String() string {
	if l == German {
		return "de"
	}
	return "en"
}

// The header of a stranger is read only so far; what lies beyond it says nothing.
const (
	maxHeader = 1024
	maxRanges = 32
)

// Match returns the language that an Accept-Language header prefers, English
// where it prefers none of ours. Parts of the header that make no sense count
// for nothing.
func Match(acceptLanguage string) Language {
	if acceptLanguage == "" {
		return English
	}
	if len(acceptLanguage) > maxHeader {
		acceptLanguage = acceptLanguage[:maxHeader]
	}
	const unnamed = -1
	quality := map[string]int{"en": unnamed, "de": unnamed, "*": unnamed}
	first := map[string]int{}
	for i, part := range strings.SplitN(acceptLanguage, ",", maxRanges+1) {
		if i == maxRanges {
			break
		}
		tag, q, ok := languageRange(part)
		if best, ours := quality[tag]; !ok || !ours || q <= best {
			continue
		}
		quality[tag], first[tag] = q, i
	}
	for _, tag := range []string{"en", "de"} {
		if quality[tag] == unnamed {
			quality[tag], first[tag] = quality["*"], maxRanges
		}
	}
	en, de := quality["en"], quality["de"]
	if de > 0 && (de > en || de == en && first["de"] < first["en"]) {
		return German
	}
	return English
}

// languageRange reads one part of the header: the primary language in lower
// case and its weight in thousandths.
func languageRange(part string) (tag string, thousandths int, ok bool) {
	name, parameter, weighted := strings.Cut(part, ";")
	tag, _, _ = strings.Cut(strings.TrimSpace(name), "-")
	tag = strings.ToLower(tag)
	if !weighted {
		return tag, 1000, true
	}
	key, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
	if strings.TrimSpace(key) != "q" && strings.TrimSpace(key) != "Q" {
		return "", 0, false
	}
	thousandths, ok = weight(strings.TrimSpace(value))
	return tag, thousandths, ok
}

// weight reads 0 to 1 with at most three decimals.
func weight(text string) (thousandths int, ok bool) {
	whole, decimals, _ := strings.Cut(text, ".")
	if whole != "0" && whole != "1" || len(decimals) > 3 {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+(decimals + "000")[:3], 10, 16)
	return int(n), err == nil && n <= 1000
}
