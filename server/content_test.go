package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// TestNothingOfAGameIsInLogsMetricsAndTraces plays open and sealed games, with much that is wrong, on a server that logs and
// traces all it can, and then looks for cards, states, moves, seeds and deal numbers.
func TestNothingOfAGameIsInLogsMetricsAndTraces(t *testing.T) {
	c := newCollector(t)
	s := start(t, func(config *config) {
		sealing(t, bothForms, adviceFull)(config)
		tracingTo(t, c.endpoint)(config)
	})
	const seed, number = "a seed that nobody is to read", 91827364
	secrets := []string{seed, fmt.Sprint(number), "talon1."}
	random := enginetest.Source(11)
	for _, v := range engine.Variants() {
		d := enginetest.RandomDeal(random, v.Defaults())
		p := d.Position()
		start, log := p.String(), []string(nil)
		player := enginetest.NewPlayer(random)
		for range 8 {
			legal := p.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := player.Pick(legal)
			if err := p.Apply(m); err != nil {
				t.Fatal(err)
			}
			log = append(log, m.String())
		}
		sealed := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: v.String(), Deck: proto.String(engine.FormatCards(d.Deck))}).Game.State
		secrets = append(secrets, start, p.String(), engine.FormatCards(d.Deck))
		secrets = append(secrets, log...)
		played := `"` + strings.Join(log, `","`) + `"`
		for _, state := range []string{start, sealed, start + "x", sealed + "x", start[:len(start)-2]} {
			for _, call := range []string{
				`inspect {"state":"STATE","view":"FULL"}`, `inspect {"status":"STATE"}`, `inspect {"state":"STATE"`,
				`applyMoves {"state":"STATE","moves":[PLAYED]}`, `applyMoves {"state":"STATE","moves":["t1t1","p1p2"]}`,
				`replay {"state":"STATE","moves":[PLAYED,"t1t1"],"snapshotInterval":1}`, `validateMove {"state":"STATE","move":"AhKd"}`,
				`enumerateMoves {"state":"STATE"}`, `finish {"state":"STATE"}`,
				`solve {"state":"STATE","limits":{"nodes":2000}}`, `suggestMove {"state":"STATE","moves":[PLAYED],"knowledge":"FULL","limits":{"nodes":2000}}`,
				`findLastWinnable {"state":"STATE","moves":[PLAYED],"limits":{"nodes":2000}}`, `STATE {}`,
			} {
				path, body, _ := strings.Cut(call, " ")
				fill := strings.NewReplacer("STATE", state, "PLAYED", played)
				s.do(t, "POST", "/v1/games:"+strings.ReplaceAll(fill.Replace(path), " ", "%20"), fill.Replace(body))
			}
			_, _ = s.client.InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: state})
			_, _ = s.client.GetVariant(t.Context(), &solitairev1.GetVariantRequest{Variant: state})
		}
		s.do(t, "POST", "/v1/games:deal", `{"variant":"`+v.String()+`","seed":"`+seed+`"}`)
		s.do(t, "GET", fmt.Sprintf("/v1/variants/%s/deals/%d", v, number), "")
		s.do(t, "GET", fmt.Sprintf("/v1/variants/%s/deals/%d?view=%s", v, number, "AsKd"), "")
	}
	page := s.metrics(t)
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	times := regexp.MustCompile(`(time|took)=\S+`)
	for name, text := range map[string]string{"log": times.ReplaceAllString(s.log.String(), ""), "metrics": page, "traces": c.text()} {
		if len(text) < 10_000 {
			t.Errorf("the %s is not that of all these calls:\n%s", name, text)
		}
		if card := cardRun.FindString(text); card != "" {
			t.Errorf("the %s names %s", name, card)
		}
		for _, secret := range secrets {
			if found := regexp.MustCompile(`(?:^|[\s"=:/])` + regexp.QuoteMeta(secret) + `(?:$|[\s",])`).FindString(text); found != "" {
				t.Errorf("the %s has %q in it", name, found)
			}
		}
	}
}
