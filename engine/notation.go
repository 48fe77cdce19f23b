package engine

import (
	"strconv"
	"strings"
)

// ParseState reads the text of a position. The error is a *ParseError where
// the text is not canonical, a *RulesVersionError where its rules version is
// not served, and a *SetupError with every violation where the position is
// impossible.
func ParseState(text string) (Position, error) {
	var s Setup
	if err := s.parse(text); err != nil {
		return Position{}, err
	}
	return s.Position()
}

// ParseSetup reads the text of a position that may be impossible. The errors are those of ParseState, *SetupError excepted.
func ParseSetup(text string) (Setup, error) {
	var s Setup
	if err := s.parse(text); err != nil {
		return Setup{}, err
	}
	return s, nil
}

// maxStateText bounds the text of a position; the longest possible one is far shorter.
const maxStateText = 4096

// parse reads the text into an empty setup.
func (s *Setup) parse(text string) error {
	if len(text) > maxStateText {
		return &ParseError{Input: text, Offset: maxStateText, Wanted: "the end of the position, which is at most 4096 bytes long"}
	}
	in := reader{text: text}
	if err := s.parseHeader(&in); err != nil {
		return err
	}
	if !in.skip(" m=") {
		return in.wanted("a blank, m= and the number of moves")
	}
	if !in.number(&s.moves) {
		return in.wanted("a whole number of at most 32 bits without leading zeros")
	}
	if err := s.parseCounters(&in); err != nil {
		return err
	}
	r, last := s.rules(), NoPile
	for in.at < len(text) {
		if !in.skip(" ") {
			return in.wanted("a blank or the end of the position")
		}
		if err := s.parsePile(&in, r, &last); err != nil {
			return err
		}
	}
	return nil
}

// parseHeader reads the variant, the rules version and the options.
func (s *Setup) parseHeader(in *reader) error {
	name := in.text[:in.find('/')]
	v, err := ParseVariant(name)
	if err != nil {
		return in.wanted("a variant: " + VariantNames())
	}
	d := v.definition()
	in.at = len(name)
	if !in.skip("/") {
		return in.wanted("/ and a rules version")
	}
	start := in.at
	for in.at < len(in.text) && in.text[in.at]-'0' <= 9 {
		in.at++
	}
	version := in.text[start:in.at]
	if version == "" || version[0] == '0' {
		in.at = start
		return in.wanted("a rules version")
	}
	if version != strconv.Itoa(d.version) {
		return &RulesVersionError{Variant: v, Version: version, Served: []int{d.version}}
	}
	s.options = v.Defaults()
	for i := range d.options {
		if err := s.parseOption(in, &d.options[i], i); err != nil {
			return err
		}
	}
	if in.at < len(in.text) && in.text[in.at] == ';' {
		in.at++
		return in.wanted("an option of " + d.name + " in canonical order, each once: " + optionNames(d))
	}
	return nil
}

func optionNames(d *definition) string {
	names := make([]string, len(d.options))
	for i := range d.options {
		names[i] = d.options[i].Name
	}
	return strings.Join(names, ", ")
}

// parseOption reads option i if it comes next.
func (s *Setup) parseOption(in *reader, o *Option, i int) error {
	rest := in.text[in.at:]
	n := len(o.Name)
	if len(rest) < n+2 || rest[0] != ';' || rest[1:n+1] != o.Name || rest[n+1] != '=' {
		return nil
	}
	in.at += n + 2
	end := in.at
	for end < len(in.text) && in.text[end] != ';' && in.text[end] != ' ' {
		end++
	}
	value, ok := o.value(in.text[in.at:end])
	if !ok {
		return in.wanted("a value of " + o.Name + ": " + o.Wanted())
	}
	if value == s.options.values[i] {
		return in.wanted("a value of " + o.Name + " other than its default " + o.Default + ", which is never written")
	}
	s.options.values[i] = value
	in.at = end
	return nil
}

// parseCounters reads the counters r, score and streak.
func (s *Setup) parseCounters(in *reader) error {
	for _, c := range [...]struct {
		label string
		value *int32
		named *bool
	}{{" r=", &s.redeals, &s.hasRedeals}, {" score=", &s.score, &s.hasScore}, {" streak=", &s.streak, &s.hasStreak}} {
		if !in.skip(c.label) {
			continue
		}
		*c.named = true
		if !in.number(c.value) {
			return in.wanted("a whole number of at most 32 bits without leading zeros")
		}
		if *c.value == 0 && c.value != &s.score {
			in.at--
			return in.wanted("a number other than 0, which is never written")
		}
	}
	return nil
}

// parsePile reads one pile; last is the pile read before it, for the order.
func (s *Setup) parsePile(in *reader, r *rules, last *PileID) error {
	start := in.at
	id := in.pile()
	if id == NoPile {
		return in.wanted("a pile: t1 to t10, p, c1 to c4, fc fd fh fs, f, s or w")
	}
	if id <= *last {
		in.at = start
		return in.wanted("a pile in canonical order after " + last.String())
	}
	*last = id
	if !in.skip(":") {
		return in.wanted("a colon")
	}
	alien := !r.has(id)
	if alien {
		s.alien.add(id)
	}
	switch id.Kind() {
	case KindPlace:
		return s.parsePlaces(in, alien)
	case KindFoundation:
		rank := in.rank()
		if rank == 0 {
			return in.wanted("the rank on top of the foundation: A23456789TJQK")
		}
		s.raiseFoundation(Suit(id.Index()), rank)
		return nil
	case KindFinished:
		return s.parseRuns(in)
	case KindCell:
		c := in.card()
		if c == NoCard {
			return in.wanted(cardWanted)
		}
		s.counts.add(c)
		s.cell[id.Index()] = c
		return nil
	default:
		return s.parseList(in, id, alien)
	}
}

// parseList reads the cards of a column, the stock or the waste. The piles come
// in canonical order, so the cards of each go behind those of the one before.
func (s *Setup) parseList(in *reader, id PileID, alien bool) error {
	l := listOf(id)
	n, bar := int(s.end[wasteList]), false
	start := n
	for {
		c := in.card()
		if c == NoCard {
			if id.Kind() == KindColumn && !bar && n > start && in.skip("|") {
				bar = true
				s.down[l] = uint8(n - start)
				continue
			}
			break
		}
		s.counts.add(c)
		if n < maxListed && !alien {
			s.cards[n] = c
		}
		n++
	}
	if n == start {
		return in.wanted(cardWanted)
	}
	n = min(n, maxListed)
	if alien {
		n = start
	}
	if bar {
		s.down[l] = min(s.down[l], uint8(n-start))
	}
	for ; l < listSpace; l++ {
		s.end[l] = uint8(n)
	}
	return nil
}

// parsePlaces reads the 28 places of a pyramid or of peaks.
func (s *Setup) parsePlaces(in *reader, alien bool) error {
	for i := range maxPlaces {
		if in.skip("..") {
			continue
		}
		c := in.card()
		if c == NoCard {
			return in.wanted("28 places, each a card or .. where it is gone")
		}
		s.counts.add(c)
		if !alien {
			s.place[i] = c
			s.present |= placeBit(i)
		}
	}
	if s.present == 0 && !alien {
		in.at -= 2
		return in.wanted("a card: where all places are gone, p is left out")
	}
	return nil
}

// parseRuns reads the suits of the finished runs.
func (s *Setup) parseRuns(in *reader) error {
	n, last := 0, uint8(0)
	for ; in.at < len(in.text) && in.text[in.at] != ' '; in.at++ {
		suit := suitsByLetter[in.text[in.at]]
		if suit == 0 || suit < last {
			break
		}
		if n++; n > 8 {
			return in.wanted("at most eight finished runs")
		}
		s.addRun(Suit(suit - 1))
		last = suit
	}
	if n == 0 || in.at < len(in.text) && in.text[in.at] != ' ' {
		return in.wanted("the suits of the finished runs, sorted c d h s")
	}
	return nil
}

// reader walks over the text of a position.
type reader struct {
	text string
	at   int
}

func (in *reader) wanted(what string) error {
	return &ParseError{Input: in.text, Offset: in.at, Wanted: what}
}

// find returns where the letter comes first, or the end.
func (in *reader) find(b byte) int {
	if i := strings.IndexByte(in.text, b); i >= 0 {
		return i
	}
	return len(in.text)
}

func (in *reader) skip(word string) bool {
	if strings.HasPrefix(in.text[in.at:], word) {
		in.at += len(word)
		return true
	}
	return false
}

// number reads a whole number of at most 32 bits, perhaps negative.
func (in *reader) number(n *int32) bool {
	negative := in.at < len(in.text) && in.text[in.at] == '-'
	start := in.at
	if negative {
		start++
	}
	v, digits := scanDigits(in.text[start:])
	if digits == 0 || negative && v == 0 {
		return false
	}
	if negative {
		v = -v
	}
	if int64(int32(v)) != v {
		return false
	}
	*n, in.at = int32(v), start+digits
	return true
}

// card reads a card if one comes next.
func (in *reader) card() Card {
	if in.at+1 >= len(in.text) {
		return NoCard
	}
	c := cardOf(in.text[in.at], in.text[in.at+1])
	if c != NoCard {
		in.at += 2
	}
	return c
}

func (in *reader) rank() Rank {
	if in.at >= len(in.text) {
		return 0
	}
	r := Rank(ranksByLetter[in.text[in.at]])
	if r != 0 {
		in.at++
	}
	return r
}

// pile reads the name of a pile field; the places are one field, p.
func (in *reader) pile() PileID {
	rest := in.text[in.at:]
	if len(rest) > 1 && rest[1] == ':' {
		switch rest[0] {
		case 'p':
			in.at++
			return firstPlace
		case 'f':
			in.at++
			return Finished
		}
	}
	id, n := scanPile(rest)
	if id.Kind() == KindPlace {
		return NoPile
	}
	if id != NoPile {
		in.at += n
	}
	return id
}

// String returns the canonical text of the position.
func (t *table) String() string {
	var room [512]byte
	return string(t.AppendText(room[:0]))
}

// AppendText appends the canonical text of the position to dst.
func (t *table) AppendText(dst []byte) []byte {
	dst = t.options.appendHeader(dst)
	dst = appendCounter(dst, " m=", t.moves)
	if t.redeals != 0 {
		dst = appendCounter(dst, " r=", t.redeals)
	}
	r := t.rules()
	if r.score != nil {
		dst = appendCounter(dst, " score=", t.score)
	}
	if t.streak != 0 {
		dst = appendCounter(dst, " streak=", t.streak)
	}
	for c := list(0); c < list(r.columns); c++ {
		if t.size(c) > 0 {
			dst = append((firstColumn + PileID(c)).appendName(append(dst, ' ')), ':')
			cards, down := t.pile(c), int(t.down[c])
			dst = appendCards(dst, cards[:down])
			if down > 0 {
				dst = append(dst, '|')
			}
			dst = appendCards(dst, cards[down:])
		}
	}
	if t.present != 0 {
		dst = t.appendPlaces(append(dst, " p:"...))
	}
	for c, card := range t.cell[:r.cells] {
		if card != NoCard {
			dst = append(dst, ' ', 'c', byte('1'+c), ':', rankLetters[card.Rank()], suitLetters[card.Suit()])
		}
	}
	for s, rank := range t.home {
		if rank != 0 {
			dst = append(dst, ' ', 'f', suitLetters[s], ':', rankLetters[rank])
		}
	}
	if t.runs != [4]uint8{} {
		dst = append(dst, " f:"...)
		for s, n := range t.runs {
			for ; n > 0; n-- {
				dst = append(dst, suitLetters[s])
			}
		}
	}
	if t.size(stockList) > 0 {
		dst = appendCards(append(dst, " s:"...), t.pile(stockList))
	}
	if t.size(wasteList) > 0 {
		dst = appendCards(append(dst, " w:"...), t.pile(wasteList))
	}
	return dst
}

func (t *table) appendPlaces(dst []byte) []byte {
	for _, c := range t.place {
		if c == NoCard {
			dst = append(dst, '.', '.')
			continue
		}
		dst = append(dst, rankLetters[c.Rank()], suitLetters[c.Suit()])
	}
	return dst
}

func appendCounter(dst []byte, label string, n int32) []byte {
	return strconv.AppendInt(append(dst, label...), int64(n), 10)
}
