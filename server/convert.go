package main

import (
	"errors"
	"strings"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// This file alone knows both the engine's values and the messages of the wire.

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

func gameMessage(p *engine.Position, view solitairev1.Game_View) *solitairev1.Game {
	o := p.Options()
	g := &solitairev1.Game{
		State:           p.String(),
		Variant:         p.Variant().String(),
		Options:         optionValues(o),
		Status:          statusMessage(p.Status()),
		MoveCount:       int32(p.Moves()),
		Score:           int32(p.Score()),
		FinishAvailable: p.FinishAvailable(),
	}
	if view != solitairev1.Game_STATE {
		g.Table = tableMessage(p)
	}
	if view == solitairev1.Game_TABLE_AND_MOVES {
		g.Moves = moveMessages(p)
	}
	return g
}

func statusMessage(s engine.Status) solitairev1.Game_Status {
	return solitairev1.Game_Status(statuses[s])
}

func tableMessage(p *engine.Position) *solitairev1.Table {
	views := p.Table()
	piles := make([]solitairev1.Pile, len(views))
	t := &solitairev1.Table{Piles: make([]*solitairev1.Pile, len(views))}
	for i, v := range views {
		piles[i].Id, piles[i].Cards = *pileName(v.ID), v.Cards
		t.Piles[i] = &piles[i]
	}
	return t
}

// moveMessages lists the legal moves of a position.
func moveMessages(p *engine.Position) []*solitairev1.Move {
	legal := p.LegalMoves(nil)
	moves := make([]*solitairev1.Move, len(legal))
	for i, m := range legal {
		moves[i] = moveMessage(p, m)
	}
	return moves
}

func moveMessage(p *engine.Position, m engine.Move) *solitairev1.Move {
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

func refusalMessage(e *engine.IllegalMoveError) *solitairev1.Refusal {
	r := &solitairev1.Refusal{
		Reason:  solitairev1.Refusal_Reason(refusalReasons[e.Reason]),
		Cards:   e.Cards,
		Limit:   int32(e.Limit),
		Asked:   int32(e.Asked),
		Rule:    e.Rule(),
		Message: phrase.Refusal(phrase.English, e),
	}
	for _, id := range e.Piles {
		r.Piles = append(r.Piles, id.String())
	}
	return r
}

// dealMessage tells how a game was dealt: by its number or seed, else by its deck.
func dealMessage(d engine.Deal) *solitairev1.Deal {
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

// variantMessage describes a variant, without the text of its rules.
func variantMessage(v engine.Variant) *solitairev1.Variant {
	o := v.Defaults()
	message := &solitairev1.Variant{
		Variant:      v.String(),
		Title:        v.Title(),
		RulesVersion: int32(v.RulesVersion()),
		DeckSize:     int32(o.DeckSize()),
		HiddenCards:  v.Hidden(),
		DealWays: []solitairev1.Variant_DealWay{
			solitairev1.Variant_NUMBER, solitairev1.Variant_SEED, solitairev1.Variant_DECK, solitairev1.Variant_RANDOM,
		},
	}
	for _, id := range o.Piles() {
		message.Piles = append(message.Piles, &solitairev1.Variant_Pile{Id: id.String(), Kind: pileKindMessage(id.Kind())})
	}
	for _, option := range v.Options() {
		message.Options = append(message.Options, optionMessage(option))
	}
	for name, start := range schemes(v) {
		message.ScoringSchemes = append(message.ScoringSchemes, &solitairev1.Variant_ScoringScheme{Name: name, Start: int32(start)})
	}
	return message
}

func optionMessage(option engine.Option) *solitairev1.Variant_Option {
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

func pileKindMessage(kind engine.PileKind) solitairev1.Variant_PileKind {
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

// readExpectation reads what a caller believes about a result.
func readExpectation(e *solitairev1.Expectation) (engine.Expectation, error) {
	if e == nil {
		return engine.Expectation{}, nil
	}
	expected := engine.Expectation{StateSHA256: e.StateSha256}
	if e.Status != nil {
		name, known := solitairev1.Game_Status_name[int32(*e.Status)]
		if !known || *e.Status == solitairev1.Game_STATUS_UNSPECIFIED {
			return expected, noSuchValue("expect.status", int32(*e.Status))
		}
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
	return expected, nil
}

func differenceMessages(differences []engine.Difference) []*solitairev1.ReplayGameResponse_Difference {
	var messages []*solitairev1.ReplayGameResponse_Difference
	for _, d := range differences {
		messages = append(messages, &solitairev1.ReplayGameResponse_Difference{Field: d.Field, Want: fit(d.Want), Got: d.Got})
	}
	return messages
}

// variantMessages describes all variants in their fixed order.
func variantMessages() []*solitairev1.Variant {
	var all []*solitairev1.Variant
	for _, v := range engine.Variants() {
		all = append(all, variantMessage(v))
	}
	return all
}

// versionMessage says what this build serves. Every rules version up to the present one is served.
func versionMessage(l *limits, build string) *solitairev1.GetVersionResponse {
	answer := &solitairev1.GetVersionResponse{
		Build:           build,
		NotationVersion: notationVersion,
		Limits: &solitairev1.GetVersionResponse_Limits{
			MessageBytes: int32(l.messageBytes),
			Moves:        int32(l.moves),
			DeckCards:    int32(l.deckCards),
			SeedBytes:    int32(l.seedBytes),
			Snapshots:    int32(l.snapshots),
		},
	}
	for _, v := range engine.Variants() {
		served := &solitairev1.GetVersionResponse_RulesVersions{Variant: v.String()}
		for version := 1; version <= v.RulesVersion(); version++ {
			served.Versions = append(served.Versions, int32(version))
		}
		answer.RulesVersions = append(answer.RulesVersions, served)
	}
	return answer
}

// checkView refuses a view that this version does not know.
func checkView(field string, view solitairev1.Game_View) error {
	if _, known := solitairev1.Game_View_name[int32(view)]; !known {
		return noSuchValue(field, int32(view))
	}
	return nil
}

// checkMove gives the refusal of a move, nil if it is legal.
func checkMove(p *engine.Position, m engine.Move) *solitairev1.Refusal {
	var illegal *engine.IllegalMoveError
	if errors.As(p.Check(m), &illegal) {
		return refusalMessage(illegal)
	}
	return nil
}

// replayStart gives the position in which a log begins.
func (l *limits) replayStart(r *solitairev1.ReplayGameRequest) (engine.Position, error) {
	switch {
	case r.Deal != nil && r.State != "":
		return engine.Position{}, exclusive("deal", "state")
	case r.State != "":
		return readState("state", r.State)
	case r.Deal == nil:
		return engine.Position{}, missing("deal")
	}
	has := given{r.Deal.Number != nil, r.Deal.Seed != nil, r.Deal.Deck != nil}
	if has == (given{}) && r.Deal.Variant != "" {
		// A log of a random game cannot be replayed.
		return engine.Position{}, missing("deal.number")
	}
	d, err := l.readDeal("deal", r.Deal, has)
	if err != nil {
		return engine.Position{}, err
	}
	return d.Position(), nil
}

// replay plays a log and tells how far it is legal.
func (l *limits) replay(r *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	if err := checkView("view", r.View); err != nil {
		return nil, err
	}
	if err := l.checkLog(len(r.Moves), int(r.SnapshotInterval)); err != nil {
		return nil, err
	}
	start, err := l.replayStart(r)
	if err != nil {
		return nil, err
	}
	expected, err := readExpectation(r.GetExpect())
	if err != nil {
		return nil, err
	}
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
		return nil, moveProblem(entry("moves", played.Applied), played.Applied, played.Unreadable)
	}
	answer.Game = gameMessage(&played.Position, r.View)
	answer.Applied = int32(played.Applied)
	answer.Complete = played.Refusal == nil
	if played.Refusal != nil {
		answer.Stop = &solitairev1.ReplayGameResponse_Stop{Index: answer.Applied, Refusal: refusalMessage(played.Refusal)}
	}
	answer.Differences = differenceMessages(expected.Compare(&played.Position))
	return answer, nil
}

// convert reads one format and writes another.
func (l *limits) convert(r *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	if err := l.checkConversion(r); err != nil {
		return nil, err
	}
	result, err := interop.Convert(readConversion(r))
	if err != nil {
		return nil, conversionProblem(err)
	}
	return convertedMessage(result), nil
}

// readConversion reads what a caller wants converted. An autoplay that has no name is none.
func readConversion(r *solitairev1.ConvertPositionRequest) interop.Conversion {
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

// mostPiles is more than any game has.
const mostPiles = 64

func (l *limits) checkConversion(r *solitairev1.ConvertPositionRequest) error {
	for _, format := range []struct {
		field string
		value solitairev1.ConvertPositionRequest_Format
	}{{"from", r.From}, {"to", r.To}} {
		if format.value == solitairev1.ConvertPositionRequest_FORMAT_UNSPECIFIED {
			return missing(format.field)
		}
		if _, known := solitairev1.ConvertPositionRequest_Format_name[int32(format.value)]; !known {
			return noSuchValue(format.field, int32(format.value))
		}
	}
	if len(r.Piles) > mostPiles {
		return overLimit("piles", mostPiles, len(r.Piles))
	}
	if _, known := solitairev1.ConvertPositionRequest_Autoplay_name[int32(r.Autoplay)]; !known {
		return noSuchValue("autoplay", int32(r.Autoplay))
	}
	return l.checkMoves("moves", len(r.Moves))
}

func convertedMessage(c interop.Converted) *solitairev1.ConvertPositionResponse {
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
		answer.Counters = countersMessage(&c.Start)
	}
	if c.Number != 0 {
		answer.Number = (*uint32)(&c.Number)
	}
	return answer
}

func countersMessage(p *engine.Position) *solitairev1.Counters {
	n := &solitairev1.Counters{MoveCount: int32(p.Moves()), Redeals: int32(p.Redeals()), Streak: int32(p.Streak())}
	if p.Options().Scored() {
		score := int32(p.Score())
		n.Score = &score
	}
	return n
}
