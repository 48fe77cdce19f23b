package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// winnableDeals are deals of each game that the solver wins at once.
var winnableDeals = map[string][]string{
	"klondike": {"--number", "12345", "-o", "draw=1"},
	"spider":   {"--number", "1"},
	"freecell": {"--number", "1"},
	"pyramid":  {"--number", "1"},
	"tripeaks": {"--number", "1"},
	"golf":     {"--number", "2"},
	"yukon":    {"--number", "2"},
}

// hands are somebody at a terminal: they press keys and see the screen. Searches
// beside the screen are done at once, unless they are held.
type hands struct {
	*testing.T
	*screen
	left bool
	held []tea.Cmd // searches that have not ended yet, where they are held
	hold bool
}

// playing runs "talon play" with arguments and hands its screen to somebody.
func playing(t *testing.T, args []string, play func(*hands)) answer {
	t.Helper()
	shown := false
	got := askShowing(append([]string{"play"}, args...), func(_ context.Context, model tea.Model) error {
		shown = true
		h := &hands{T: t, screen: model.(*screen)}
		h.do(h.Init())
		h.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		play(h)
		return nil
	})
	if !shown {
		t.Fatalf("%v: no screen; exit code %d, %s%s", args, got.exit, got.out, got.err)
	}
	return got
}

// askShowing runs the tool on a terminal without colours.
func askShowing(args []string, show func(context.Context, tea.Model) error) answer {
	var out, err bytes.Buffer
	exit := run(args, console{
		in: strings.NewReader(""), out: &out, err: &err, inTerminal: true, outTerminal: true, show: show,
		getenv: func(name string) string {
			return map[string]string{"NO_COLOR": "1", "LANG": "C.UTF-8", "TERM": "xterm"}[name]
		},
	})
	return answer{exit, out.String(), err.String()}
}

func (h *hands) send(message tea.Msg) {
	_, command := h.screen.Update(message)
	h.do(command)
}

func (h *hands) do(command tea.Cmd) {
	switch {
	case command == nil:
	case h.hold:
		h.held = append(h.held, command)
	default:
		switch message := command().(type) {
		case tea.QuitMsg:
			h.left = true
		case tea.BatchMsg:
			for _, one := range message {
				h.do(one)
			}
		default:
			h.send(message)
		}
	}
}

// release ends the searches that are held.
func (h *hands) release() {
	held := h.held
	h.held, h.hold = nil, false
	for _, command := range held {
		h.do(command)
	}
}

var named = map[string]rune{
	"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
}

// keys presses keys, one after the other: by name, or what a text is typed with.
func (h *hands) keys(names ...string) {
	for _, name := range names {
		rest, ctrl := strings.CutPrefix(name, "ctrl+")
		plain, shift := strings.CutPrefix(name, "shift+")
		switch {
		case ctrl:
			h.send(tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl})
		case shift:
			h.send(tea.KeyPressMsg{Code: named[plain], Mod: tea.ModShift})
		case named[name] != 0:
			h.send(tea.KeyPressMsg{Code: named[name]})
		default:
			for _, r := range name {
				h.send(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
	}
}

// click presses and releases the mouse on a spot.
func (h *hands) click(at table.Spot) {
	x, y := h.seen(at)
	h.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	h.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// seen is where a spot is on the terminal, scrolled to where it can be seen.
func (h *hands) seen(at table.Spot) (x, y int) {
	h.Helper()
	x, y, drawn := h.sheet.Where(at)
	if !drawn {
		h.Fatalf("%v is not on the table:\n%s", at, h.text())
	}
	for y < h.top {
		h.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	}
	for y >= h.top+h.rows() {
		h.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	}
	return x, y - h.top + rowsAbove
}

// text is what the screen shows.
func (h *hands) text() string { return h.screen.View().Content }

// sees checks that the screen shows something.
func (h *hands) sees(texts ...string) {
	h.Helper()
	for _, text := range texts {
		if !strings.Contains(h.text(), text) {
			h.Errorf("%q is not on the screen:\n%s", text, h.text())
		}
	}
}

// reach brings the cursor to a spot by Tab.
func (h *hands) reach(at table.Spot) {
	h.Helper()
	for range 200 {
		if h.cursor == at {
			return
		}
		h.keys("tab")
	}
	h.Fatalf("Tab does not come to %v:\n%s", at, h.text())
}

// line is a line that wins from where the game stands.
func (h *hands) line() []string {
	h.Helper()
	answer, err := h.rules.WatchSolve(h.Context(), &solitairev1.WatchSolveRequest{State: h.game.GetState()}, nil)
	if err != nil || answer.GetVerdict() != solitairev1.Verdict_WINNABLE {
		h.Fatalf("no line wins: %v, %v", answer, err)
	}
	return answer.GetMoves()
}

// parts is the legal move of a text.
func (h *hands) parts(text string) *solitairev1.Move {
	h.Helper()
	i := slices.IndexFunc(h.game.GetMoves(), func(m *solitairev1.Move) bool { return m.GetMove() == text })
	if i < 0 {
		h.Fatalf("%s is not legal:\n%s", text, h.text())
	}
	return h.game.GetMoves()[i]
}

func TestEveryGameIsWonByKeys(t *testing.T) {
	for variant, deal := range winnableDeals {
		t.Run(variant, func(t *testing.T) {
			got := playing(t, append([]string{variant}, deal...), func(h *hands) {
				for _, text := range h.line() {
					switch move := h.parts(text); {
					case text == "d" || text == "r":
						h.keys(text)
					case move.GetTo() == "" || h.is(ontoWaste):
						h.reach(source(move))
						h.keys("enter")
					default:
						h.reach(source(move))
						h.keys("enter")
						h.reach(h.sheet.Top(move.GetTo()))
						h.keys("enter")
					}
				}
				h.sees("Won!")
				if h.keys("q"); !h.left {
					t.Error("q does not leave a game that is won")
				}
			})
			checkWon(t, got, variant)
		})
	}
}

func TestEveryGameIsWonByMouse(t *testing.T) {
	for variant, deal := range winnableDeals {
		t.Run(variant, func(t *testing.T) {
			got := playing(t, append([]string{variant}, deal...), func(h *hands) {
				for i, text := range h.line() {
					move := h.parts(text)
					stock := h.sheet.Top("s")
					switch {
					case text == "d" && h.is(inPairs) && stock.Count > 0: // the stock lies face up and can be taken
						h.click(stock)
						if h.chosen == stock {
							h.click(stock)
						} else {
							h.keys("u", "d") // a King went; it was to be drawn over
						}
					case text == "d" || text == "r":
						h.click(stock)
					case move.GetTo() == "" || h.is(ontoWaste):
						h.click(source(move))
					case i%2 == 0:
						h.click(source(move))
						h.click(h.sheet.Top(move.GetTo()))
					default:
						h.drag(source(move), h.sheet.Top(move.GetTo()))
					}
				}
				h.sees("Won!")
			})
			checkWon(t, got, variant)
		})
	}
}

// drag drags cards from one spot to another.
func (h *hands) drag(from, to table.Spot) {
	x, y := h.seen(from)
	h.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	x, y = h.seen(to)
	h.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

func TestEveryGameIsWonByTyping(t *testing.T) {
	for variant, deal := range winnableDeals {
		got := playing(t, append([]string{variant}, deal...), func(h *hands) {
			moves := h.line()
			h.keys(":", strings.Join(moves[:2], " "), "enter")
			for _, text := range moves[2:] {
				h.keys(":", text, "enter")
			}
			h.sees("Won!")
		})
		checkWon(t, got, variant)
	}
}

// checkWon checks that the record printed is that of a game that was won.
func checkWon(t *testing.T, got answer, variant string) {
	t.Helper()
	_, record, _ := strings.Cut(got.out, "\n")
	file := filepath.Join(t.TempDir(), "record.jsonl")
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	replay := ask([]string{"replay", file, "--quiet"})
	if got.exit != exitDone || replay.exit != exitDone || !strings.Contains(record, `"status":"WON"`) || !strings.Contains(record, `"variant":"`+variant+`"`) {
		t.Errorf("exit code %d, %s%s%s", got.exit, got.out, got.err, replay.out)
	}
}

// TestScreens compares what 80 columns and 24 rows show with golden files.
func TestScreens(t *testing.T) {
	show := func(name string, args []string, keys ...string) {
		t.Helper()
		playing(t, args, func(h *hands) {
			h.keys(keys...)
			golden := filepath.Join("testdata", "screens", name+".txt")
			got := plainScreen(h.text())
			checkScreen(t, name, got, 80, 24)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is not as in its file:\n%s", name, got)
			}
		})
	}
	for variant, deal := range winnableDeals {
		args := append([]string{variant}, deal...)
		show(variant, args)
		show(variant+"-hint", args, "h")
	}
	show("klondike-chosen", []string{"klondike", "--number", "12345"}, "tab", "enter")
	show("klondike-typing", []string{"klondike", "--number", "12345"}, "t4")
	show("klondike-refused", []string{"klondike", "--number", "12345", "--lang", "de"}, "1", "enter", "2", "enter")
	show("golf-lost", []string{lostGolf}, "d", "d", "d", "l")
	show("golf-verloren", []string{lostGolf, "--lang", "de", "--mark-lost"}, "d", "d", "w")
	show("help", []string{"golf", "--number", "2"}, "?")
	show("hilfe", []string{"golf", "--number", "2", "--lang", "de"}, "?", "down", "down")
	show("menu", nil)
	show("ascii", []string{"pyramid", "--number", "1", "--ascii"}, "tab", "enter")
}

// lostGolf is won by t1w at once or after a draw, and lost by the second draw.
const lostGolf = "golf/1 m=0 t1:2d s:QhKh3h w:Ac2c3c4c5c6c7c8c9cTcJcQcKcAd3d4d5d6d7d8d9dTdJdQdKdAh2h4h5h6h7h8h9hThJh2s3s4s5s6s7s8s9sTsJsQsKsAs"

// sequence is what a terminal does not show.
var sequence = regexp.MustCompile("\x1b\\[[0-9;]*m")

// plainScreen is a screen without colours and without blanks at line ends.
func plainScreen(text string) string {
	var plain strings.Builder
	for line := range strings.Lines(sequence.ReplaceAllString(text, "") + "\n") {
		plain.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return plain.String()
}

// checkScreen checks that a screen fits the terminal.
func checkScreen(t *testing.T, name, text string, width, height int) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > height {
		t.Errorf("%s, %d × %d: has %d rows:\n%s", name, width, height, len(lines), text)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > width {
			t.Errorf("%s, %d × %d: a row is too long: %q", name, width, height, line)
		}
	}
}

func TestEverySizeOfTheTerminalIsFilledAndNoMore(t *testing.T) {
	for variant, deal := range winnableDeals {
		playing(t, append([]string{variant, "--mark-lost"}, deal...), func(h *hands) {
			for _, keys := range [][]string{nil, {"tab", "enter"}, {"esc", "h"}, {"esc", ":", strings.Repeat("x", 200)}, {"esc", "?"}} {
				h.keys(keys...)
				for _, size := range [][2]int{{80, 24}, {200, 60}, {40, 16}, {30, 12}, {20, 9}, {19, 9}, {20, 8}, {5, 2}, {1, 1}} {
					h.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					checkScreen(t, variant, plainScreen(h.text()), size[0], size[1])
					if cursor := h.screen.View().Cursor; cursor != nil && (cursor.X >= size[0] || cursor.Y >= size[1]) {
						t.Errorf("%s, %v: the cursor is at %d, %d", variant, size, cursor.X, cursor.Y)
					}
				}
			}
			h.send(tea.WindowSizeMsg{Width: 19, Height: 9})
			h.sees("Too small")
		})
	}
}

func TestTheCursorStaysInSightOfATableThatIsTooLong(t *testing.T) {
	playing(t, []string{"freecell", "--number", "1"}, func(h *hands) {
		h.send(tea.WindowSizeMsg{Width: 80, Height: 12})
		for _, keys := range [][]string{{"3"}, {"up"}, {"up", "up", "up", "up", "up", "up"}, {"8"}, {"0"}} {
			h.keys(keys...)
			if cursor := h.screen.View().Cursor; cursor == nil || cursor.Y < rowsAbove || cursor.Y >= 12-rowsBelow {
				t.Errorf("after %v the cursor is not in sight: %v\n%s", keys, cursor, h.text())
			}
		}
		h.keys("1")
		h.sees("PgUp: more")
		h.keys("pgup")
		h.sees("PgDn: more", "c1    c2")
		h.keys("pgdown")
		h.sees("6♠")
	})
}

func TestKeysOfTheTable(t *testing.T) {
	got := playing(t, []string{"klondike", "--number", "12345"}, func(h *hands) {
		state := h.game.GetState()
		h.keys("d", "u")
		if h.game.GetState() != state {
			t.Errorf("u does not take d back: %s", h.game.GetState())
		}
		h.keys("u")
		h.sees("No move is left to take back.", "move 0")
		h.keys("U")
		h.sees("move 1")
		h.keys("ctrl+r")
		h.sees("There is no move to make again")
		h.keys("4", "enter", "enter")
		h.sees("move 2", "A♠")
		h.keys("R")
		h.sees("move 0")
		h.keys("f")
		h.sees("The finish is not available yet")
		h.keys("r")
		h.sees("The waste is empty.")
		h.keys("1", "enter", "2", "enter")
		h.sees("5c does not go on 7d: a column is built down by one rank.")
		h.keys("k")
		if !h.style.FourColours {
			t.Error("k does not switch to four colours")
		}
	})
	if want := `"moves":[],`; !strings.Contains(got.out, want) {
		t.Errorf("a game that was begun again has a log: %s", got.out)
	}
}

func TestTypedMovesAreCompletedAndRefusedInWords(t *testing.T) {
	playing(t, []string{"klondike", "--number", "12345"}, func(h *hands) {
		h.keys("t2")
		h.sees("Move: t2", "t2t7 7♦")
		h.keys("tab")
		h.sees("Move: t2t7")
		h.keys("backspace", "backspace", "tab", "enter")
		h.sees("move 1,")
		h.keys(":", "zz", "enter")
		h.sees("Cannot be read at offset 0")
		h.keys(":")
		h.send(tea.PasteMsg{Content: "d\n\x1b[2J d t1t2"})
		if strings.Contains(h.text(), "\x1b[2J") {
			t.Errorf("what is pasted steers the terminal: %q", h.text())
		}
		h.keys("ctrl+u", "d d t1t1", "enter")
		h.sees("move 3,", "t1t1: A move needs two piles")
		h.keys("t", "esc")
		h.sees("move 3,")
		h.keys(":", "u u", "enter")
		h.sees("move 1,")
	})
}

func TestHintsGoRoundAndEnterPlaysThem(t *testing.T) {
	playing(t, []string{"klondike", "--number", "12345"}, func(h *hands) {
		h.keys("h")
		h.sees("Hint 1 of 5: t4fs – Turns up a card.", ">A♠<", "[·♠]")
		h.keys("h")
		h.sees("Hint 2 of 5:")
		h.keys("h", "h", "h", "h", "enter")
		h.sees("move 1,", "A♠")
		h.keys("h")
		h.sees("Hint 1 of ")
	})
	playing(t, []string{nearlyWon}, func(h *hands) {
		h.keys("h", "enter")
		h.sees("Won!")
		h.keys("h")
		h.sees("There is no move to advise.")
	})
}

func TestWhereTheGameWasLost(t *testing.T) {
	playing(t, []string{lostGolf, "--mark-lost"}, func(h *hands) {
		h.sees("can be won")
		h.keys("d")
		h.sees("can be won")
		h.keys("d")
		h.sees("not winnable any more since move 2, b goes back")
		h.keys("d")
		h.sees("not winnable any more since move 2, b goes back")
		h.keys("b")
		h.sees("move 1,", "can be won")
		h.keys("b")
		h.sees("The game can be won from here.")
		h.keys("U", "w")
		h.sees("After move 1 the game could still be won; move 2, d, lost it. Go back there? y/n")
		h.keys("n")
		h.sees("move 2,")
		h.keys("w", "y")
		h.sees("move 1,")
		h.keys("w")
		h.sees("The game can still be won.")
		h.keys("l")
		h.sees("Lost games are not marked")
		if strings.Contains(h.text(), "can be won") {
			t.Errorf("it is still judged:\n%s", h.text())
		}
	})
	playing(t, []string{"golf", "--number", "1", "--mark-lost", "--lang", "de"}, func(h *hands) {
		h.sees("von Anfang an nicht zu gewinnen")
		h.keys("b")
		h.sees("Kein Punkt ist bekannt")
	})
	playing(t, []string{"golf", "--number", "2", "--mark-lost", "--nodes", "1"}, func(h *hands) {
		h.sees("unknown whether it can be won")
		h.keys("w")
		h.sees("Whether the game can be won is not proved.")
	})
	playing(t, []string{lostGolf}, func(h *hands) {
		h.keys("d", "d", "l")
		h.sees("not winnable any more since move 2")
	})
}

func TestASearchIsSupersededByWhatThePlayerDoes(t *testing.T) {
	playing(t, []string{lostGolf, "--mark-lost"}, func(h *hands) {
		h.hold = true
		h.keys("d", "d")
		h.sees("looking whether it can be won")
		h.keys("u", "u")
		h.release()
		h.sees("can be won", "move 0")
		if h.verdict(1) != 0 {
			t.Errorf("what a search found that was ended is kept: %v", h.verdicts)
		}
		h.hold = true
		h.keys("h")
		h.sees("Searching… Esc stops it.")
		h.keys("esc")
		h.release()
		if h.hints != nil {
			t.Error("a hint comes after Esc")
		}
		for _, keys := range [][]string{{"q"}, {":"}, {"n"}, {"s"}, {"?"}} {
			h.hold = true
			h.keys("h")
			h.keys(keys...)
			before := h.text()
			h.release()
			if h.text() != before {
				t.Errorf("a search that ends while %v is asked changes the screen:\n%s", keys, h.text())
			}
			h.keys("esc")
		}
		h.hold = true
		h.keys("h", "d")
		h.release()
		if h.hints != nil {
			t.Error("a hint comes after a move")
		}
	})
}

func TestALineThatWinsIsNotSearchedForAgain(t *testing.T) {
	playing(t, []string{"golf", "--number", "2", "--mark-lost"}, func(h *hands) {
		moves := h.line()
		h.hold = true
		for _, move := range moves {
			h.keys(":", move, "enter")
		}
		if len(h.held) > 0 {
			t.Errorf("%d searches on a line that is known to win", len(h.held))
		}
		h.sees("Won! n deals another game, R this one again.")
		if strings.Contains(h.text(), "can be won") {
			t.Errorf("a game that is won is still judged:\n%s", h.text())
		}
		h.keys("tab")
		h.sees("There is no legal move.")
	})
}

func TestNewDeals(t *testing.T) {
	playing(t, []string{"golf", "--number", "2", "-o", "on_king=queen"}, func(h *hands) {
		h.keys("d", "n", "7", "enter")
		h.sees("Golf, on_king=queen, move 0, in progress, deal 7")
		h.keys("n", "esc")
		h.sees("deal 7")
		h.keys("n", "0", "enter")
		h.sees("Deal numbers run from 1 to 4294967295.", "deal 7")
		h.keys("n", "enter")
		h.sees("Golf, on_king=queen, move 0")
		h.hold = true
		h.keys("n", "9", "enter", "esc")
		h.release()
		if h.deal.GetNumber() == 9 {
			t.Error("a deal comes after Esc")
		}
	})
	playing(t, []string{"tripeaks", "--difficulty", "easy"}, func(h *hands) {
		h.sees(", proved winnable, easy")
		number := h.deal.GetNumber()
		h.keys("d", "n", "enter")
		h.sees(", proved winnable, easy", "move 0")
		if h.deal.GetNumber() == number {
			t.Errorf("n deals %d again", number)
		}
	})
	playing(t, nil, func(h *hands) {
		h.sees("Which game?", "> 1  Klondike")
		h.keys("up", "down", "down", "down", "enter")
		h.sees("Pyramid, move 0")
	})
	playing(t, nil, func(h *hands) {
		h.hold = true
		h.keys("6")
		h.sees("Dealing… Esc stops it.")
		h.keys("esc")
		h.release()
		h.sees("Which game?")
		if h.left {
			t.Error("Esc leaves while it is dealt")
		}
	})
	playing(t, []string{"--number", "5"}, func(h *hands) {
		h.keys("6")
		h.sees("Golf, move 0, in progress, deal 5")
	})
	if got := playing(t, nil, func(h *hands) { h.keys("q") }); got.exit != exitDone || got.out != "" {
		t.Errorf("exit code %d, %q", got.exit, got.out)
	}
}

func TestNothingIsLost(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "game.jsonl")
	got := playing(t, []string{"golf", "--number", "2"}, func(h *hands) {
		h.keys("d", "q")
		h.sees("The game is not over. Leave it? Its record is printed. y/n")
		if h.keys("n"); h.left {
			t.Error("n leaves")
		}
		h.keys("s")
		h.sees("Save the record in: golf-2.jsonl")
		h.keys("ctrl+u", file, "enter")
		h.sees("Saved in ")
		h.keys("s", "ctrl+u", file, "enter")
		h.sees("exists already")
		h.keys("d", "u")
		h.keys("q", "y")
		if !h.left {
			t.Error("y does not leave")
		}
	})
	if lines := strings.Split(got.out, "\n"); len(lines) != 3 || lines[0] != "Golf, move 1, in progress, deal 2" || !strings.Contains(lines[1], `"moves":["d","d","u"]`) {
		t.Errorf("%s", got.out)
	}
	// The record goes on where it ended, and is not printed where it is in a file.
	got = playing(t, []string{"@" + file}, func(h *hands) {
		h.sees("Golf, move 1, in progress, deal 2")
		h.keys("u", "U")
		h.keys("ctrl+u")
		text := filepath.Join(folder, "game.txt")
		h.keys("s", "ctrl+u", text, "enter")
		if saved, err := os.ReadFile(text); err != nil || !strings.HasPrefix(string(saved), "[Variant \"golf\"]") {
			t.Errorf("%v: %s", err, saved)
		}
		if h.keys("q"); !h.left {
			t.Error("q asks although everything is saved")
		}
	})
	if got.out != "Golf, move 1, in progress, deal 2\n" {
		t.Errorf("%s", got.out)
	}
	// Ctrl-C leaves at once.
	got = playing(t, []string{nearlyWon}, func(h *hands) {
		if h.keys("ctrl+c"); !h.left {
			t.Error("Ctrl-C does not leave")
		}
	})
	if !strings.Contains(got.out, `{"state":"`+nearlyWon+`","moves":[]`) {
		t.Errorf("%s", got.out)
	}
}

func TestAServerIsPlayedWithLikeThisProgram(t *testing.T) {
	server := startServer(t)
	screens := map[bool]string{}
	for _, remote := range []bool{false, true} {
		args := []string{"golf", "--number", "2", "--mark-lost"}
		if remote {
			args = append(args, "--server", server)
		}
		playing(t, args, func(h *hands) {
			moves := h.line()
			for _, move := range moves[:len(moves)-1] {
				h.keys(":", move, "enter")
			}
			h.keys("h")
			screens[remote] = h.text()
			h.keys("w")
			screens[remote] += h.text()
		})
	}
	if screens[true] != screens[false] {
		t.Errorf("%s\n%s", screens[false], screens[true])
	}
}

func TestPlayNeedsATerminal(t *testing.T) {
	for _, args := range [][]string{{"play", "golf"}, {"play"}, {"play", "golf", "--lang", "de"}} {
		got := ask(args)
		if got.exit != exitTrouble || !strings.Contains(got.err, "--plain") || got.out != "" {
			t.Errorf("%v: exit code %d, %q, %q", args, got.exit, got.out, got.err)
		}
	}
	piped := func(args ...string) (shown bool) {
		var err bytes.Buffer
		run(args, console{
			in: strings.NewReader(lostGolf), out: &err, err: &err, getenv: func(string) string { return "vt100" },
			show: func(context.Context, tea.Model) error { shown = true; return nil },
		})
		if !shown && !strings.Contains(err.String(), "--plain") {
			t.Errorf("%v: %s", args, err.String())
		}
		return shown
	}
	if piped("play", "golf") || !piped("play", "-") {
		t.Error("keys come from the standard input, or a state does not")
	}
	got := askShowing([]string{"play", "golf", "--json"}, func(context.Context, tea.Model) error {
		t.Error("it is shown")
		return nil
	})
	if got.exit != exitTrouble || !strings.Contains(got.err, "no --json") {
		t.Errorf("exit code %d, %q", got.exit, got.err)
	}
}

func TestALongGameIsRefusedMoreMoves(t *testing.T) {
	playing(t, []string{"golf", "--number", "2"}, func(h *hands) {
		for len(h.way) <= engine.MaxRecordMoves {
			h.way = append(h.way, h.way[0])
		}
		h.at = engine.MaxRecordMoves
		h.keys("d")
		h.sees(fmt.Sprintf("at most %d moves.", engine.MaxRecordMoves))
	})
}

func TestNoKeysBreakTheScreen(t *testing.T) {
	keys := []string{
		"left", "right", "up", "down", "enter", "esc", "tab", "shift+tab", "backspace", "pgup", "pgdown", "ctrl+r", "ctrl+u",
		"d", "r", "u", "U", "h", "f", "w", "b", "l", "k", "n", "R", "?", "t", ":", "y", "j", "1", "7", "0", "x",
	}
	for variant, deal := range winnableDeals {
		playing(t, append([]string{variant, "--mark-lost", "--nodes", "200", "--memory", "1"}, deal...), func(h *hands) {
			random := rand.New(rand.NewPCG(1, 2))
			for range 400 {
				h.hold = random.IntN(4) == 0
				switch random.IntN(8) {
				case 0:
					x, y := random.IntN(80), random.IntN(24)
					h.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
					h.send(tea.MouseReleaseMsg{X: random.IntN(80), Y: y, Button: tea.MouseLeft})
				case 1:
					h.send(tea.WindowSizeMsg{Width: 10 + random.IntN(80), Height: 4 + random.IntN(30)})
				default:
					h.keys(keys[random.IntN(len(keys))])
				}
				if random.IntN(4) == 0 {
					h.release()
				}
				checkScreen(t, variant, plainScreen(h.text()), h.width, h.height)
				if t.Failed() {
					return
				}
			}
			record := h.record()
			start, err := record.Start()
			if err != nil {
				t.Fatal(err)
			}
			if replayed := engine.Replay(start, record.Moves, nil); replayed.Unreadable != nil || replayed.Refusal != nil {
				t.Errorf("%s: the log does not replay: %+v", variant, replayed)
			}
		})
	}
}
