package engine_test

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// benchPosition is a position in the middle of a game, with a legal move of cards.
func benchPosition(b *testing.B, v engine.Variant) (engine.Position, engine.Move) {
	b.Helper()
	for seed := uint64(1); seed < 1000; seed++ {
		random := enginetest.Source(seed)
		p := enginetest.Wander(random, enginetest.RandomDeal(random, v.Defaults()).Position(), 20)
		if moves := p.LegalMoves(nil); len(moves) >= 3 && p.Status() == engine.InProgress {
			return p, moves[0]
		}
	}
	b.Fatalf("%s has no lively position", v)
	return engine.Position{}, engine.Move{}
}

// BenchmarkTurn is what a service does for one move: read the state and the
// move, check, apply, and write the state.
func BenchmarkTurn(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			start, m := benchPosition(b, v)
			state, move := start.String(), m.String()
			var text []byte
			b.ReportAllocs()
			for b.Loop() {
				p, err := engine.ParseState(state)
				if err != nil {
					b.Fatal(err)
				}
				m, err := engine.ParseMove(move)
				if err != nil {
					b.Fatal(err)
				}
				if err := p.Apply(m); err != nil {
					b.Fatal(err)
				}
				text = p.AppendText(text[:0])
			}
		})
	}
}

// BenchmarkParseState and the three below it are the parts of a turn.
func BenchmarkParseState(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			start, _ := benchPosition(b, v)
			state := start.String()
			b.ReportAllocs()
			b.SetBytes(int64(len(state)))
			for b.Loop() {
				if _, err := engine.ParseState(state); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppendText(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			p, _ := benchPosition(b, v)
			var text []byte
			b.ReportAllocs()
			for b.Loop() {
				text = p.AppendText(text[:0])
			}
		})
	}
}

func BenchmarkApply(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			start, m := benchPosition(b, v)
			b.ReportAllocs()
			for b.Loop() {
				p := start
				if err := p.Apply(m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLegalMoves(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			p, _ := benchPosition(b, v)
			var moves []engine.Move
			b.ReportAllocs()
			for b.Loop() {
				moves = p.LegalMoves(moves[:0])
			}
			b.ReportMetric(float64(len(moves)), "moves")
		})
	}
}

// BenchmarkPerft counts some hundred thousand paths from a deal.
func BenchmarkPerft(b *testing.B) {
	depths := map[engine.Variant]int{
		engine.Klondike: 18, engine.Spider: 6, engine.FreeCell: 5, engine.Pyramid: 11, engine.TriPeaks: 20, engine.Golf: 21, engine.Yukon: 7,
	}
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			d, err := engine.DealByNumber(v.Defaults(), 1)
			if err != nil {
				b.Fatal(err)
			}
			p := d.Position()
			var paths uint64
			for b.Loop() {
				paths += engine.Perft(p, depths[v])
			}
			b.ReportMetric(float64(paths)/b.Elapsed().Seconds(), "paths/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkStatus asks for the status in the middle of a game, where a move of
// progress is often at hand.
func BenchmarkStatus(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			p, _ := benchPosition(b, v)
			b.ReportAllocs()
			for b.Loop() {
				p.Status()
			}
		})
	}
}

// BenchmarkStatusWorst asks where the proof visits all the positions it may.
func BenchmarkStatusWorst(b *testing.B) {
	for _, state := range []string{budgetReached, budgetPassed} {
		p, err := engine.ParseState(state)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(p.Status().String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Status()
			}
		})
	}
}

func BenchmarkFinish(b *testing.B) {
	for name, state := range map[string]string{
		"klondike": "klondike/1 m=0 t1:KsQh t2:Kh t3:KcQd t4:KdQc fc:T fd:T fh:T fs:T w:QsJcJsJhJd",
		"freecell": "freecell/1 m=0 t1:KsQsJs t2:KhQhJh t3:KcQcJc t4:KdQdJd fc:T fd:T fh:T fs:T",
		"yukon":    "yukon/1 m=0 t1:KsQhJs t2:KhQsJh t3:KcQdJc t4:KdQcJd fc:T fd:T fh:T fs:T",
	} {
		p, err := engine.ParseState(state)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := p.Finish(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReplay plays the log of a whole game.
func BenchmarkReplay(b *testing.B) {
	d, err := engine.DealByNumber(engine.Klondike.Defaults(), 1)
	if err != nil {
		b.Fatal(err)
	}
	start := d.Position()
	random := enginetest.Source(1)
	player := enginetest.NewPlayer(random)
	var log []string
	for p := start; len(log) < 200; {
		m := player.Pick(p.LegalMoves(nil))
		if err := p.Apply(m); err != nil {
			b.Fatal(err)
		}
		log = append(log, m.String())
	}
	for b.Loop() {
		if end := engine.Replay(start, log, nil); end.Applied != len(log) {
			b.Fatalf("the log stops at %d", end.Applied)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(log)), "ns/move")
}
