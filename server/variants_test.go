package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestAVariantIsDescribedSoThatItCanBePlayed(t *testing.T) {
	s := start(t, nil)
	list, err := s.client.ListVariants(t.Context(), &solitairev1.ListVariantsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Variants) != len(engine.Variants()) {
		t.Fatalf("%d variants", len(list.Variants))
	}
	for _, v := range list.Variants {
		if len(v.Rules) != 0 {
			t.Errorf("%s: the list has the text of the rules", v.Variant)
		}
		full, err := s.client.GetVariant(t.Context(), &solitairev1.GetVariantRequest{Variant: v.Variant})
		if err != nil {
			t.Fatal(err)
		}
		for _, language := range []string{"de", "en"} {
			if !strings.HasPrefix(full.Variant.Rules[language], "# ") {
				t.Errorf("%s: no rules in %s", v.Variant, language)
			}
		}
		full.Variant.Rules = nil
		if !proto.Equal(v, full.Variant) {
			t.Errorf("%s differs from its entry in the list", v.Variant)
		}
		s.checkPiles(t, v)
		for _, o := range v.Options {
			s.checkOption(t, v, o)
		}
		s.checkSchemes(t, v)
	}
}

// checkPiles deals a game and compares its table with the piles described.
func (r *running) checkPiles(t *testing.T, v *solitairev1.Variant) {
	t.Helper()
	dealt, err := r.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.Variant})
	if err != nil {
		t.Fatal(err)
	}
	cards := 0
	for i, pile := range dealt.Game.Table.Piles {
		if i >= len(v.Piles) || v.Piles[i].Id != pile.Id || v.Piles[i].Kind == solitairev1.Variant_PILE_KIND_UNSPECIFIED {
			t.Errorf("%s: pile %d is %s, described as %v", v.Variant, i, pile.Id, v.Piles)
			return
		}
		cards += len(pile.Cards) / 2
	}
	if cards != int(v.DeckSize) || len(v.Piles) != len(dealt.Game.Table.Piles) {
		t.Errorf("%s: %d cards in %d piles, described as %d in %d", v.Variant, cards, len(dealt.Game.Table.Piles), v.DeckSize, len(v.Piles))
	}
	hidden := slices.ContainsFunc(dealt.Game.Table.Piles, func(p *solitairev1.Pile) bool { return strings.Contains(p.Cards, "?") })
	if v.HiddenCards != hidden {
		t.Errorf("%s: hidden cards %t, dealt %t", v.Variant, v.HiddenCards, hidden)
	}
}

// checkOption deals with every value that the option is said to take, and with one that it is not.
func (r *running) checkOption(t *testing.T, v *solitairev1.Variant, o *solitairev1.Variant_Option) {
	t.Helper()
	good := o.Values
	if o.Type == solitairev1.Variant_COUNT {
		good = []string{"0", "1", "2147483647"}
		if o.Unlimited {
			good = append(good, "unlimited")
		}
	}
	if !slices.Contains(good, o.Default) && o.Type == solitairev1.Variant_CHOICE {
		t.Errorf("%s.%s: the default %q is none of %v", v.Variant, o.Name, o.Default, good)
	}
	for _, value := range good {
		options := map[string]string{o.Name: value}
		if v.Variant == "golf" && o.Name == "wrap" {
			options["on_king"] = "queen" // the only pair of options that hang together
		}
		dealt, err := r.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.Variant, Options: options})
		if err != nil || dealt.Game.Options[o.Name] != value {
			t.Errorf("%s.%s=%s: %v, %v", v.Variant, o.Name, value, dealt, err)
		}
	}
	_, err := r.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.Variant, Options: map[string]string{o.Name: "perhaps"}})
	if e := asJSON(t, err); e.reason() != "INVALID_OPTION" || e.fields()[0] != "options["+o.Name+"]" {
		t.Errorf("%s.%s=perhaps: %v", v.Variant, o.Name, err)
	}
}

// checkSchemes deals under every scoring scheme.
func (r *running) checkSchemes(t *testing.T, v *solitairev1.Variant) {
	t.Helper()
	for _, scheme := range v.ScoringSchemes {
		dealt, err := r.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.Variant, Options: map[string]string{"scoring": scheme.Name}})
		if err != nil || dealt.Game.Score != scheme.Start {
			t.Errorf("%s, %s: %v, %v, want score %d", v.Variant, scheme.Name, dealt, err, scheme.Start)
		}
	}
	for _, o := range v.Options {
		if o.Name == "scoring" && len(o.Values) != len(v.ScoringSchemes)+1 {
			t.Errorf("%s: schemes %v for values %v", v.Variant, v.ScoringSchemes, o.Values)
		}
	}
}

func TestARandomDealTellsItsNumberAndCanBeDealtAgain(t *testing.T) {
	s := start(t, nil)
	for _, v := range engine.Variants() {
		numbers := map[uint32]bool{}
		for range 20 {
			first, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.String()})
			if err != nil {
				t.Fatal(err)
			}
			d := first.Deal
			numbers[d.GetNumber()] = true
			again, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{
				Variant: d.Variant, Options: d.Options, Number: d.Number, Seed: d.Seed, Deck: d.Deck,
			})
			if err != nil || !proto.Equal(first, again) {
				t.Errorf("%s: %v comes back as %v, %v", v, first, again, err)
			}
			if n := d.GetNumber(); n == 0 || v == engine.FreeCell && n > 1_000_000 {
				t.Errorf("%s: number %d", v, n)
			}
		}
		if len(numbers) < 15 {
			t.Errorf("%s: 20 random deals have %d numbers", v, len(numbers))
		}
	}
}

func TestADealOfEveryWayCanBeSentAgain(t *testing.T) {
	s := start(t, nil)
	deck := engine.FormatCards(func() []engine.Card {
		d, err := engine.DealByNumber(engine.Spider.Defaults(), 5)
		if err != nil {
			t.Fatal(err)
		}
		return d.Deck
	}())
	for _, d := range []*solitairev1.DealGameRequest{
		{Variant: "spider", Number: proto.Uint32(4294967295)},
		{Variant: "spider", Seed: proto.String("any text, Grüße 🂡 too")},
		{Variant: "spider", Deck: &deck},
	} {
		first, err := s.client.DealGame(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{Deal: first.Deal})
		if err != nil || !proto.Equal(first.Game, again.Game) {
			t.Errorf("%v: %v, %v", first.Deal, again, err)
		}
	}
}

func TestLimitsThatAreSetAreHeldAndTold(t *testing.T) {
	s := start(t, func(c *config) {
		c.limits.moves, c.limits.deckCards, c.limits.seedBytes, c.limits.snapshots, c.limits.messageBytes = 3, 52, 5, 1, 2048
		c.limits.solverNodes, c.limits.solverTime, c.limits.solverBytes = 1000, 1500*time.Millisecond, 1<<26
	})
	version, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	want := &solitairev1.GetVersionResponse_Limits{
		MessageBytes: 2048, Moves: 3, DeckCards: 52, SeedBytes: 5, Snapshots: 1,
		SolverNodes: 1000, SolverSeconds: 1.5, SolverBytes: 1 << 26,
	}
	if !proto.Equal(version.Limits, want) {
		t.Errorf("told %v, want %v", version.Limits, want)
	}
	for field, call := range map[string]struct {
		method  string
		request proto.Message
	}{
		"moves":            {"ApplyMoves", &solitairev1.ApplyMovesRequest{State: klondike, Moves: []string{"d", "d", "d", "d"}}},
		"deck":             {"DealGame", &solitairev1.DealGameRequest{Variant: "spider", Deck: proto.String(strings.Repeat("As", 53))}},
		"seed":             {"DealGame", &solitairev1.DealGameRequest{Variant: "golf", Seed: proto.String("sixsix")}},
		"snapshotInterval": {"ReplayGame", &solitairev1.ReplayGameRequest{State: klondike, Moves: []string{"d", "d"}, SnapshotInterval: 1}},
		"piles":            {"ConvertPosition", &solitairev1.ConvertPositionRequest{From: 2, To: 1, Piles: make([]*solitairev1.Pile, 65)}},
	} {
		e := asJSON(t, s.invoke(t, call.method, call.request))
		if e.reason() != "LIMIT_EXCEEDED" || e.fields()[0] != field || e.fact("limit") == "" || e.fact("asked") == "" {
			t.Errorf("%s: %+v", field, e)
		}
	}
}
