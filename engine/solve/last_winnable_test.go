package solve

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// battery reports whether tests are to take their time.
func battery() bool { return os.Getenv("TALON_BATTERY") != "" }

// smallGames are those of which every position is decided in no time.
var smallGames = []engine.Variant{engine.Golf, engine.TriPeaks, engine.Pyramid}

// testedGames are the games that a test looks at.
func testedGames() []engine.Variant {
	if battery() {
		return engine.Variants()
	}
	return smallGames
}

// stroll returns a log of random moves, some of them taken back at once or later.
func stroll(t *testing.T, random *rand.Rand, start engine.Position, entries int) []string {
	t.Helper()
	var log []string
	way := []engine.Position{start}
	for len(log) < entries {
		p := way[len(way)-1]
		moves := p.LegalMoves(nil)
		if len(way) > 1 && (len(moves) == 0 || random.IntN(5) == 0) {
			way, log = way[:len(way)-1], append(log, engine.Undo)
			continue
		}
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		if err := p.Apply(m); err != nil {
			t.Fatal(err)
		}
		way, log = append(way, p), append(log, m.String())
	}
	return log
}

// verdicts solves the position after each number of entries of the log.
func verdicts(t *testing.T, s *Solver, start engine.Position, log []string, limit Budget) []Verdict {
	t.Helper()
	found := make([]Verdict, 0, len(log)+1)
	for n := range len(log) + 1 {
		way, _ := engine.Way(start, log[:n])
		answer, err := s.Solve(context.Background(), way[len(way)-1].Position, limit, nil)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, answer.Verdict)
	}
	return found
}

func TestLastWinnableIsWhatSolvingEveryPrefixSays(t *testing.T) {
	logs := 4
	if battery() {
		logs = 40
	}
	for _, v := range testedGames() {
		t.Run(v.String(), func(t *testing.T) {
			s := New(64 << 20)
			small, limit, each := slices.Contains(smallGames, v), Budget{}, Budget{Nodes: 1_000_000}
			lost, left := 0, logs
			if !small {
				limit.Nodes, each.Nodes, left = 2_000_000, 50_000, 3
			}
			for n := engine.DealNumber(1); left > 0; n++ {
				d, err := engine.DealByNumber(v.Defaults(), n)
				if err != nil {
					t.Fatal(err)
				}
				start := d.Position()
				if answer, err := s.Solve(context.Background(), start, Budget{Nodes: 300_000}, nil); err != nil || answer.Verdict != Winnable {
					continue
				}
				left--
				log := stroll(t, enginetest.Source(uint64(n)), start, 30)
				found := verdicts(t, s, start, log, each)
				way, _ := engine.Way(start, log)
				turn, err := s.LastWinnable(context.Background(), way, limit, nil)
				if err != nil || small && (!turn.Proved() || turn.Won < 0) {
					t.Fatalf("%s %v: %+v, %v", start.String(), log, turn, err)
				}
				if turn.Won >= 0 && found[way[turn.Won].Index] == Unwinnable || turn.Lost < len(way) && found[way[turn.Lost].Index] == Winnable {
					t.Errorf("%s %s: %+v, but each is %v", start.String(), strings.Join(log, " "), turn, found)
				}
				last := 0
				for i, verdict := range found {
					if verdict == Winnable {
						last = i
					}
				}
				if turn.Proved() && turn.Won >= 0 && way[turn.Won].Index < last {
					t.Errorf("%s %s: last winnable after %d entries, not after %d", start.String(), strings.Join(log, " "), last, way[turn.Won].Index)
				}
				if turn.Lost < len(way) {
					lost++
				}
			}
			if lost == 0 && !battery() {
				t.Errorf("none of %d games was lost", logs)
			}
		})
	}
}

// What a small budget leaves open stays open, and what it proves is right.
func TestLastWinnableClaimsNoMoreThanItProved(t *testing.T) {
	s := New(16 << 20)
	opened := 0
	for n := engine.DealNumber(1); n <= 12; n++ {
		d, err := engine.DealByNumber(engine.TriPeaks.Defaults(), n)
		if err != nil {
			t.Fatal(err)
		}
		log := stroll(t, enginetest.Source(uint64(n)), d.Position(), 25)
		way, _ := engine.Way(d.Position(), log)
		whole, err := s.LastWinnable(context.Background(), way, Budget{}, nil)
		if err != nil || !whole.Proved() {
			t.Fatalf("deal %d: %+v, %v", n, whole, err)
		}
		for nodes := uint64(1); nodes < 20_000; nodes *= 3 {
			part, err := s.LastWinnable(context.Background(), way, Budget{Nodes: nodes}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if part.Won > whole.Won || part.Lost < whole.Lost || part.Nodes > nodes {
				t.Errorf("deal %d with %d nodes: %+v, all in all %+v", n, nodes, part, whole)
			}
			if !part.Proved() {
				opened++
			} else if part.Won != whole.Won || part.Lost != whole.Lost {
				t.Errorf("deal %d with %d nodes: %+v is proved, all in all %+v", n, nodes, part, whole)
			}
		}
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		if part, err := s.LastWinnable(ended, way, Budget{}, nil); err != nil || part.Won > whole.Won || part.Lost < whole.Lost {
			t.Errorf("deal %d without time: %+v, %v", n, part, err)
		}
	}
	if opened == 0 {
		t.Error("every budget was enough")
	}
}

func TestLastWinnableOfAGameThatStandsStill(t *testing.T) {
	s := New(MinMemory)
	for state, want := range map[string]Turn{
		"klondike/1 m=121 fc:K fd:K fh:K fs:K": {Won: 0, Lost: 1},
		"golf/1 m=0 t1:2d7c s:Kh w:Ac2c3c4c5c6c8c9cTcJcQcKcAd3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQh2s3s4s5s6s7s8s9sTsJsQsKsAs": {Won: -1, Lost: 0},
	} {
		way, _ := engine.Way(parsed(t, state), nil)
		turn, err := s.LastWinnable(context.Background(), way, Budget{}, nil)
		if turn.Nodes = 0; err != nil || turn != want || !turn.Proved() {
			t.Errorf("%s: %+v, %v", state, turn, err)
		}
	}
}

// solved is a deal of the corpus with a line that wins.
type solved struct{ ID, Verdict, State, Moves string }

// Every position on a line that wins can be won.
func TestNoPositionOfALineThatWinsIsUnwinnable(t *testing.T) {
	files := []string{"golf-standard", "golf-wrap", "tripeaks-wrap", "pyramid-ms", "freecell", "klondike-draw1", "klondike-draw3"}
	limit, lines := Budget{Nodes: 50_000}, 1
	if battery() {
		files = append(files, "golf-queens-on-kings", "tripeaks-nowrap", "pyramid-waste-1pass", "pyramid-waste-3pass", "spider-1suit", "spider-2suit", "spider-4suit", "yukon")
		limit, lines = Budget{Nodes: 100_000}, 14
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			path := filepath.Join("..", "testdata", "corpus", file+".jsonl")
			if battery() {
				path = enginetest.Shared(t, "corpus", file+".jsonl")
			}
			s := New(64 << 20)
			left, positions, open := lines, 0, 0
			enginetest.EachLine(t, path, func(_ int, d solved) {
				if d.Moves == "" || left == 0 {
					return
				}
				left--
				way, played := engine.Way(parsed(t, d.State), strings.Fields(d.Moves))
				if played.Refusal != nil || played.Unreadable != nil || !way[len(way)-1].Position.Won() {
					t.Fatalf("%s does not win: %+v", d.ID, played)
				}
				for i := range way {
					answer, err := s.Solve(context.Background(), way[i].Position, limit, nil)
					if err != nil {
						t.Fatalf("%s after %d moves, %s: %v", d.ID, i, way[i].Position.String(), err)
					}
					positions++
					switch answer.Verdict {
					case Unwinnable:
						t.Errorf("%s is UNWINNABLE after %d moves of its line: %s", d.ID, i, way[i].Position.String())
					case Unknown:
						open++
					}
				}
			})
			if positions == 0 {
				t.Error("no line was played")
			}
			if positions == open {
				t.Errorf("none of %d positions is decided", positions)
			}
			t.Logf("%d positions, %d open", positions, open)
		})
	}
}
