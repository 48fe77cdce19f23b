package engine

import (
	"encoding/json"
	"math"
	"strconv"
)

// recordField is one field of a record that holds a single value. Both forms
// of a record read and write it by this description.
type recordField struct {
	// name is the field in JSON; its tag is the same in upper camel case.
	name string
	// numeric tells that JSON writes a number and not a string.
	numeric bool
	// set reads the value into the record and returns what was wanted instead, empty when it fits.
	set func(r *Record, value string) (wanted string)
	// get returns the value as text and whether the record has one.
	get func(r *Record) (value string, given bool)
}

// recordFields are the fields in the order in which records are written.
// Options, deal and moves hold more than one value; their forms differ, so
// only their places stand here.
var recordFields = [...]recordField{
	{
		name: "variant",
		set: func(r *Record, value string) string {
			if _, err := ParseVariant(value); err != nil {
				return "one of " + VariantNames()
			}
			r.Variant = value
			return ""
		},
		get: func(r *Record) (string, bool) { return r.Variant, r.Variant != "" },
	},
	{
		name: "rulesVersion", numeric: true,
		set: func(r *Record, value string) string {
			n, ok := wholeNumber(value, 1)
			if !ok {
				return "a rules version, 1 or more"
			}
			r.RulesVersion = n
			return ""
		},
		get: func(r *Record) (string, bool) { return strconv.Itoa(r.RulesVersion), r.RulesVersion != 0 },
	},
	{name: "options"},
	{name: "deal"},
	{
		name: "state",
		set: func(r *Record, value string) string {
			if value == "" {
				return "a state"
			}
			r.State = value
			return ""
		},
		get: func(r *Record) (string, bool) { return r.State, r.State != "" },
	},
	{name: "moves"},
	{
		name: "status",
		set: func(r *Record, value string) string {
			for _, s := range [...]Status{InProgress, Won, Stuck} {
				if value == s.String() {
					r.Status = &value
					return ""
				}
			}
			return "IN_PROGRESS, WON or STUCK"
		},
		get: func(r *Record) (string, bool) { return optional(r.Status) },
	},
	{
		name: "score", numeric: true,
		set: func(r *Record, value string) string {
			n, ok := wholeNumber(value, math.MinInt32)
			if !ok {
				return "a score: a whole number of 32 bits"
			}
			r.Score = &n
			return ""
		},
		get: func(r *Record) (string, bool) { return optionalNumber(r.Score) },
	},
	{
		name: "moveCount", numeric: true,
		set: func(r *Record, value string) string {
			n, ok := wholeNumber(value, 0)
			if !ok {
				return "a number of moves, 0 or more"
			}
			r.MoveCount = &n
			return ""
		},
		get: func(r *Record) (string, bool) { return optionalNumber(r.MoveCount) },
	},
	{
		name: "stateSha256",
		set: func(r *Record, value string) string {
			if !isSHA256(value) {
				return "64 lower-case hexadecimal digits"
			}
			r.StateSHA256 = &value
			return ""
		},
		get: func(r *Record) (string, bool) { return optional(r.StateSHA256) },
	},
	{
		name: "date",
		set:  func(r *Record, value string) string { r.Date = value; return "" },
		get:  func(r *Record) (string, bool) { return r.Date, r.Date != "" },
	},
	{
		name: "player",
		set:  func(r *Record, value string) string { r.Player = value; return "" },
		get:  func(r *Record) (string, bool) { return r.Player, r.Player != "" },
	},
	{
		name: "elapsedSeconds", numeric: true,
		set: func(r *Record, value string) string {
			var seconds float64
			if json.Unmarshal([]byte(value), &seconds) != nil || value == "null" {
				return "a number of seconds"
			}
			r.ElapsedSeconds = &seconds
			return ""
		},
		get: func(r *Record) (string, bool) {
			if r.ElapsedSeconds == nil {
				return "", false
			}
			// What JSON has no number for, infinity and the like, is left out.
			text, err := json.Marshal(*r.ElapsedSeconds)
			return string(text), err == nil
		},
	},
}

// recordFieldOf returns the field of that name, nil if records have none.
func recordFieldOf(name string) *recordField {
	for i := range recordFields {
		if recordFields[i].name == name {
			return &recordFields[i]
		}
	}
	return nil
}

// wholeNumber reads a number from least up that fits 32 bits, written without plus, fraction or leading zeros.
func wholeNumber(text string, least int) (int, bool) {
	n, err := strconv.ParseInt(text, 10, 32)
	return int(n), err == nil && int(n) >= least && strconv.FormatInt(n, 10) == text
}

func isSHA256(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(text) == 64
}

func optional(value *string) (string, bool) {
	if value == nil {
		return "", false
	}
	return *value, true
}

func optionalNumber(n *int) (string, bool) {
	if n == nil {
		return "", false
	}
	return strconv.Itoa(*n), true
}
