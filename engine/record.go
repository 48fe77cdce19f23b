package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Limits of a record that is read: how long its log is, and how many bytes it
// takes, which for a JSON record is the length of its line.
const (
	MaxRecordMoves = 20000
	MaxRecordBytes = 4 << 20
)

// Record is a game as a file keeps it: its beginning, which is either a deal
// or a state, the log of its moves, and what is claimed about its end. Its two
// written forms, one JSON object a line and tags with moves, hold the same.
type Record struct {
	// Variant is the name of the game; empty where State says it.
	Variant string
	// RulesVersion is the version of the rules, 0 where State says it; a deal
	// without one is dealt under version 1.
	RulesVersion int
	// Options are values by name, nil where State says them or all are defaults.
	Options map[string]string
	// Deal is the beginning as a deal, nil where State is it.
	Deal *RecordDeal
	// State is the beginning as a state, empty where Deal is it.
	State string
	// Moves is the log, u for a move taken back included.
	Moves []string
	// Expectation is what the record claims about the position after the log.
	Expectation
	// Date, Player and ElapsedSeconds are kept as they are and never checked.
	Date, Player   string
	ElapsedSeconds *float64
}

// RecordDeal is how the game of a record was dealt: exactly one of a number,
// a seed and a deck in dealing order.
type RecordDeal struct {
	Number DealNumber
	Seed   string
	Deck   string
}

// NewRecord returns the record of a game that began with the deal. It names
// the deal by its number or seed if it has one, and every option.
func NewRecord(d Deal, moves []string) *Record {
	r := &Record{
		Variant:      d.Options.variant.String(),
		RulesVersion: d.Options.variant.RulesVersion(),
		Options:      d.Options.Map(),
		Moves:        moves,
	}
	switch {
	case d.Number != 0:
		r.Deal = &RecordDeal{Number: d.Number}
	case d.Seed != "":
		r.Deal = &RecordDeal{Seed: d.Seed}
	default:
		r.Deal = &RecordDeal{Deck: FormatCards(d.Deck)}
	}
	return r
}

// RecordError is the error of a record that cannot be read or has no possible
// beginning.
type RecordError struct {
	// Line and Column, both counted from 1, are where reading stopped; 0 in
	// what Start of a Record answers, which knows no lines.
	Line, Column int
	// Field is the field of the record that is wrong, for example deal.deck;
	// empty where it is not one field.
	Field string
	// Wanted says what was expected there.
	Wanted string
	// Limit is how many moves or bytes a record may have, and Asked how many this
	// one has at least; both are 0 where it has not too many.
	Limit, Asked int
	// Unit is what Limit and Asked count, "moves" or "bytes"; empty where they are 0.
	Unit string
	// Err is the reason in detail, if there is one.
	Err error
}

func (e *RecordError) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d, column %d: ", e.Line, e.Column)
	}
	if e.Field != "" {
		b.WriteString(e.Field + ": ")
	}
	if e.Wanted != "" {
		b.WriteString("wanted " + e.Wanted)
	}
	if e.Err != nil {
		if e.Wanted != "" {
			b.WriteString(": ")
		}
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the reason in detail: a *ParseError, a *SetupError, an
// *UnknownVariantError, an *OptionError, a *RulesVersionError, a *SeedError or
// nil.
func (e *RecordError) Unwrap() error { return e.Err }

// Start returns the position in which the log begins. Every error is a
// *RecordError: for a beginning that is impossible, and for a variant, option
// or rules version that is unknown or not the one of the state.
func (r *Record) Start() (Position, error) {
	switch {
	case r.Deal != nil && r.State != "":
		return Position{}, &RecordError{Field: "state", Wanted: "deal or state, not both"}
	case r.Deal != nil:
		return r.dealt()
	case r.State != "":
		return r.stated()
	default:
		return Position{}, &RecordError{Wanted: "deal or state"}
	}
}

func (r *Record) dealt() (Position, error) {
	refuse := func(field string, err error) (Position, error) {
		return Position{}, &RecordError{Field: field, Err: err}
	}
	v, err := ParseVariant(r.Variant)
	if err != nil {
		return refuse("variant", err)
	}
	if err := r.checkVersion(v); err != nil {
		return refuse("rulesVersion", err)
	}
	o, err := ParseOptions(v, r.Options)
	if err != nil {
		return refuse("options", err)
	}
	if r.Deal.ways() != 1 {
		return Position{}, &RecordError{Field: "deal", Wanted: dealWanted}
	}
	var d Deal
	switch {
	case r.Deal.Number != 0:
		if d, err = DealByNumber(o, r.Deal.Number); err != nil {
			return refuse("deal.number", err)
		}
	case r.Deal.Seed != "":
		if d, err = DealBySeed(o, r.Deal.Seed); err != nil {
			return refuse("deal.seed", err)
		}
	default:
		deck, err := ParseCards(r.Deal.Deck)
		if err != nil {
			return refuse("deal.deck", err)
		}
		if d, err = DealByDeck(o, deck); err != nil {
			return refuse("deal.deck", err)
		}
	}
	return d.Position(), nil
}

func (r *Record) stated() (Position, error) {
	p, err := ParseState(r.State)
	if err != nil {
		return Position{}, &RecordError{Field: "state", Err: err}
	}
	if r.Variant != "" && r.Variant != p.Variant().String() {
		return Position{}, &RecordError{Field: "variant", Wanted: p.Variant().String() + " as in state"}
	}
	if err := r.checkVersion(p.Variant()); err != nil {
		return Position{}, &RecordError{Field: "rulesVersion", Err: err}
	}
	if r.Options != nil {
		o, err := ParseOptions(p.Variant(), r.Options)
		if err != nil {
			return Position{}, &RecordError{Field: "options", Err: err}
		}
		if o != p.Options() {
			return Position{}, &RecordError{Field: "options", Wanted: "the options of state, " + p.Options().String()}
		}
	}
	return p, nil
}

func (r *Record) checkVersion(v Variant) error {
	if r.RulesVersion != 0 && r.RulesVersion != v.RulesVersion() {
		return &RulesVersionError{Variant: v, Version: strconv.Itoa(r.RulesVersion), Served: []int{v.RulesVersion()}}
	}
	return nil
}

const dealWanted = "exactly one of number, seed and deck"

// ways counts how many ways to deal are given.
func (d *RecordDeal) ways() int {
	n := 0
	for _, given := range [...]bool{d.Number != 0, d.Seed != "", d.Deck != ""} {
		if given {
			n++
		}
	}
	return n
}

// Expectation is what somebody claims about a position. Fields that are nil claim nothing.
type Expectation struct {
	Status *string
	Score  *int
	// MoveCount is the move counter, m in the state.
	MoveCount *int
	// StateSHA256 is the SHA-256 of the state text, in lower-case hexadecimal.
	StateSHA256 *string
}

// ExpectationOf returns the expectation that the position meets in every field.
func ExpectationOf(p *Position) Expectation {
	status, score, moves, sum := p.Status().String(), p.Score(), p.Moves(), stateSHA256(p)
	return Expectation{Status: &status, Score: &score, MoveCount: &moves, StateSHA256: &sum}
}

// Difference is one field of an expectation that a position does not meet.
type Difference struct {
	// Field is status, score, moveCount or stateSha256.
	Field string
	// Want is what was claimed, Got what is.
	Want, Got string
}

// Compare returns where the position is not as expected, in the order status,
// score, moveCount, stateSha256; nil where it is.
func (e *Expectation) Compare(p *Position) []Difference {
	var differences []Difference
	differ := func(field, want, got string) {
		if want != got {
			differences = append(differences, Difference{Field: field, Want: want, Got: got})
		}
	}
	if e.Status != nil {
		differ("status", *e.Status, p.Status().String())
	}
	if e.Score != nil {
		differ("score", strconv.Itoa(*e.Score), strconv.Itoa(p.Score()))
	}
	if e.MoveCount != nil {
		differ("moveCount", strconv.Itoa(*e.MoveCount), strconv.Itoa(p.Moves()))
	}
	if e.StateSHA256 != nil {
		differ("stateSha256", *e.StateSHA256, stateSHA256(p))
	}
	return differences
}

func stateSHA256(p *Position) string {
	sum := sha256.Sum256(p.AppendText(nil))
	return hex.EncodeToString(sum[:])
}

// AppendJSON appends the record as one JSON object, a line with its end.
func (r *Record) AppendJSON(dst []byte) []byte {
	w := jsonObject{dst: append(dst, '{')}
	for _, f := range recordFields {
		switch f.name {
		case "options":
			if r.Options != nil {
				w.object("options", func(o *jsonObject) {
					for _, name := range r.optionNames() {
						o.text(name, r.Options[name])
					}
				})
			}
		case "deal":
			if r.Deal != nil {
				w.object("deal", r.Deal.appendJSON)
			}
		case "moves":
			w.list("moves", r.Moves)
		default:
			if value, given := f.get(r); given && f.numeric {
				w.number(f.name, value)
			} else if given {
				w.text(f.name, value)
			}
		}
	}
	return append(w.dst, '}', '\n')
}

func (d *RecordDeal) appendJSON(w *jsonObject) {
	if d.Number != 0 {
		w.number("number", strconv.FormatUint(uint64(d.Number), 10))
	}
	if d.Seed != "" {
		w.text("seed", d.Seed)
	}
	if d.Deck != "" {
		w.text("deck", d.Deck)
	}
}

// AppendText appends the record as tags, a blank line, the moves on one line
// and a blank line.
func (r *Record) AppendText(dst []byte) []byte {
	tag := func(name, value string) {
		dst = append(dst, '[')
		dst = append(dst, tagName(name)...)
		dst = append(dst, ' ')
		dst = appendQuoted(dst, value)
		dst = append(dst, ']', '\n')
	}
	for _, f := range recordFields {
		switch f.name {
		case "options":
			if r.Options != nil {
				pairs := make([]string, 0, len(r.Options))
				for _, name := range r.optionNames() {
					pairs = append(pairs, name+"="+r.Options[name])
				}
				tag("options", strings.Join(pairs, ";"))
			}
		case "deal":
			if r.Deal != nil {
				tag("deal", r.Deal.text())
			}
		case "moves":
		default:
			if value, given := f.get(r); given {
				tag(f.name, value)
			}
		}
	}
	dst = append(dst, '\n')
	if len(r.Moves) > 0 {
		dst = append(dst, strings.Join(r.Moves, " ")...)
		dst = append(dst, '\n')
	}
	return append(dst, '\n')
}

// text writes the deal as the value of its tag: the way, =, and the rest.
func (d *RecordDeal) text() string {
	switch {
	case d.Number != 0:
		return "number=" + strconv.FormatUint(uint64(d.Number), 10)
	case d.Seed != "":
		return "seed=" + d.Seed
	default:
		return "deck=" + d.Deck
	}
}

// tagName returns the tag of a field: the same name in upper camel case.
func tagName(field string) string { return strings.ToUpper(field[:1]) + field[1:] }

// optionNames returns the names of the options in the order of the game, names it does not know last.
func (r *Record) optionNames() []string {
	v, _ := ParseVariant(r.Variant)
	rank := make(map[string]int, maxOptions)
	for i, o := range v.Options() {
		rank[o.Name] = i - maxOptions
	}
	names := make([]string, 0, len(r.Options))
	for name := range r.Options {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		if rank[names[i]] != rank[names[j]] {
			return rank[names[i]] < rank[names[j]]
		}
		return names[i] < names[j]
	})
	return names
}

// jsonObject writes the fields of a JSON object in the order they are given.
type jsonObject struct {
	dst   []byte
	begun bool
}

func (w *jsonObject) key(name string) {
	if w.begun {
		w.dst = append(w.dst, ',')
	}
	w.begun = true
	w.dst = append(appendQuoted(w.dst, name), ':')
}

func (w *jsonObject) text(name, value string) {
	w.key(name)
	w.dst = appendQuoted(w.dst, value)
}

func (w *jsonObject) number(name, digits string) {
	w.key(name)
	w.dst = append(w.dst, digits...)
}

func (w *jsonObject) list(name string, values []string) {
	w.key(name)
	w.dst = append(w.dst, '[')
	for i, v := range values {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = appendQuoted(w.dst, v)
	}
	w.dst = append(w.dst, ']')
}

func (w *jsonObject) object(name string, fields func(*jsonObject)) {
	w.key(name)
	inner := jsonObject{dst: append(w.dst, '{')}
	fields(&inner)
	w.dst = append(inner.dst, '}')
}

// appendQuoted appends the text as a JSON string, in which < > and & stay as they are.
func appendQuoted(dst []byte, text string) []byte {
	if isPlain(text) {
		return append(append(append(dst, '"'), text...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	// A string always encodes; what is no UTF-8 in it becomes U+FFFD.
	_ = e.Encode(strings.ToValidUTF8(text, "\ufffd"))
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte{'\n'})...)
}

// isPlain reports whether a JSON string holds the text as it is.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
