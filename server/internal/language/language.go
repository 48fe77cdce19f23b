// Package language picks the language of texts for people from an accept-language header. There are
// two, German and English, and anything unclear is English.
package language

import (
	"strconv"
	"strings"
)

// The languages that texts come in, as BCP 47 tags.
const (
	English = "en"
	German  = "de"
)

// longest bounds the header that is looked at; browsers send less than a tenth of it.
const longest = 1000

// Pick gives the language that the header prefers, English when it prefers neither. Of two equal
// weights the first one wins.
func Pick(header string) string {
	if header == "" || len(header) > longest {
		return English
	}
	best, weight := English, 0.0
	for part := range strings.SplitSeq(header, ",") {
		tag, parameter, _ := strings.Cut(part, ";")
		language := known(tag)
		if language == "" {
			continue
		}
		if q := quality(parameter); q > weight {
			best, weight = language, q
		}
	}
	return best
}

// known maps a tag, region and script ignored, to a language that there is; "*" is English.
func known(tag string) string {
	primary, _, _ := strings.Cut(strings.TrimSpace(tag), "-")
	switch strings.ToLower(primary) {
	case "de":
		return German
	case "en", "*":
		return English
	}
	return ""
}

// quality reads "q=0.8"; 1 when it is left out, 0 when it cannot be read.
func quality(parameter string) float64 {
	parameter = strings.ToLower(strings.TrimSpace(parameter))
	if parameter == "" {
		return 1
	}
	value, found := strings.CutPrefix(parameter, "q=")
	q, err := strconv.ParseFloat(value, 64)
	if !found || err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
