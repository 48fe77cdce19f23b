package main

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// suggest asks for advice.
func (r *running) suggest(t *testing.T, k solitairev1.Knowledge, state string, moves ...string) *solitairev1.SuggestMoveResponse {
	t.Helper()
	answer, err := r.solver.SuggestMove(t.Context(), &solitairev1.SuggestMoveRequest{State: state, Knowledge: k, Moves: moves})
	if err != nil {
		t.Fatalf("%s: %v", state, err)
	}
	return answer
}

// solution solves a position.
func (r *running) solution(t *testing.T, state string) *solitairev1.SolveGameResponse {
	t.Helper()
	answer, err := r.solver.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: state})
	if err != nil {
		t.Fatalf("%s: %v", state, err)
	}
	return answer
}

// advised lists the moves of the advice for which the reason is one of those; all of them without any.
func advised(answer *solitairev1.SuggestMoveResponse, reasons ...solitairev1.Suggestion_Reason) []string {
	var moves []string
	for _, s := range answer.Suggestions {
		if len(reasons) == 0 || slices.Contains(reasons, s.Reason) {
			moves = append(moves, s.Move.Move)
		}
	}
	return moves
}

const (
	visible = solitairev1.Knowledge_VISIBLE
	full    = solitairev1.Knowledge_FULL
	turnsUp = solitairev1.Suggestion_TURNS_UP_CARD
)

func TestPR11APositionWhoseOnlyMovesComeOffTheFoundationIsWinnable(t *testing.T) {
	s := start(t, nil)
	const state = "klondike/1;draw=1;redeals=0 m=0 t1:Jd t2:Jh|Kh t3:Kc|Kd t4:9d|Th t5:9h|Td t6:Ks|Qh t7:Qs|Qd fc:Q fd:8 fh:8 fs:J"
	if answer := s.solution(t, state); answer.Verdict != solitairev1.Verdict_WINNABLE {
		t.Errorf("got %v", answer)
	}
	if got := advised(s.suggest(t, full, state)); len(got) != 1 || !strings.HasPrefix(got[0], "f") {
		t.Errorf("FULL advises %v", got)
	}
	if answer := s.solution(t, lostKlondike); answer.Verdict != solitairev1.Verdict_UNWINNABLE {
		t.Errorf("without taking back: %v", answer)
	}
	for _, k := range []solitairev1.Knowledge{visible, full} {
		if got := advised(s.suggest(t, k, lostKlondike)); len(got) > 0 {
			t.Errorf("stuck, and %v advises %v", k, got)
		}
	}
}

func TestPR21AFairHintDoesNotDependOnCardsThatThePlayerCannotSee(t *testing.T) {
	s := start(t, nil)
	random := enginetest.Source(21)
	for _, v := range engine.Variants() {
		for _, o := range enginetest.AllOptions(t, v) {
			deal := enginetest.RandomDeal(random, o)
			p := enginetest.Wander(random, deal.Position(), random.IntN(60))
			want := s.suggest(t, visible, p.String())
			if want.Knowledge != visible || want.Verdict != 0 {
				t.Errorf("the answer rests on %v", want)
			}
			for range 3 {
				other := enginetest.SwapHidden(t, random, p)
				if other.Status() != p.Status() {
					continue
				}
				if got := s.suggest(t, visible, other.String()); !proto.Equal(got, want) {
					t.Errorf("%s is answered with\n%v\n%s with\n%v", p.String(), want, other.String(), got)
				}
			}
		}
	}
}

func TestPR35AMoveThatTurnsAHiddenCardIsAHint(t *testing.T) {
	s := start(t, nil)
	const state = "spider/1 m=0 score=500 t1:9sKsQsAs|5s t2:Ts3s3s6s|5s t3:QsTs7s4s|6s t4:Ts4s6sJs|9s t5:Ks3s2s|Ks t6:5sQs|Js t7:As8s|9s t8:8sAs|2s t9:7s8s|2s t10:4s7s|Js f:sssss"
	want := s.suggest(t, visible, state)
	if len(advised(want, turnsUp)) == 0 {
		t.Errorf("advised: %v", want)
	}
	// The 6s beneath t2 changes places with the Js of t4.
	other := strings.NewReplacer("Ts3s3s6s|", "Ts3s3sJs|", "Ts4s6sJs|", "Ts4s6s6s|").Replace(state)
	if got := s.suggest(t, visible, other); !proto.Equal(got, want) {
		t.Errorf("with another hidden card: %v\nand not %v", got, want)
	}
}

func TestPR36NotLostWhileAHiddenCardCanStillBeTurned(t *testing.T) {
	s := start(t, nil)
	const state = "spider/1 m=0 score=500 t1:7sAsQs|KsQsJs t2:Ts7s3s|9s t3:Ts6sAs|Js t4:5s4sKs|2s t5:8s|3s t6:2s|4s t10:5s|9s8s6s f:ssssss"
	if answer := s.solution(t, state); answer.Verdict == solitairev1.Verdict_UNWINNABLE {
		t.Errorf("got %v", answer)
	}
	if len(advised(s.suggest(t, visible, state))) == 0 {
		t.Error("no advice")
	}
}

func TestPR39TheSameTextGetsTheSameHint(t *testing.T) {
	s := start(t, nil)
	played := func(moves ...string) string {
		answer, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{State: klondike, Moves: moves})
		if err != nil {
			t.Fatal(err)
		}
		return answer.Game.State
	}
	straight, back := played("t4t5", "d"), played("d", "u", "t4t5", "d", "d", "u")
	if !proto.Equal(s.suggest(t, visible, straight), s.suggest(t, visible, back)) {
		t.Errorf("%s and %s get different hints", straight, back)
	}
}

func TestPR40ExchangingEmptyPilesIsNeverAHint(t *testing.T) {
	s := start(t, nil)
	const state = "yukon/1 m=0 t2:8hJcTc t3:Th9s t4:KhJsKd t5:Ks|9h9c t6:TdQdTsJhQh t7:QcKc|JdQs fc:8 fd:9 fh:7 fs:8"
	for _, k := range []solitairev1.Knowledge{visible, full} {
		if got := advised(s.suggest(t, k, state)); len(got) == 0 || slices.Contains(got, "t4t1x3") {
			t.Errorf("%v advises %v", k, got)
		}
	}
}

func TestPR41AMoveThatTurnsACardComesBeforeOneThatDoesNot(t *testing.T) {
	s := start(t, nil)
	const state = "yukon/1 m=0 t1:JcKcTc t2:5d|Qs4h9d2c t3:9h7c|Kd t4:6c6h8c|8h t5:Kh8dThQh|9c t6:Td6dKs3cJh|Jd t7:Qc7h5c4c7dQd|5h fc:A fd:4 fh:3 fs:J"
	got := advised(s.suggest(t, visible, state))
	turns, other := slices.Index(got, "t2t3x4"), slices.Index(got, "t2t1x2")
	if turns < 0 || other >= 0 && other < turns {
		t.Errorf("advised: %v", got)
	}
}

func TestPR50TheSameQuestionGetsTheSameAnswerAndFullKeepsAWin(t *testing.T) {
	s := start(t, nil)
	const state = "tripeaks/1 m=0 p:8c....7d5c........JcAs9c............3d..5d.............. w:Ac2c3c4c6c7cTcQcKcAd2d4d6d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKh2s3s5s6s7s8s9sTsJsQsKs4s"
	first := s.suggest(t, visible, state)
	if got := advised(first); len(got) < 2 || !proto.Equal(first, s.suggest(t, visible, state)) {
		t.Errorf("advised: %v", got)
	}
	random := enginetest.Source(50)
	for _, v := range []engine.Variant{engine.TriPeaks, engine.Golf, engine.Pyramid, engine.Klondike} {
		for range 6 {
			p := enginetest.LatePosition(t, random, v.Defaults())
			state := p.String()
			advice := s.suggest(t, full, state)
			verdict := s.solution(t, state).Verdict
			if advice.Verdict != verdict || (len(advice.Suggestions) > 0) != (verdict == solitairev1.Verdict_WINNABLE && !p.Won()) {
				t.Fatalf("%s is %v and FULL says %v", state, verdict, advice)
			}
			for _, move := range advised(advice) {
				next, err := s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: state, Moves: []string{move}})
				if err != nil {
					t.Fatal(err)
				}
				if after := s.solution(t, next.Game.State); after.Verdict != solitairev1.Verdict_WINNABLE {
					t.Errorf("%s: after %s the game is %v", state, move, after.Verdict)
				}
			}
		}
	}
}

func TestWhoFollowsTheAdviceIsNeverLedInCircles(t *testing.T) {
	s := start(t, nil)
	for _, v := range engine.Variants() {
		d, err := engine.DealByNumber(v.Defaults(), 3)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		begin, log := p.String(), []string(nil)
		seen := map[engine.Position]bool{p.Board(): true}
		for range 120 {
			moves := advised(s.suggest(t, visible, begin, log...))
			if len(moves) == 0 {
				break
			}
			m, err := engine.ParseMove(moves[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Apply(m); err != nil {
				t.Fatalf("%s after %v: %v", begin, log, err)
			}
			if log = append(log, moves[0]); seen[p.Board()] {
				t.Fatalf("%s after %v has been there before", begin, log)
			}
			seen[p.Board()] = true
		}
		if len(log) < 5 {
			t.Errorf("%s: the advice ends after %v", begin, log)
		}
	}
}

func TestAdviceIsToldInTheLanguageOfTheCaller(t *testing.T) {
	s := start(t, nil)
	for language, want := range map[string]string{"de": "Deckt eine Karte auf.", "en": "Turns up a card."} {
		a := s.do(t, "POST", "/v1/games:suggestMove", `{"state":"`+klondike+`"}`, "Accept-Language", language)
		if !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %s", language, a.body)
		}
	}
}

func TestAHintFromWhatThePlayerSeesWaitsForNoSearch(t *testing.T) {
	s := start(t, func(c *config) { c.limits.solvers, c.limits.solverQueue = 1, 0 })
	letGo := s.hold(t)
	defer letGo()
	answer, err := s.solver.SuggestMove(t.Context(), &solitairev1.SuggestMoveRequest{State: klondike})
	if err != nil || len(answer.Suggestions) == 0 {
		t.Errorf("while every worker is busy: %v, %v", answer, err)
	}
}
