package main

import (
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
		compare(c, "deal", dealt.GetDeal().GetNumber(), request.GetNumber())
		compare(c, "deal", dealt.GetDeal().GetSeed(), request.GetSeed())
	}
	request = &solitairev1.DealGameRequest{Variant: variant, Options: values, Deck: &d.Deck, View: solitairev1.Game_STATE}
	if dealt, ok := ask[solitairev1.DealGameResponse](c, request); ok {
		compare(c, "deck", dealt.GetGame().GetState(), d.State)
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
