package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// nasty are texts that nobody should send.
var nasty = []string{
	"",
	" ",
	"\x00",
	"\x1b[2J\x1b]0;gone\a",
	"\xff\xfe\xfd",
	"\u009b31m",
	"@",
	"@\x1b[2J",
	"@/dev/null",
	"{}",
	"%s%n%d",
	"golf/1",
	"golf/1 m=99999999999999999999",
	"golf/1 m=0 t1:" + strings.Repeat("Ac", 5000),
	strings.Repeat("golf/1 m=0\n", 100),
	strings.Repeat("x", 1<<17),
}

func TestNastyArgumentsAreRefusedInPlainText(t *testing.T) {
	folder := t.TempDir()
	for _, text := range nasty {
		for _, args := range [][]string{
			{"show", text},
			{"moves", text},
			{"finish", text},
			{"check", nearlyWon, text},
			{"check", text, "d"},
			{"apply", nearlyWon, text},
			{"apply", text, "d"},
			{"perft", text, "--depth", "2"},
			{"play", text, "--plain"},
			{"play", "golf", "--plain", "--seed", text, "-o", text},
			{"solve", text},
			{"hint", text},
			{"hint", nearlyWon, "?", text},
			{"last-winnable", text},
			{"last-winnable", nearlyWon, text},
			{"last-winnable", nearlyWon, "?", text},
			{"deal", "golf", "--daily", text},
			{"deal", "golf", "--difficulty", text},
			{"certify", text, "--deals", "1-1", "--out", folder},
			{"certify", "golf", "--deals", text, "--out", folder},
			{"certify", "golf", "--days", text, "--out", folder},
			{"certify", "golf", "--deals", "1-1", "--shard", text, "--out", folder},
			{"certify", "golf", "--deals", "1-1", "--out", folder + "/no/" + text},
			{"deal", text},
			{"deal", "golf", "--deck", text},
			{"deal", "golf", "-o", text},
			{"deal", "golf", "-o", "wrap=" + text},
			{"rules", text},
			{"replay", text + "/nowhere"},
			{"convert", "--from", "position", text},
			{"convert", "--from", "piles", text},
			{"convert", "--from", "fc-solve-board", text},
			{"convert", "--from", "freecell-standard", "--number", "1", "--to", text, "1a"},
			{"convert", "--from", "record-json", text},
			{"convert", "--from", "record-text", text},
			{"convert", "--from", text, "x"},
			{text, "x"},
			{"help", text, "x"},
			{"show", nearlyWon, "--lang", text},
			{"show", nearlyWon, "--color", text},
			{"show", nearlyWon, "--" + text, "x"},
		} {
			got := ask(args)
			if got.exit != exitTrouble {
				// An argument that is empty or a device may be no moves at all.
				t.Errorf("%.60q: exit code %d\n%s%s", args, got.exit, got.out, got.err)
			}
			if got.err == "" || len(got.err) > 4096 {
				t.Errorf("%.60q: says %d bytes", args, len(got.err))
			}
			checkPlain(t, args, got.out+got.err)
		}
	}
}

func TestNastyRecordsAreToldInPlainText(t *testing.T) {
	for _, text := range append(nasty,
		`{"variant":"golf","deal":{"number":1},"moves":["\u001b[2J"]}`,
		`{"variant":"golf","deal":{"number":1},"moves":["t1t1t1"]}`,
		`{"variant":"\u001b[2J","deal":{"number":1},"moves":[]}`,
		`{"variant":"golf","deal":{"seed":"\u001b[2J"},"moves":["d","d"],"moveCount":7,"player":"\u001b[2J"}`,
		`{"state":"golf/1 \u001b[2J","moves":[]}`,
		"[Variant \"golf\x1b[2J\"]\n\nd\n\n",
		`{"variant":"golf","deal":{"number":1},"moves":[`+strings.Repeat(`"d",`, 30000)+`"d"]}`,
	) {
		file := filepath.Join(t.TempDir(), "records")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, flags := range [][]string{nil, {"--lang", "de"}, {"--json"}} {
			args := append([]string{"replay", file}, flags...)
			got := ask(args)
			if empty := strings.TrimSpace(text) == ""; empty != (got.exit == exitTrouble) || got.exit == exitDone {
				t.Errorf("%.60q: exit code %d\n%s%s", text, got.exit, got.out, got.err)
			}
			checkPlain(t, args, got.out+got.err)
		}
	}
}

func TestAStandardInputWithoutEndIsRefused(t *testing.T) {
	var out, err bytes.Buffer
	exit := run([]string{"show", "-"}, console{in: endless{}, out: &out, err: &err, getenv: func(string) string { return "" }})
	if want := "talon: standard input holds more than 65536 bytes\n"; exit != exitTrouble || err.String() != want {
		t.Errorf("exit code %d, %q", exit, err.String())
	}
}

// endless is an input that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestAServerCannotSteerTheTerminal(t *testing.T) {
	const escape = "\x1b[2J"
	var out bytes.Buffer
	tool := &tool{console: console{out: &out, err: &out}}
	game := &solitairev1.Game{
		State: "golf/1;" + escape, Variant: escape,
		Options: map[string]string{"scoring": escape},
		Table:   &solitairev1.Table{Piles: []*solitairev1.Pile{{Id: escape, Cards: escape}}},
		Moves:   []*solitairev1.Move{{Move: escape, Cards: ptr(escape), TurnsUp: []string{escape}}},
	}
	for _, language := range phrase.Languages() {
		tool.language = language
		tool.printGame(game, true)
		tool.printMoves(game.Moves)
		for kind := range solitairev1.Event_Kind_name {
			tool.printEvents([]string{escape}, []*solitairev1.Event{{
				Kind: solitairev1.Event_Kind(kind), From: ptr(escape), To: ptr(escape), Cards: ptr(escape), Suit: ptr(escape),
			}})
		}
		for reason := range solitairev1.Refusal_Reason_name {
			for _, refusal := range []*solitairev1.Refusal{
				{Reason: solitairev1.Refusal_Reason(reason)},
				{Reason: solitairev1.Refusal_Reason(reason), Piles: []string{escape, "t1", "t2"}, Cards: escape, Rule: escape, Message: escape, Limit: -7, Asked: 1 << 30},
				{Reason: solitairev1.Refusal_Reason(reason), Piles: []string{"t1"}, Cards: "Ac", Rule: "golf.play", Limit: 99},
			} {
				out.WriteString(tool.refusal(refusal, escape))
			}
		}
		tool.printSolution(&solitairev1.SolveGameResponse{Verdict: -1, UnknownReason: -1, Moves: []string{escape}})
		tool.printAdvice(&solitairev1.SuggestMoveResponse{Suggestions: []*solitairev1.Suggestion{{Move: game.Moves[0], Message: escape}}})
		out.WriteString(tool.turn([]string{escape}, &solitairev1.FindLastWinnableResponse{LastWinnable: ptr(int32(0)), FirstLost: ptr(int32(1)), Proved: true}))
		tool.printVariant(&solitairev1.Variant{Variant: escape, Title: escape, Options: []*solitairev1.Variant_Option{{Name: escape, Default: escape}}})
	}
	tool.playNasty(game, escape, &out)
	checkPlain(t, nil, out.String())
}

// playNasty plays a game that consists of a text that nobody should send.
func (t *tool) playNasty(game *solitairev1.Game, text string, out *bytes.Buffer) {
	p := &player{tool: t, command: &cobra.Command{}, mark: true}
	session := t.newSession(&solitairev1.Deal{Variant: text, Seed: ptr(text), Options: map[string]string{text: text}}, game)
	session.way = append(session.way, step{move: text, state: text})
	session.at = 1
	session.verdicts[text], session.verdicts[game.GetState()] = solitairev1.Verdict_UNWINNABLE, solitairev1.Verdict_WINNABLE
	out.WriteString(session.turning(&solitairev1.FindLastWinnableResponse{LastWinnable: ptr(int32(0)), FirstLost: ptr(int32(1)), Proved: true}))
	shown := p.newScreen(context.Background(), session)
	shown.hints = []*solitairev1.Suggestion{{Move: game.Moves[0], Message: text}}
	shown.showHint()
	out.WriteString(shown.View().Content)
	shown.chosen = shown.cursor
	out.WriteString(shown.View().Content)
	shown.page = shown.help()
	out.WriteString(shown.View().Content)
	shown.page = nil
	shown.typeMove(":")
	shown.typing.insert(text)
	out.WriteString(shown.View().Content)
	shown.askPath()
	out.WriteString(shown.View().Content)
	p.farewell(session)
}

func ptr[T any](value T) *T { return &value }

// checkPlain checks that a text holds no control character but line ends.
func checkPlain(t *testing.T, args []string, text string) {
	t.Helper()
	for i, r := range text {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			t.Errorf("%.60q: writes the control character %#x in %.200q", args, r, text[max(0, i-80):])
			return
		}
	}
}
