package main

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
)

// The formats of this project, by the names of the wire. Those of other programs are interop's.
const (
	formatPosition   = "POSITION"
	formatPiles      = "PILES"
	formatMoves      = "MOVES"
	formatRecordJSON = "RECORD_JSON"
	formatRecordText = "RECORD_TEXT"
	formatNumber     = "MICROSOFT_NUMBER"
	formatStandard   = "FREECELL_STANDARD"
)

// conversion is a request to convert, in the engine's words.
type conversion struct {
	from, to             string
	variant, text, state string
	options              map[string]string
	piles                []namedPile
	counters             *counters
	number               *uint32
	moves                []string
	autoplay             *interop.Autoplay
	single               bool
}

// namedPile is a pile as a message names it: "t3", and its cards with a bar after those face down.
type namedPile struct{ id, cards string }

// counters are the numbers of a position.
type counters struct {
	moves, redeals, streak int32
	score                  *int32
}

// converted is what was read, and the text it became if the format is one.
type converted struct {
	start engine.Position
	// number is the deal that start comes from, 0 if it comes from none that is known.
	number engine.DealNumber
	// log holds the moves; nil if a position was read.
	log []string
	// record is what was read, if it was one.
	record *engine.Record
	text   string
}

// readers holds, for each format, the fields that reading it uses.
var readers = map[string][]string{
	formatPosition:   {"state"},
	formatPiles:      {"variant", "options", "piles", "counters"},
	formatMoves:      {"moves", "state", "number", "options"},
	formatRecordJSON: {"text"},
	formatRecordText: {"text"},
	formatNumber:     {"number", "options"},
	formatStandard:   {"text", "state", "number", "options", "autoplay"},
}

// boardFields are the fields that reading a board uses.
var boardFields = []string{"text", "variant", "options"}

// writerFields are the fields that writing standard notation uses.
var writerFields = []string{"autoplay", "single"}

// foreign finds a format of other programs by its name.
func foreign(name string) (interop.Format, bool) {
	formats := interop.Formats()
	i := slices.IndexFunc(formats, func(f interop.Format) bool { return f.Name == name })
	if i < 0 {
		return interop.Format{}, false
	}
	return formats[i], true
}

// run reads and writes.
func (c *conversion) run() (*converted, error) {
	if err := c.checkFields(); err != nil {
		return nil, err
	}
	read, err := c.read()
	if err != nil {
		return nil, err
	}
	return read, c.write(read)
}

// checkFields refuses fields that the conversion would not look at.
func (c *conversion) checkFields() error {
	used, known := readers[c.from]
	if !known {
		used = boardFields
	}
	if c.to == formatStandard {
		used = append(slices.Clone(used), writerFields...)
	}
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"variant", c.variant != ""},
		{"options", len(c.options) > 0},
		{"text", c.text != ""},
		{"state", c.state != ""},
		{"piles", len(c.piles) > 0},
		{"counters", c.counters != nil},
		{"number", c.number != nil},
		{"moves", len(c.moves) > 0},
		{"autoplay", c.autoplay != nil},
		{"single", c.single},
	} {
		if field.given && !slices.Contains(used, field.name) {
			return unwanted(field.name, "reading "+c.from+" does not use it.", c.from+" wird ohne es gelesen.")
		}
	}
	return nil
}

func (c *conversion) read() (*converted, error) {
	switch c.from {
	case formatPosition:
		p, err := readState("state", c.state)
		return &converted{start: p}, err
	case formatPiles:
		p, err := c.readPiles()
		return &converted{start: p}, err
	case formatNumber:
		if c.number == nil {
			return nil, missing("number")
		}
		return c.begin()
	case formatMoves:
		return c.readMoves()
	case formatRecordJSON, formatRecordText:
		return c.readRecord()
	}
	return c.readForeign()
}

// begin reads where moves begin: a state, or a FreeCell deal by its number.
func (c *conversion) begin() (*converted, error) {
	switch {
	case c.number != nil && c.state != "":
		return nil, exclusive("number", "state")
	case c.number == nil:
		if len(c.options) > 0 {
			return nil, unwanted("options", "the state says them.", "state nennt sie schon.")
		}
		p, err := readState("state", c.state)
		return &converted{start: p}, err
	}
	o, err := readOptions("", engine.FreeCell.String(), c.options)
	if err != nil {
		return nil, err
	}
	d, err := dealByNumber("number", o, engine.DealNumber(*c.number))
	if err != nil {
		return nil, err
	}
	return &converted{start: d.Position(), number: d.Number}, nil
}

func (c *conversion) readMoves() (*converted, error) {
	read, err := c.begin()
	if err != nil {
		return nil, err
	}
	for i, text := range c.moves {
		if text == engine.Undo {
			continue
		}
		if _, err := readMove(entry("moves", i), i, text); err != nil {
			return nil, err
		}
	}
	read.log = append([]string{}, c.moves...)
	return read, nil
}

func (c *conversion) readRecord() (*converted, error) {
	if c.text == "" {
		return nil, missing("text")
	}
	records := engine.ReadRecords(strings.NewReader(c.text))
	record, err := records.Next()
	if errors.Is(err, io.EOF) {
		return nil, missing("text")
	}
	if err != nil {
		return nil, recordProblem("text", err)
	}
	if second, err := records.Next(); !errors.Is(err, io.EOF) || second != nil {
		return nil, invalid(malformedRecord, "text", bilingual{
			"The text has more than one record.", "Der Text hat mehr als ein Protokoll.",
		}, map[string]string{"wanted": "one record"})
	}
	if (c.text[0] == '{') != (c.from == formatRecordJSON) {
		return nil, invalid(malformedRecord, "text", bilingual{
			"The text is a record of the other form.", "Der Text ist ein Protokoll der anderen Form.",
		}, map[string]string{"wanted": c.from})
	}
	start, err := record.Start()
	if err != nil {
		return nil, recordProblem("text", err)
	}
	read := &converted{start: start, record: record, log: append([]string{}, record.Moves...)}
	if record.Deal != nil && start.Variant() == engine.FreeCell {
		read.number = record.Deal.Number
	}
	return read, nil
}

// readForeign reads a text of another program: a board, or moves.
func (c *conversion) readForeign() (*converted, error) {
	format, known := foreign(c.from)
	if c.text == "" {
		return nil, missing("text")
	}
	if known && format.ReadMoves != nil {
		read, err := c.begin()
		if err != nil {
			return nil, err
		}
		rule := interop.None
		if c.autoplay != nil {
			rule = *c.autoplay
		}
		moves, err := format.ReadMoves(read.start, c.text, rule)
		if err != nil {
			return nil, foreignProblem(c, err)
		}
		read.log = texts(moves)
		return read, nil
	}
	if !known || format.ReadBoard == nil {
		return nil, noConversion(c)
	}
	variant := c.variant
	if variant == "" && c.from == "FC_SOLVE_BOARD" {
		variant = engine.FreeCell.String()
	}
	o, err := readOptions("", variant, c.options)
	if err != nil {
		return nil, err
	}
	p, err := format.ReadBoard(o, c.text)
	if err != nil {
		return nil, foreignProblem(c, err)
	}
	return &converted{start: p}, nil
}

// write makes the text that the format asks for, where it is one.
func (c *conversion) write(read *converted) error {
	switch c.to {
	case formatPosition:
		read.text = read.start.String()
	case formatPiles:
	case formatNumber:
		if read.number == 0 {
			read.number = microsoftNumber(&read.start)
		}
		if read.number == 0 {
			return noConversion(c)
		}
	case formatMoves:
		if read.log == nil {
			return noConversion(c)
		}
		read.text = strings.Join(read.log, " ")
	case formatRecordJSON:
		read.text = string(read.asRecord().AppendJSON(nil))
	case formatRecordText:
		read.text = string(read.asRecord().AppendText(nil))
	default:
		return c.writeForeign(read)
	}
	return nil
}

// asRecord gives the record that was read, or makes one of what was.
func (r *converted) asRecord() *engine.Record {
	if r.record != nil {
		return r.record
	}
	if r.number != 0 {
		d, err := engine.DealByNumber(r.start.Options(), r.number)
		if err == nil {
			return engine.NewRecord(d, r.log)
		}
	}
	return &engine.Record{State: r.start.String(), Moves: r.log}
}

func (c *conversion) writeForeign(read *converted) (err error) {
	format, known := foreign(c.to)
	switch {
	case known && format.WriteBoard != nil:
		read.text, err = format.WriteBoard(&read.start)
	case known && format.WriteMoves != nil && read.log != nil:
		style := interop.StandardStyle{Single: c.single}
		if c.autoplay != nil && c.from != formatStandard {
			style.Autoplay = *c.autoplay
		}
		moves, err := kept(read.log)
		if err != nil {
			return err
		}
		read.text, err = format.WriteMoves(read.start, moves, style)
		return foreignProblem(c, err)
	default:
		return noConversion(c)
	}
	return foreignProblem(c, err)
}

// kept gives the moves of a log that it does not take back.
func kept(log []string) ([]engine.Move, error) {
	var moves []engine.Move
	for i, text := range log {
		if text == engine.Undo {
			moves = moves[:max(0, len(moves)-1)]
			continue
		}
		m, err := readMove(entry("moves", i), i, text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

func texts(moves []engine.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = m.String()
	}
	return all
}

// readPiles reads a position pile by pile.
func (c *conversion) readPiles() (engine.Position, error) {
	o, err := readOptions("", c.variant, c.options)
	if err != nil {
		return engine.Position{}, err
	}
	s := engine.NewSetup(o)
	if n := c.counters; n != nil {
		score := int32(0)
		if n.score != nil {
			score = *n.score
		}
		s.SetCounters(n.moves, n.redeals, score, n.streak)
	}
	seen := map[engine.PileID]bool{}
	for i, pile := range c.piles {
		id, err := engine.ParsePile(pile.id)
		if err != nil {
			return engine.Position{}, stateProblem(entry("piles", i)+".id", err)
		}
		if seen[id] {
			return engine.Position{}, invalid(invalidRequest, entry("piles", i)+".id", bilingual{
				"The pile is there twice.", "Der Stapel ist zweimal da.",
			}, nil)
		}
		seen[id] = true
		down, cards, err := readCards(pile.cards)
		if err != nil {
			return engine.Position{}, stateProblem(entry("piles", i)+".cards", err)
		}
		s.SetPile(id, down, cards)
	}
	p, err := s.Position()
	if err != nil {
		return p, stateProblem("piles", err)
	}
	return p, nil
}

// readCards reads cards with a bar after those that lie face down.
func readCards(text string) (down int, cards []engine.Card, err error) {
	below, above, barred := strings.Cut(text, "|")
	cards, err = engine.ParseCards(below + above)
	var wrong *engine.ParseError
	if errors.As(err, &wrong) && barred {
		// The offset counts the bar, as the caller does.
		offset := wrong.Offset
		if offset >= len(below) {
			offset++
		}
		return 0, nil, &engine.ParseError{Input: text, Offset: offset, Wanted: wrong.Wanted}
	}
	if barred {
		down = len(below) / 2
		if len(below)%2 != 0 {
			return 0, nil, &engine.ParseError{Input: text, Offset: len(below), Wanted: "whole cards before the bar"}
		}
	}
	return down, cards, err
}

// openPile writes a pile with every card named and a bar after those face down.
func openPile(p *engine.Position, id engine.PileID) string {
	cards := p.Pile(id)
	down := p.FaceDown(id)
	if id.Kind() != engine.KindColumn || down == 0 {
		return engine.FormatCards(cards)
	}
	var text bytes.Buffer
	text.WriteString(engine.FormatCards(cards[:down]))
	text.WriteByte('|')
	text.WriteString(engine.FormatCards(cards[down:]))
	return text.String()
}

// microsoftNumber finds the FreeCell deal, of those that the original program numbered, that the
// position is the beginning of; 0 if there is none. The first two cards sort out nearly all of them.
func microsoftNumber(p *engine.Position) engine.DealNumber {
	if p.Variant() != engine.FreeCell || p.Moves() != 0 {
		return 0
	}
	first, second := p.Pile(engine.Column(1)), p.Pile(engine.Column(2))
	if len(first) == 0 || len(second) == 0 {
		return 0
	}
	a, b := inPack(first[0]), inPack(second[0])
	for n := uint32(1); n <= uint32(numberedDeals(engine.FreeCell)); n++ {
		state := n*214013 + 2531011
		pick := state >> 16 & 0x7fff % 52
		if pick != a {
			continue
		}
		state = state*214013 + 2531011
		next := state >> 16 & 0x7fff % 51
		if next == pick {
			// The last card of the pack has taken the place of the one that is gone.
			next = 51
		}
		if next != b {
			continue
		}
		d, err := engine.DealByNumber(p.Options(), engine.DealNumber(n))
		if err == nil && d.Position() == *p {
			return d.Number
		}
	}
	return 0
}

// inPack is the place of a card in the pack that numbered deals are taken from: by rank, then suit.
func inPack(c engine.Card) uint32 { return uint32(c.Rank()-1)*4 + uint32(c.Suit()) }
