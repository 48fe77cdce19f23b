package main

import (
	"maps"
	"strings"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// dealRecord is a line of deals.jsonl: which board a number or a seed deals. Options
// is the header of the state.
type dealRecord struct {
	Options string
	Number  *uint32
	Seed    *string
	Deck    string
	State   string
}

func (d dealRecord) check(c *checker) {
	variant, values := headerOf(d.Options)
	request := &solitairev1.DealGameRequest{
		Variant: variant, Options: values, Number: d.Number, Seed: d.Seed, View: solitairev1.Game_STATE,
	}
	if dealt, ok := ask[solitairev1.DealGameResponse](c, request); ok {
		compare(c, "state", dealt.GetGame().GetState(), d.State)
		c.game("game", dealt.GetGame(), nil, solitairev1.Game_STATE)
		c.inspected("game", dealt.GetGame())
		compare(c, "deal", dealt.GetDeal().GetVariant(), variant)
		c.includes("deal", dealt.GetDeal().GetOptions(), values)
		c.holds("deal", maps.Equal(dealt.GetDeal().GetOptions(), dealt.GetGame().GetOptions()),
			"got options %v of the deal and %v of the game", dealt.GetDeal().GetOptions(), dealt.GetGame().GetOptions())
		compare(c, "deal", dealt.GetDeal().GetDeck()+dealt.GetDeal().GetDaily(), "")
		c.holds("deal", dealt.GetProof() == nil, "got a proof that nobody asked for: %v", dealt.GetProof())
		compare(c, "deal", dealt.GetDeal().GetNumber(), request.GetNumber())
		compare(c, "deal", dealt.GetDeal().GetSeed(), request.GetSeed())
	}
	request = &solitairev1.DealGameRequest{Variant: variant, Options: values, Deck: &d.Deck, View: solitairev1.Game_STATE}
	if dealt, ok := ask[solitairev1.DealGameResponse](c, request); ok {
		compare(c, "deck", dealt.GetGame().GetState(), d.State)
		compare(c, "deck", dealt.GetDeal().GetDeck(), d.Deck)
	}
}

// headerOf reads the header of a state: "klondike/1;draw=1".
func headerOf(header string) (variant string, options map[string]string) {
	name, settings, _ := strings.Cut(header, ";")
	variant, _, _ = strings.Cut(name, "/")
	options = map[string]string{}
	for setting := range strings.SplitSeq(settings, ";") {
		if name, value, set := strings.Cut(setting, "="); set {
			options[name] = value
		}
	}
	return variant, options
}
