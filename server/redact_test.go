package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// answerTexts says of each text field of an answer why no hidden card of a sealed game is in it.
var answerTexts = map[protoreflect.FullName]string{
	"solitaire.v1.Game.state":                          "sealed",
	"solitaire.v1.ReplayGameResponse.Snapshot.state":   "sealed",
	"solitaire.v1.ConvertPositionResponse.state":       "sealed",
	"solitaire.v1.ConvertPositionResponse.text":        "sealed",
	"solitaire.v1.FindLastWinnableResponse.state":      "sealed",
	"solitaire.v1.Deal.seed":                           "left out while it is a secret",
	"solitaire.v1.Seal.salt":                           "left out while it is a secret",
	"solitaire.v1.Seal.commitment":                     "a hash with a salt",
	"solitaire.v1.Deal.deck":                           "chosen by the caller",
	"solitaire.v1.Deal.daily":                          "only in requests",
	"solitaire.v1.Deal.variant":                        "the rules",
	"solitaire.v1.Deal.options":                        "the rules",
	"solitaire.v1.ReplayGameResponse.Difference.field": "a name",
	"solitaire.v1.ReplayGameResponse.Difference.want":  "what the caller said",
	"solitaire.v1.ReplayGameResponse.Difference.got":   "a hash only where nothing is hidden",
	"solitaire.v1.ConvertPositionResponse.moves":       "what the caller said",
	"solitaire.v1.ConvertPositionResponse.variant":     "the rules",
	"solitaire.v1.ConvertPositionResponse.options":     "the rules",
	"solitaire.v1.SolveGameResponse.moves":             "only where the server is set to tell",
	"solitaire.v1.Game.variant":                        "the rules",
	"solitaire.v1.Game.options":                        "the rules",
	"solitaire.v1.Pile.id":                             "a name",
	"solitaire.v1.Pile.cards":                          "what lies open",
	"solitaire.v1.Move.move":                           "names of piles",
	"solitaire.v1.Move.from":                           "a name",
	"solitaire.v1.Move.to":                             "a name",
	"solitaire.v1.Move.cards":                          "what lies open",
	"solitaire.v1.Move.turns_up":                       "names of piles",
	"solitaire.v1.Event.from":                          "a name",
	"solitaire.v1.Event.to":                            "a name",
	"solitaire.v1.Event.cards":                         "what lies open now",
	"solitaire.v1.Event.suit":                          "what lay open",
	"solitaire.v1.Event.pile":                          "a name",
	"solitaire.v1.Refusal.piles":                       "names of piles",
	"solitaire.v1.Refusal.cards":                       "what lies open",
	"solitaire.v1.Refusal.rule":                        "the rules",
	"solitaire.v1.Refusal.message":                     "what lies open",
	"solitaire.v1.Suggestion.message":                  "a reason",
}

// TestEveryTextOfAnAnswerIsThoughtOf fails when an answer gets a field that nobody has said about whether it can show
// a hidden card, and when redact does not know an answer.
func TestEveryTextOfAnAnswerIsThoughtOf(t *testing.T) {
	seen := map[protoreflect.FullName]bool{}
	var visit func(protoreflect.MessageDescriptor)
	visit = func(m protoreflect.MessageDescriptor) {
		if seen[m.FullName()] || !strings.HasPrefix(string(m.FullName()), "solitaire.") {
			return
		}
		seen[m.FullName()] = true
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			if f.IsMap() || f.Kind() == protoreflect.StringKind || f.Kind() == protoreflect.BytesKind {
				if answerTexts[f.FullName()] == "" {
					t.Errorf("%s: can it show a hidden card?", f.FullName())
				}
				seen[f.FullName()] = true
			} else if f.Message() != nil {
				visit(f.Message())
			}
		}
	}
	s := start(t, sealing(t, bothForms, adviceVisible))
	d, err := engine.DealByNumber(engine.Golf.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Position()
	g := s.states.sealed(&p, seal.NewSecret())
	for _, m := range methodDescriptors() {
		switch m.Name() {
		case "ListVariants", "GetVariant", "GetVersion":
			continue // no game is asked about
		}
		output := m.Output()
		if m.Name() == "ReplayGames" {
			output = output.Fields().ByName("result").Message()
		}
		visit(output)
		answer := newMessage(t, output)
		if game := output.Fields().ByName("game"); game != nil {
			answer.ProtoReflect().Mutable(game)
		}
		if err := g.redact(newMessage(t, m.Input()), answer); err != nil {
			t.Errorf("%s: %v", m.Name(), err)
		}
	}
	for name := range answerTexts {
		if !seen[name] {
			t.Errorf("%s is no field of an answer", name)
		}
	}
	if err := g.redact(nil, &solitairev1.GetVersionResponse{}); err == nil {
		t.Error("an answer that nobody thought of is let out")
	}
}

func TestWhatNobodyForesawAboutASealedGameIsToldByItsTypeOnly(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	d, err := engine.DealByNumber(engine.Golf.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Position()
	g := s.states.sealed(&p, seal.NewSecret())
	cards := p.String()
	for name, call := range map[string]func() (*solitairev1.InspectGameResponse, error){
		"an error": func() (*solitairev1.InspectGameResponse, error) { return nil, errors.New(cards) },
		"a wrapped error": func() (*solitairev1.InspectGameResponse, error) {
			return nil, fmt.Errorf("%s: %w", cards, errors.New("x"))
		},
		"a panic":           func() (*solitairev1.InspectGameResponse, error) { panic(cards) },
		"a panic of ours":   func() (*solitairev1.InspectGameResponse, error) { panic(errors.New(cards)) },
		"a panic of Go":     func() (*solitairev1.InspectGameResponse, error) { return nil, fmt.Errorf("%c", cards[len(cards)]) },
		"an unknown answer": func() (*solitairev1.InspectGameResponse, error) { return nil, &engine.ParseError{Input: cards} },
	} {
		answer, err := keep(g, &solitairev1.InspectGameRequest{}, call)
		var hidden *hiddenError
		if answer != nil || !errors.As(err, &hidden) || strings.Contains(err.Error(), cards[:10]) || !strings.HasPrefix(err.Error(), "sealed game: ") {
			t.Errorf("%s: %v, %v", name, answer, err)
		}
		if strings.HasPrefix(name, "a panic") && !strings.Contains(err.Error(), "redact_test.go:") {
			t.Errorf("%s: nobody learns where: %v", name, err)
		}
		if told := statusError(t.Context(), err); reasonOf(told) != internal || strings.Contains(told.Error(), cards[:10]) {
			t.Errorf("%s: %v", name, told)
		}
	}
	if _, err := keep(g, &solitairev1.InspectGameRequest{}, func() (*solitairev1.InspectGameResponse, error) { return nil, context.Canceled }); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who went away: %v", err)
	}
}

// The frames of a panic hold no arguments: they may be cards.
func TestTheLogOfAPanicHoldsNoArguments(t *testing.T) {
	if text := frames(); !strings.Contains(text, "TestTheLogOfAPanicHoldsNoArguments redact_test.go:") || strings.Contains(text, "0x") || strings.Contains(text, "(0") {
		t.Errorf("%s", text)
	}
}

func TestASealedAnswerMayNotBeKept(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	a := s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","sealed":true}`)
	if a.status != http.StatusOK || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", a.status, a.header)
	}
	// The deals by number that are open stay for ever, on the same server.
	if a := s.do(t, "GET", "/v1/variants/golf/deals/1", ""); !strings.Contains(a.header.Get("Cache-Control"), "public") || strings.Contains(string(a.body), "talon1.") {
		t.Errorf("%v %s", a.header, a.body)
	}
}

func TestWhatIsWrongWithASealedDealIsSaidAsOfAnOpenOne(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	for _, r := range []*solitairev1.DealGameRequest{
		{},
		{Variant: "chess"},
		{Variant: "golf", Options: map[string]string{"draw": "1"}},
		{Variant: "golf", Number: proto.Uint32(0)},
		{Variant: "golf", Seed: proto.String("")},
		{Variant: "golf", Deck: proto.String("Ac")},
		{Variant: "golf", Daily: proto.String("today")},
		{Variant: "golf", Number: proto.Uint32(1), Seed: proto.String("x")},
		{Variant: "golf", Number: proto.Uint32(1), Winnable: true},
		{Variant: "golf", View: 9},
		{Variant: "golf", Difficulty: 9},
		{Variant: "golf", Difficulty: 9, Number: proto.Uint32(1)},
	} {
		_, want := s.client.DealGame(t.Context(), r)
		sealed := proto.CloneOf(r)
		sealed.Sealed = proto.Bool(true)
		answer, got := s.client.DealGame(t.Context(), sealed)
		if status.Code(want) == codes.OK || !reflect.DeepEqual(asJSON(t, got), asJSON(t, want)) {
			t.Errorf("%v: %v, %v\nwant %v", r, answer, got, want)
		}
	}
}
