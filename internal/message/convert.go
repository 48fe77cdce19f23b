package message

import (
	"errors"
	"strings"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// The names of the wire are those of the engine, so that a lookup by name converts them; a test
// holds that each finds its counterpart.
var (
	statuses   = numbers(solitairev1.Game_Status_value, engine.InProgress, engine.Won, engine.Stuck)
	moveKinds  = numbers(solitairev1.Move_Kind_value, engine.Transfer, engine.Draw, engine.Redeal, engine.Remove)
	eventKinds = numbers(solitairev1.Event_Kind_value, engine.CardsMoved, engine.CardTurnedUp, engine.CardDrawn,
		engine.CardDealt, engine.WasteRedealt, engine.RunCompleted, engine.CardRemoved, engine.Bonus,
		engine.ScoreChanged, engine.GameWon)
	refusalReasons = numbers(solitairev1.Refusal_Reason_value, engine.Reasons()...)
)

// numbers lists, for each of the engine's values, the number of the same name on the wire.
func numbers[V interface {
	~uint8
	String() string
}](wire map[string]int32, values ...V) [256]int32 {
	var table [256]int32
	for _, v := range values {
		table[v] = wire[v.String()]
	}
	return table
}

// pileNames holds the name of every pile for messages to share: events name them often.
var pileNames = func() (names [256]*string) {
	for _, v := range engine.Variants() {
		for _, id := range v.Defaults().Piles() {
			name := id.String()
			names[id] = &name
		}
	}
	return names
}()

// pileName gives the name of a pile, nil for none, as an optional field has it.
func pileName(id engine.PileID) *string { return pileNames[id] }

// Game tells a position, with as much of it as the view asks for.
func Game(p *engine.Position, view solitairev1.Game_View) *solitairev1.Game {
	o := p.Options()
	g := &solitairev1.Game{
		State:           p.String(),
		Variant:         p.Variant().String(),
		Options:         optionValues(o),
		Status:          solitairev1.Game_Status(statuses[p.Status()]),
		MoveCount:       int32(p.Moves()),
		Score:           int32(p.Score()),
		FinishAvailable: p.FinishAvailable(),
	}
	if view != solitairev1.Game_STATE {
		g.Table = table(p)
	}
	if view == solitairev1.Game_TABLE_AND_MOVES {
		g.Moves = Moves(p)
	}
	return g
}

func table(p *engine.Position) *solitairev1.Table {
	views := p.Table()
	piles := make([]solitairev1.Pile, len(views))
	t := &solitairev1.Table{Piles: make([]*solitairev1.Pile, len(views))}
	for i, v := range views {
		piles[i].Id, piles[i].Cards = *pileName(v.ID), v.Cards
		t.Piles[i] = &piles[i]
	}
	return t
}

// Moves lists the legal moves of a position, in their order.
func Moves(p *engine.Position) []*solitairev1.Move {
	legal := p.LegalMoves(nil)
	moves := make([]*solitairev1.Move, len(legal))
	for i, m := range legal {
		moves[i] = move(p, m)
	}
	return moves
}

// move tells a legal move.
func move(p *engine.Position, m engine.Move) *solitairev1.Move {
	parts := p.Parts(m)
	message := &solitairev1.Move{
		Move: m.String(),
		Kind: solitairev1.Move_Kind(moveKinds[parts.Kind]),
		From: pileName(parts.From),
		To:   pileName(parts.To),
	}
	if parts.Cards != "" {
		message.Cards = &parts.Cards
	}
	for _, id := range parts.TurnsUp {
		message.TurnsUp = append(message.TurnsUp, *pileName(id))
	}
	return message
}

// journal collects the events of moves played one after the other.
type journal struct {
	events []engine.Event
	// ends holds, for each move, how many events there were after it.
	ends []int
}

func newJournal(moves int) *journal {
	return &journal{events: make([]engine.Event, 0, 2*moves+2), ends: make([]int, 0, moves)}
}

func (j *journal) play(p *engine.Position, m engine.Move) error {
	events, err := p.ApplyEvents(m, j.events)
	if err != nil {
		return err
	}
	j.events, j.ends = events, append(j.ends, len(events))
	return nil
}

// messages gives all events, each under the index of its move.
func (j *journal) messages() []*solitairev1.Event {
	messages := make([]solitairev1.Event, len(j.events))
	pointers := make([]*solitairev1.Event, len(j.events))
	next := 0
	for index, end := range j.ends {
		for ; next < end; next++ {
			fillEvent(&messages[next], &j.events[next], int32(index))
			pointers[next] = &messages[next]
		}
	}
	return pointers
}

// Play plays the moves of a log and tells what they did. The error is a *MoveError.
func Play(p *engine.Position, log []string) ([]*solitairev1.Event, error) {
	played := newJournal(len(log))
	for i, text := range log {
		m, err := engine.ParseMove(text)
		if err == nil {
			err = played.play(p, m)
		}
		if err != nil {
			return nil, &MoveError{Index: i, Err: err}
		}
	}
	return played.messages(), nil
}

// PlayMoves plays moves and tells them and what they did. The error is a *MoveError.
func PlayMoves(p *engine.Position, moves []engine.Move) ([]*solitairev1.Move, []*solitairev1.Event, error) {
	played := newJournal(len(moves))
	told := make([]*solitairev1.Move, len(moves))
	for i, m := range moves {
		told[i] = move(p, m)
		if err := played.play(p, m); err != nil {
			return nil, nil, &MoveError{Index: i, Err: err}
		}
	}
	return told, played.messages(), nil
}

func fillEvent(message *solitairev1.Event, e *engine.Event, index int32) {
	message.MoveIndex = index
	message.Kind = solitairev1.Event_Kind(eventKinds[e.Kind])
	message.To = pileName(e.To)
	if e.Cards != "" {
		message.Cards = &e.Cards
	}
	switch e.Kind {
	case engine.WasteRedealt:
		count := int32(e.Count)
		message.Count = &count
	case engine.RunCompleted:
		message.From = pileName(e.From)
		suit := e.Suit.String()
		message.Suit = &suit
	case engine.Bonus:
		// A bonus is for a row of the pyramid or for a peak.
		message.Pile = pileName(e.From)
		if e.Row != 0 {
			row := int32(e.Row)
			message.Row = &row
		}
		points := int32(e.Points)
		message.Points = &points
	case engine.ScoreChanged:
		points := int32(e.Points)
		message.Points = &points
	default:
		message.From = pileName(e.From)
	}
}

// Refusal tells why a move is refused, with a sentence in the language.
func Refusal(l phrase.Language, e *engine.IllegalMoveError) *solitairev1.Refusal {
	r := &solitairev1.Refusal{
		Reason:  solitairev1.Refusal_Reason(refusalReasons[e.Reason]),
		Cards:   e.Cards,
		Limit:   int32(e.Limit),
		Asked:   int32(e.Asked),
		Rule:    e.Rule(),
		Message: phrase.Refusal(l, e),
	}
	for _, id := range e.Piles {
		r.Piles = append(r.Piles, id.String())
	}
	return r
}

// Deal tells how a game was dealt: by its number or seed, else by its deck.
func Deal(d engine.Deal) *solitairev1.Deal {
	message := &solitairev1.Deal{Variant: d.Options.Variant().String(), Options: optionValues(d.Options)}
	switch {
	case d.Number != 0:
		number := uint32(d.Number)
		message.Number = &number
	case d.Seed != "":
		message.Seed = &d.Seed
	default:
		deck := engine.FormatCards(d.Deck)
		message.Deck = &deck
	}
	return message
}

// Variant describes a variant in the language, without the text of its rules.
func Variant(l phrase.Language, v engine.Variant) *solitairev1.Variant {
	o := v.Defaults()
	message := &solitairev1.Variant{
		Variant:        v.String(),
		Title:          phrase.Variant(l, v),
		RulesVersion:   int32(v.RulesVersion()),
		DeckSize:       int32(o.DeckSize()),
		HiddenCards:    v.Hidden(),
		ScoringSchemes: schemes(v),
		DealWays: []solitairev1.Variant_DealWay{
			solitairev1.Variant_NUMBER, solitairev1.Variant_SEED, solitairev1.Variant_DECK, solitairev1.Variant_RANDOM,
			solitairev1.Variant_WINNABLE,
		},
		DealTables: dealTables(v),
	}
	if len(message.DealTables) > 0 {
		message.DealWays = append(message.DealWays, solitairev1.Variant_DAILY)
	}
	for _, id := range o.Piles() {
		message.Piles = append(message.Piles, &solitairev1.Variant_Pile{Id: id.String(), Kind: pileKind(id.Kind())})
	}
	for _, option := range v.Options() {
		message.Options = append(message.Options, describedOption(option))
	}
	return message
}

// schemes lists the scoring schemes of a variant, each with the score of a fresh deal.
func schemes(v engine.Variant) []*solitairev1.Variant_ScoringScheme {
	var all []*solitairev1.Variant_ScoringScheme
	for _, option := range v.Options() {
		if option.Name != "scoring" {
			continue
		}
		for _, name := range option.Values {
			o, err := engine.ParseOptions(v, map[string]string{option.Name: name})
			if err != nil || !o.Scored() {
				continue
			}
			if d, err := engine.DealByNumber(o, 1); err == nil {
				fresh := d.Position()
				all = append(all, &solitairev1.Variant_ScoringScheme{Name: name, Start: int32(fresh.Score())})
			}
		}
	}
	return all
}

func describedOption(option engine.Option) *solitairev1.Variant_Option {
	message := &solitairev1.Variant_Option{Name: option.Name, Default: option.Default}
	if option.Type == engine.Count {
		most := int32(option.Max)
		message.Type, message.Max = solitairev1.Variant_COUNT, &most
		message.Unlimited = len(option.Values) > 0
		return message
	}
	message.Type, message.Values = solitairev1.Variant_CHOICE, option.Values
	return message
}

func pileKind(kind engine.PileKind) solitairev1.Variant_PileKind {
	switch kind {
	case engine.KindColumn:
		return solitairev1.Variant_COLUMN
	case engine.KindPlace:
		return solitairev1.Variant_PLACE
	case engine.KindCell:
		return solitairev1.Variant_CELL
	case engine.KindFoundation:
		return solitairev1.Variant_FOUNDATION
	case engine.KindFinished:
		return solitairev1.Variant_FINISHED
	case engine.KindStock:
		return solitairev1.Variant_STOCK
	case engine.KindWaste:
		return solitairev1.Variant_WASTE
	}
	return solitairev1.Variant_PILE_KIND_UNSPECIFIED
}

// RulesVersions lists the versions of the rules of every variant. Every version up to the present one
// is served.
func RulesVersions() []*solitairev1.GetVersionResponse_RulesVersions {
	var all []*solitairev1.GetVersionResponse_RulesVersions
	for _, v := range engine.Variants() {
		served := &solitairev1.GetVersionResponse_RulesVersions{Variant: v.String()}
		for version := 1; version <= v.RulesVersion(); version++ {
			served.Versions = append(served.Versions, int32(version))
		}
		all = append(all, served)
	}
	return all
}

// Variants describes all variants in their fixed order and in the language.
func Variants(l phrase.Language) []*solitairev1.Variant {
	var all []*solitairev1.Variant
	for _, v := range engine.Variants() {
		all = append(all, Variant(l, v))
	}
	return all
}

// Check tells in the language why a move is refused, nil if it is legal.
func Check(l phrase.Language, p *engine.Position, m engine.Move) *solitairev1.Refusal {
	var illegal *engine.IllegalMoveError
	if errors.As(p.Check(m), &illegal) {
		return Refusal(l, illegal)
	}
	return nil
}

// Replay plays the log of a request from a position and tells in the language how far it is legal. An
// entry that cannot be read is a *MoveError.
func Replay(l phrase.Language, start engine.Position, r *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	answer := &solitairev1.ReplayGameResponse{}
	var visit func(int, *engine.Position)
	if every := int(r.SnapshotInterval); every > 0 {
		visit = func(applied int, p *engine.Position) {
			if applied%every == 0 {
				answer.Snapshots = append(answer.Snapshots,
					&solitairev1.ReplayGameResponse_Snapshot{Applied: int32(applied), State: p.String()})
			}
		}
	}
	played := engine.Replay(start, r.Moves, visit)
	if played.Unreadable != nil {
		return nil, &MoveError{Index: played.Applied, Err: played.Unreadable}
	}
	answer.Game = Game(&played.Position, r.View)
	answer.Applied = int32(played.Applied)
	answer.Complete = played.Refusal == nil
	if played.Refusal != nil {
		answer.Stop = &solitairev1.ReplayGameResponse_Stop{Index: answer.Applied, Refusal: Refusal(l, played.Refusal)}
	}
	expected := expectation(r.Expect)
	for _, d := range expected.Compare(&played.Position) {
		answer.Differences = append(answer.Differences,
			&solitairev1.ReplayGameResponse_Difference{Field: d.Field, Want: d.Want, Got: d.Got})
	}
	return answer, nil
}

// expectation reads what a caller believes about a result.
func expectation(e *solitairev1.Expectation) engine.Expectation {
	if e == nil {
		return engine.Expectation{}
	}
	expected := engine.Expectation{StateSHA256: e.StateSha256}
	if e.Status != nil {
		name := e.Status.String()
		expected.Status = &name
	}
	if e.Score != nil {
		score := int(*e.Score)
		expected.Score = &score
	}
	if e.MoveCount != nil {
		moves := int(*e.MoveCount)
		expected.MoveCount = &moves
	}
	return expected
}

// Convert reads one format and writes another, within limits. The error is an *interop.FieldError or
// an *interop.UnsupportedError.
func Convert(r *solitairev1.ConvertPositionRequest, limits interop.Limits) (*solitairev1.ConvertPositionResponse, error) {
	asked := conversion(r)
	asked.Limits = limits
	result, err := interop.Convert(asked)
	if err != nil {
		return nil, err
	}
	return converted(result), nil
}

// conversion reads what a caller wants converted. An autoplay that has no name is none.
func conversion(r *solitairev1.ConvertPositionRequest) interop.Conversion {
	c := interop.Conversion{
		From: r.From.String(), To: r.To.String(),
		Variant: r.Variant, Options: r.Options, Text: r.Text, State: r.State,
		Number: (*engine.DealNumber)(r.Number), Moves: r.Moves, Single: r.Single,
	}
	for _, pile := range r.Piles {
		c.Piles = append(c.Piles, interop.Pile{ID: pile.GetId(), Cards: pile.GetCards()})
	}
	if n := r.Counters; n != nil {
		c.Counters = &interop.Counters{Moves: n.MoveCount, Redeals: n.Redeals, Score: n.GetScore(), Streak: n.Streak}
	}
	if rule, known := interop.ParseAutoplay(strings.ToLower(r.Autoplay.String())); known {
		c.Autoplay = &rule
	}
	return c
}

// converted tells what a conversion gave.
func converted(c interop.Converted) *solitairev1.ConvertPositionResponse {
	answer := &solitairev1.ConvertPositionResponse{
		Text:    c.Text,
		State:   c.Start.String(),
		Variant: c.Start.Variant().String(),
		Options: optionValues(c.Start.Options()),
		Moves:   c.Moves,
	}
	for _, pile := range c.Piles {
		answer.Piles = append(answer.Piles, &solitairev1.Pile{Id: pile.ID, Cards: pile.Cards})
	}
	if c.Piles != nil {
		answer.Counters = counters(&c.Start)
	}
	if c.Number != 0 {
		number := uint32(c.Number)
		answer.Number = &number
	}
	return answer
}

func counters(p *engine.Position) *solitairev1.Counters {
	n := &solitairev1.Counters{MoveCount: int32(p.Moves()), Redeals: int32(p.Redeals()), Streak: int32(p.Streak())}
	if p.Options().Scored() {
		score := int32(p.Score())
		n.Score = &score
	}
	return n
}
