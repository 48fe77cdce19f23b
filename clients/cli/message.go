package main

import (
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// gameMessage tells a position as the service does.
func gameMessage(p *engine.Position, view solitairev1.Game_View) *solitairev1.Game {
	game := &solitairev1.Game{
		State:           p.String(),
		Variant:         p.Variant().String(),
		Options:         p.Options().Map(),
		Status:          solitairev1.Game_Status(solitairev1.Game_Status_value[p.Status().String()]),
		MoveCount:       int32(p.Moves()),
		Score:           int32(p.Score()),
		FinishAvailable: p.FinishAvailable(),
	}
	if view == solitairev1.Game_STATE {
		return game
	}
	game.Table = &solitairev1.Table{}
	for _, pile := range p.Table() {
		game.Table.Piles = append(game.Table.Piles, &solitairev1.Pile{Id: pile.ID.String(), Cards: pile.Cards})
	}
	if view == solitairev1.Game_TABLE_AND_MOVES {
		game.Moves = legalMoves(p)
	}
	return game
}

// legalMoves lists the legal moves of a position.
func legalMoves(p *engine.Position) []*solitairev1.Move {
	var moves []*solitairev1.Move
	for _, move := range p.LegalMoves(nil) {
		moves = append(moves, moveMessage(p, move))
	}
	return moves
}

// moveMessage tells a legal move.
func moveMessage(p *engine.Position, m engine.Move) *solitairev1.Move {
	parts := p.Parts(m)
	return &solitairev1.Move{
		Move:    m.String(),
		Kind:    solitairev1.Move_Kind(solitairev1.Move_Kind_value[parts.Kind.String()]),
		From:    given(parts.From.String()),
		To:      given(parts.To.String()),
		Cards:   given(parts.Cards),
		TurnsUp: pileNames(parts.TurnsUp),
	}
}

// eventMessage tells what the move of an index did.
func eventMessage(index int, e engine.Event) *solitairev1.Event {
	event := &solitairev1.Event{
		MoveIndex: int32(index),
		Kind:      solitairev1.Event_Kind(solitairev1.Event_Kind_value[e.Kind.String()]),
		From:      given(e.From.String()),
		To:        given(e.To.String()),
		Cards:     given(e.Cards),
	}
	switch e.Kind {
	case engine.WasteRedealt:
		event.Count = number(e.Count)
	case engine.RunCompleted:
		event.Suit = given(e.Suit.String())
	case engine.ScoreChanged:
		event.Points = number(e.Points)
	case engine.Bonus:
		event.Points = number(e.Points)
		event.From = nil
		if e.Row > 0 {
			event.Row = number(e.Row)
		} else {
			event.Pile = given(e.From.String())
		}
	}
	return event
}

// dealMessage tells how a game was dealt, so that it can be dealt again.
func dealMessage(d engine.Deal) *solitairev1.Deal {
	deal := &solitairev1.Deal{Variant: d.Options.Variant().String(), Options: d.Options.Map()}
	switch {
	case d.Number != 0:
		number := uint32(d.Number)
		deal.Number = &number
	case d.Seed != "":
		deal.Seed = &d.Seed
	default:
		deck := engine.FormatCards(d.Deck)
		deal.Deck = &deck
	}
	return deal
}

// variantMessage describes a game.
func variantMessage(v engine.Variant) *solitairev1.Variant {
	variant := &solitairev1.Variant{
		Variant:        v.String(),
		Title:          v.Title(),
		RulesVersion:   int32(v.RulesVersion()),
		DeckSize:       int32(v.Defaults().DeckSize()),
		HiddenCards:    v.Hidden(),
		ScoringSchemes: scoringSchemes(v),
		DealWays: []solitairev1.Variant_DealWay{
			solitairev1.Variant_NUMBER, solitairev1.Variant_SEED, solitairev1.Variant_DECK, solitairev1.Variant_RANDOM,
		},
	}
	for _, id := range v.Defaults().Piles() {
		variant.Piles = append(variant.Piles, &solitairev1.Variant_Pile{Id: id.String(), Kind: pileKinds[id.Kind()]})
	}
	for _, option := range v.Options() {
		variant.Options = append(variant.Options, optionMessage(option))
	}
	return variant
}

var pileKinds = map[engine.PileKind]solitairev1.Variant_PileKind{
	engine.KindColumn:     solitairev1.Variant_COLUMN,
	engine.KindPlace:      solitairev1.Variant_PLACE,
	engine.KindCell:       solitairev1.Variant_CELL,
	engine.KindFoundation: solitairev1.Variant_FOUNDATION,
	engine.KindFinished:   solitairev1.Variant_FINISHED,
	engine.KindStock:      solitairev1.Variant_STOCK,
	engine.KindWaste:      solitairev1.Variant_WASTE,
}

func optionMessage(o engine.Option) *solitairev1.Variant_Option {
	option := &solitairev1.Variant_Option{Name: o.Name, Default: o.Default}
	if o.Type == engine.Choice {
		option.Type, option.Values = solitairev1.Variant_CHOICE, o.Values
		return option
	}
	option.Type, option.Max, option.Unlimited = solitairev1.Variant_COUNT, number(o.Max), len(o.Values) > 0
	return option
}

// scoringSchemes lists the ways to keep the score, each with the score of a fresh deal.
func scoringSchemes(v engine.Variant) []*solitairev1.Variant_ScoringScheme {
	var schemes []*solitairev1.Variant_ScoringScheme
	for _, option := range v.Options() {
		if option.Name != "scoring" {
			continue
		}
		for _, name := range option.Values {
			options, err := engine.ParseOptions(v, map[string]string{option.Name: name})
			if err != nil || !options.Scored() {
				continue
			}
			if deal, err := engine.DealByNumber(options, 1); err == nil {
				fresh := deal.Position()
				schemes = append(schemes, &solitairev1.Variant_ScoringScheme{Name: name, Start: int32(fresh.Score())})
			}
		}
	}
	return schemes
}

// refusalMessage tells why a move is refused.
func refusalMessage(e *engine.IllegalMoveError) *solitairev1.Refusal {
	return &solitairev1.Refusal{
		Reason:  solitairev1.Refusal_Reason(solitairev1.Refusal_Reason_value[e.Reason.String()]),
		Piles:   pileNames(e.Piles),
		Cards:   e.Cards,
		Limit:   int32(e.Limit),
		Asked:   int32(e.Asked),
		Rule:    e.Rule(),
		Message: phrase.Refusal(phrase.English, e),
	}
}

// expectationOf reads what a record claims.
func expectationOf(e *solitairev1.Expectation) engine.Expectation {
	expectation := engine.Expectation{StateSHA256: e.StateSha256}
	if e.Status != nil {
		status := e.GetStatus().String()
		expectation.Status = &status
	}
	if e.Score != nil {
		score := int(e.GetScore())
		expectation.Score = &score
	}
	if e.MoveCount != nil {
		moves := int(e.GetMoveCount())
		expectation.MoveCount = &moves
	}
	return expectation
}

func pileNames(piles []engine.PileID) []string {
	var names []string
	for _, id := range piles {
		names = append(names, id.String())
	}
	return names
}

// given is a text that is absent when it is empty.
func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func number(n int) *int32 {
	n32 := int32(n)
	return &n32
}
