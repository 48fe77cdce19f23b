package engine

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// RecordReader reads records one after the other, JSON lines and text told
// apart record by record. It never holds more than one record.
type RecordReader struct {
	in *bufio.Reader
	// present is the line last read, whose memory the next one takes; ahead tells
	// that it is not used yet.
	present recordLine
	ahead   bool
	// size counts the bytes of the present record.
	size int
	// began is the line in which the present record begins.
	began int
	// json tells that the present record is a JSON object.
	json bool
	// lost tells that an error ended the last record in the middle of its text.
	lost bool
	// latest is the record that Next returned last, nil after an error, and
	// places are where its beginning stands.
	latest *Record
	places []recordPlace
}

// recordLine is a line without its end.
type recordLine struct {
	number int
	text   []byte
	// buffer is the memory of the text, to be used again.
	buffer []byte
}

// ReadRecords returns a reader of the records in r. It accepts a byte order
// mark, CR LF and a last line without an end.
func ReadRecords(r io.Reader) *RecordReader {
	return &RecordReader{in: bufio.NewReaderSize(r, 64<<10)}
}

// Line returns the number of the line in which the latest record begins, counted from 1.
func (rr *RecordReader) Line() int { return rr.began }

// JSON reports whether the latest record is a JSON object, not tags and moves.
func (rr *RecordReader) JSON() bool { return rr.json }

// Next returns the next record, or io.EOF after the last one. A record that
// cannot be read is a *RecordError; reading may go on with the one after it.
// Any other error is the input's own.
func (rr *RecordReader) Next() (*Record, error) {
	b, err := rr.next()
	if err != nil {
		rr.latest, rr.places = nil, nil
		return nil, err
	}
	rr.latest, rr.places = &b.r, b.places
	return &b.r, nil
}

func (rr *RecordReader) next() (*recordBuilder, error) {
	rr.size = 0
	line, err := rr.first()
	if line == nil {
		return nil, err
	}
	rr.began = line.number
	if err != nil {
		return nil, err
	}
	rr.size = len(line.text)
	rr.json = line.text[0] == '{'
	switch line.text[0] {
	case '{':
		return readJSONRecord(line)
	case '[':
		b, err := rr.readTextRecord(line)
		rr.lost = err != nil
		return b, err
	default:
		rr.lost = true
		return nil, line.refuse(0, "", "a record: a JSON object or a tag such as [Variant \"klondike\"]")
	}
}

// first returns the line in which the next record begins.
func (rr *RecordReader) first() (*recordLine, error) {
	afterBlank := false
	for {
		line, err := rr.line()
		if line == nil {
			return nil, err
		}
		if line.blank() {
			afterBlank = true
			continue
		}
		// After an error inside a text, what is left of it is passed over.
		if rr.lost && !(line.text[0] == '{' || line.text[0] == '[' && afterBlank) {
			afterBlank = false
			continue
		}
		rr.lost = err != nil && line.text[0] != '{'
		return line, err
	}
}

// line returns the next line, which is good until the line after it is read. One
// that is too long or no UTF-8 comes with a *RecordError, and no more than its
// beginning; at the end there is none.
func (rr *RecordReader) line() (*recordLine, error) {
	line := &rr.present
	if rr.ahead {
		rr.ahead = false
		return line, nil
	}
	var text []byte
	var err error
	length := 0
	for {
		var part []byte
		part, err = rr.in.ReadSlice('\n')
		length += len(part)
		if text == nil {
			text = append(line.buffer[:0], part...)
		} else if length <= MaxRecordBytes-rr.size {
			text = append(text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	if err != nil && (err != io.EOF || length == 0) {
		return nil, err
	}
	line.buffer = text
	line.number++
	if line.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	text = bytes.TrimSuffix(text, []byte{'\n'})
	line.text = bytes.TrimSuffix(text, []byte{'\r'})
	if length > MaxRecordBytes-rr.size {
		refusal := line.refuse(0, "", "a record of at most "+strconv.Itoa(MaxRecordBytes)+" bytes")
		refusal.Limit, refusal.Asked, refusal.Unit = MaxRecordBytes, rr.size+length, "bytes"
		return line, refusal
	}
	text = line.text
	if !utf8.Valid(text) {
		return line, line.refuse(invalidUTF8(text), "", "UTF-8 text")
	}
	return line, nil
}

func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(text)
}

func (l *recordLine) blank() bool { return len(bytes.TrimLeft(l.text, " \t")) == 0 }

// refuse returns the error of what stands at the byte of the line.
func (l *recordLine) refuse(at int, field, wanted string) *RecordError {
	return &RecordError{Line: l.number, Column: utf8.RuneCount(l.text[:at]) + 1, Field: field, Wanted: wanted}
}

// readTextRecord reads a record whose first tag is in the line.
func (rr *RecordReader) readTextRecord(line *recordLine) (*recordBuilder, error) {
	b := newRecordBuilder()
	for !line.blank() {
		if err := b.tag(line); err != nil {
			return nil, err
		}
		next, err := rr.within()
		if err != nil {
			return nil, err
		}
		if next == nil {
			return b.record(line, len(line.text))
		}
		line = next
	}
	end := recordLine{number: line.number}
	for {
		next, err := rr.within()
		if err != nil {
			return nil, err
		}
		if next == nil {
			return b.record(&end, 0)
		}
		line = next
		if line.blank() && len(b.r.Moves) > 0 {
			return b.record(&end, 0)
		}
		if !line.blank() {
			// Tags right after the blank line: this record has no moves.
			if len(b.r.Moves) == 0 && (line.text[0] == '[' || line.text[0] == '{') {
				rr.ahead = true
				return b.record(&end, 0)
			}
			if err := b.moveLine(line); err != nil {
				return nil, err
			}
		}
	}
}

// within returns the next line of the present record, nil at the end of the input.
func (rr *RecordReader) within() (*recordLine, error) {
	next, err := rr.line()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rr.size += len(next.text) + 1
	return next, nil
}

// recordBuilder collects the fields of a record in either form.
type recordBuilder struct {
	r    Record
	seen map[string]bool
	// places are where the fields of its beginning stand.
	places []recordPlace
	// surplus counts the moves beyond the limit, and tooMany is the error of the
	// first of them.
	surplus int
	tooMany *RecordError
}

func newRecordBuilder() *recordBuilder { return &recordBuilder{seen: map[string]bool{}} }

// once returns what is wrong with a field of that name at this place, empty if it may stand there.
func (b *recordBuilder) once(name string) (wanted string) {
	if b.seen[name] {
		return "each field once"
	}
	b.seen[name] = true
	if name == "state" && b.seen["deal"] || name == "deal" && b.seen["state"] {
		return "deal or state, not both"
	}
	return ""
}

// record returns the record if it is complete; at is where it ends.
func (b *recordBuilder) record(line *recordLine, at int) (*recordBuilder, error) {
	if b.surplus > 0 {
		b.tooMany.Limit, b.tooMany.Asked, b.tooMany.Unit = MaxRecordMoves, MaxRecordMoves+b.surplus, "moves"
		return nil, b.tooMany
	}
	if b.r.Deal == nil && b.r.State == "" {
		return nil, line.refuse(at, "", "deal or state")
	}
	if b.r.Deal != nil && b.r.Variant == "" {
		return nil, line.refuse(at, "", "variant")
	}
	return b, nil
}

// full counts a move that the log has no place for, and keeps where the first of them stands.
func (b *recordBuilder) full(line *recordLine, at int) bool {
	if len(b.r.Moves) < MaxRecordMoves {
		return false
	}
	if b.surplus++; b.tooMany == nil {
		b.tooMany = line.refuse(at, "moves", "at most "+strconv.Itoa(MaxRecordMoves)+" moves")
	}
	return true
}

// addMove appends an entry to the log and returns what is wrong with it and where in its text.
func (b *recordBuilder) addMove(text string) (at int, wanted string) {
	if text != Undo {
		if _, err := ParseMove(text); err != nil {
			var parse *ParseError
			if errors.As(err, &parse) {
				return parse.Offset, parse.Wanted
			}
			return 0, moveWanted
		}
	}
	b.r.Moves = append(b.r.Moves, text)
	return 0, ""
}

// moveLine reads a line of moves separated by blanks.
func (b *recordBuilder) moveLine(line *recordLine) error {
	text := string(line.text)
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' {
			i++
			continue
		}
		n := strings.IndexAny(text[i:], " \t")
		if n < 0 {
			n = len(text) - i
		}
		if !b.full(line, i) {
			if at, wanted := b.addMove(text[i : i+n]); wanted != "" {
				return line.refuse(i+at, "moves", wanted)
			}
		}
		i += n
	}
	return nil
}

// tag reads one tag: [Name "value"], the value written as in JSON.
func (b *recordBuilder) tag(line *recordLine) error {
	const form = `a tag such as [Variant "klondike"], or a blank line before the moves`
	text := strings.TrimRight(string(line.text), " \t")
	nameEnd := strings.IndexByte(text, ' ')
	if text[0] != '[' || nameEnd < 0 || !strings.HasPrefix(text[nameEnd:], ` "`) || !strings.HasSuffix(text, `"]`) || nameEnd+2 > len(text)-2 {
		return line.refuse(0, "", form)
	}
	name := fieldOfTag(text[1:nameEnd])
	if name == "" {
		return line.refuse(1, "", "one of the tags "+tagNames())
	}
	if wanted := b.once(name); wanted != "" {
		return line.refuse(1, name, wanted)
	}
	value, wanted := unquote(text[nameEnd+1 : len(text)-1])
	if wanted != "" {
		return line.refuse(nameEnd+1, name, wanted)
	}
	switch name {
	case "options":
		wanted = b.optionsTag(value)
	case "deal":
		wanted = b.dealTag(value)
	default:
		wanted = recordFieldOf(name).set(&b.r, value)
	}
	if wanted != "" {
		return line.refuse(nameEnd+1, name, wanted)
	}
	b.begins(line, name, nameEnd+1, len(text)-1, value)
	return nil
}

// fieldOfTag returns the field that the tag holds, empty if there is no such tag.
func fieldOfTag(tag string) string {
	for _, f := range recordFields {
		if f.name != "moves" && tagName(f.name) == tag {
			return f.name
		}
	}
	return ""
}

func tagNames() string {
	names := make([]string, 0, len(recordFields))
	for _, f := range recordFields {
		if f.name != "moves" {
			names = append(names, tagName(f.name))
		}
	}
	return strings.Join(names, ", ")
}

// optionsTag reads options as the header of a state writes them: draw=1;redeals=2.
func (b *recordBuilder) optionsTag(value string) (wanted string) {
	b.r.Options = map[string]string{}
	if value == "" {
		return ""
	}
	for pair := range strings.SplitSeq(value, ";") {
		name, setting, found := strings.Cut(pair, "=")
		if !found {
			return "options such as draw=1;redeals=2"
		}
		if wanted := addOption(b.r.Options, name, setting); wanted != "" {
			return wanted
		}
	}
	return ""
}

// addOption adds an option by name. Whether the game has it is for Start to say.
func addOption(options map[string]string, name, value string) (wanted string) {
	if _, twice := options[name]; twice {
		return "each option once"
	}
	if !isOptionWord(name) || !isOptionWord(value) {
		return "the name of an option and its value"
	}
	options[name] = value
	return ""
}

func isOptionWord(text string) bool {
	for i := range len(text) {
		if c := text[i]; c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return text != ""
}

// dealTag reads a deal: number=12345, seed=any text, or deck=the cards.
func (b *recordBuilder) dealTag(value string) (wanted string) {
	b.r.Deal = &RecordDeal{}
	way, rest, _ := strings.Cut(value, "=")
	return b.r.Deal.set(way, rest)
}

// set reads one way to deal into the deal.
func (d *RecordDeal) set(way, value string) (wanted string) {
	switch way {
	case "number":
		n, err := strconv.ParseUint(value, 10, 32)
		if err != nil || n == 0 || strconv.FormatUint(n, 10) != value {
			return "a deal number from 1 to 4294967295"
		}
		d.Number = DealNumber(n)
	case "seed":
		if value == "" {
			return "a seed"
		}
		d.Seed = value
	case "deck":
		if value == "" {
			return "the cards in dealing order"
		}
		d.Deck = value
	default:
		return "number=12345, seed=text or deck=cards"
	}
	return ""
}
