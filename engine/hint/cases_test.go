package hint

import (
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

func parsed(t *testing.T, state string) engine.Position {
	t.Helper()
	p, err := engine.ParseState(state)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func texts(advice []Suggestion) string {
	var all []string
	for _, a := range advice {
		all = append(all, a.Move.String()+" "+a.Reason.String())
	}
	return strings.Join(all, ", ")
}

// The cases are reports by players about other programs, by their ids.

func TestPR35_AMoveThatTurnsUpAHiddenCardIsAdvisedWhateverLiesThere(t *testing.T) {
	p := parsed(t, "spider/1 m=0 score=500 t1:9sKsQsAs|5s t2:Ts3s3s6s|5s t3:QsTs7s4s|6s t4:Ts4s6sJs|9s t5:Ks3s2s|Ks t6:5sQs|Js t7:As8s|9s t8:8sAs|2s t9:7s8s|2s t10:4s7s|Js f:sssss")
	want := texts(Visible(&p, nil))
	if !strings.Contains(want, "TURNS_UP_CARD") {
		t.Errorf("advised: %s", want)
	}
	random := enginetest.Source(35)
	for range 50 {
		other := enginetest.SwapHidden(t, random, p)
		if got := texts(Visible(&other, nil)); got != want {
			t.Fatalf("advised %s, with other hidden cards %s", want, got)
		}
	}
}

func TestPR36_AdviceGoesOnWhileAHiddenCardCanBeTurnedUp(t *testing.T) {
	p := parsed(t, "spider/1 m=0 score=500 t1:7sAsQs|KsQsJs t2:Ts7s3s|9s t3:Ts6sAs|Js t4:5s4sKs|2s t5:8s|3s t6:2s|4s t10:5s|9s8s6s f:ssssss")
	past := NewPast()
	for range 60 {
		past.Add(&p)
		advice := Visible(&p, past)
		if len(advice) == 0 {
			t.Fatalf("no advice in %s", p.String())
		}
		if err := p.Apply(advice[0].Move); err != nil {
			t.Fatal(err)
		}
		if p.FaceDown(engine.Column(10)) == 0 {
			return
		}
	}
	t.Errorf("the card of t10 is not reached: %s", p.String())
}

func TestPR40_ExchangingEmptyColumnsIsNeverAdvised(t *testing.T) {
	p := parsed(t, "yukon/1 m=0 t2:8hJcTc t3:Th9s t4:KhJsKd t5:Ks|9h9c t6:TdQdTsJhQh t7:QcKc|JdQs fc:8 fd:9 fh:7 fs:8")
	if err := p.Check(engine.Move{Kind: engine.Transfer, From: engine.Column(4), To: engine.Column(1), Count: 3}); err != nil {
		t.Fatal(err)
	}
	if got := texts(Visible(&p, nil)); strings.Contains(got, "t4t1x3") {
		t.Errorf("advised: %s", got)
	}
}

func TestPR41_OfTwoBuriedMovesTheOneThatTurnsUpACardComesFirst(t *testing.T) {
	p := parsed(t, "yukon/1 m=0 t1:JcKcTc t2:5d|Qs4h9d2c t3:9h7c|Kd t4:6c6h8c|8h t5:Kh8dThQh|9c t6:Td6dKs3cJh|Jd t7:Qc7h5c4c7dQd|5h fc:A fd:4 fh:3 fs:J")
	got := texts(Visible(&p, nil))
	turns, other := strings.Index(got, "t2t3x4 TURNS_UP_CARD"), strings.Index(got, "t2t1x2")
	if turns < 0 || other >= 0 && other < turns {
		t.Errorf("advised: %s", got)
	}
}

func TestPR50_TheSameQuestionGetsTheSameAnswer(t *testing.T) {
	p := parsed(t, "tripeaks/1 m=0 p:8c....7d5c........JcAs9c............3d..5d.............. w:Ac2c3c4c6c7cTcQcKcAd2d4d6d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKh2s3s5s6s7s8s9sTsJsQsKs4s")
	first := texts(Visible(&p, nil))
	if second := texts(Visible(&p, nil)); first != second || !strings.Contains(first, "p19w") || !strings.Contains(first, "p21w") {
		t.Errorf("advised first %s, then %s", first, second)
	}
}
