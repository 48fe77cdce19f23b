package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// watcher is an authority that can only watch a search.
type watcher struct {
	authority
	watch func(context.Context, func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error)
}

func (w watcher) WatchSolve(ctx context.Context, _ *solitairev1.WatchSolveRequest, progress func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error) {
	return w.watch(ctx, progress)
}

// terminal is a tool whose standard error is a terminal.
func terminal(rules authority) (t *tool, out, err *bytes.Buffer) {
	out, err = new(bytes.Buffer), new(bytes.Buffer)
	return &tool{
		console:  console{out: out, err: err, errTerminal: true, getenv: func(string) string { return "" }},
		language: phrase.English, rules: rules,
	}, out, err
}

// interrupt makes the tool one that somebody interrupts by the function returned.
func (t *tool) interrupt() func() {
	var interrupt context.CancelFunc
	t.interruptible = func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, interrupt = context.WithCancel(ctx)
		return ctx, interrupt
	}
	return func() { interrupt() }
}

// due is a line that is to be written at once.
func (p *progress) due() *progress {
	p.told = time.Time{}
	return p
}

func TestASearchTellsOnATerminalHowFarItIs(t *testing.T) {
	search := watcher{watch: func(_ context.Context, progress func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error) {
		progress(&solitairev1.WatchSolveResponse_Progress{Nodes: 77, ElapsedSeconds: 1.5})
		progress(&solitairev1.WatchSolveResponse_Progress{Nodes: 78, ElapsedSeconds: 1.5})
		return &solitairev1.SolveGameResponse{Verdict: solitairev1.Verdict_WINNABLE, Moves: []string{"d", "t1w"}, Nodes: 99, ElapsedSeconds: 2}, nil
	}}
	tool, out, err := terminal(search)
	if err := tool.solve(t.Context(), &solitairev1.WatchSolveRequest{}, tool.progress().due()); err != nil {
		t.Error(err)
	}
	if want := "\r\x1b[K77 positions, 1.50 s\r\x1b[Kwinnable, 99 positions, 2.00 s\n"; err.String() != want || out.String() != "d t1w\n" {
		t.Errorf("%q, %q", out, err)
	}
	for name, change := range map[string]func(){
		"not a terminal": func() { tool.errTerminal = false },
		"JSON":           func() { tool.flags.json, tool.errTerminal = true, true },
	} {
		change()
		err.Reset()
		if failed := tool.solve(t.Context(), &solitairev1.WatchSolveRequest{}, tool.progress().due()); failed != nil || strings.Contains(err.String(), "\r") {
			t.Errorf("%s: %q, %v", name, err, failed)
		}
	}
}

func TestAnInterruptEndsASearch(t *testing.T) {
	for name, answer := range map[string]func() (*solitairev1.SolveGameResponse, error){
		"in this program": func() (*solitairev1.SolveGameResponse, error) {
			return &solitairev1.SolveGameResponse{Verdict: solitairev1.Verdict_UNKNOWN, UnknownReason: solitairev1.UnknownReason_TIME}, nil
		},
		"on a server": func() (*solitairev1.SolveGameResponse, error) { return nil, &talon.Error{Code: codes.Canceled} },
	} {
		for language, want := range map[phrase.Language]string{phrase.English: "talon: interrupted\n", phrase.German: "talon: abgebrochen\n"} {
			tool, out, err := terminal(nil)
			interrupt := tool.interrupt()
			tool.rules = watcher{watch: func(ctx context.Context, progress func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error) {
				progress(&solitairev1.WatchSolveResponse_Progress{})
				interrupt()
				<-ctx.Done()
				return answer()
			}}
			tool.language = language
			failed := tool.solve(t.Context(), &solitairev1.WatchSolveRequest{}, tool.progress().due())
			if code := tool.exit(nil, failed); code != exitTrouble || out.String() != "" || !strings.HasSuffix(err.String(), "\r\x1b[K"+want) {
				t.Errorf("%s: exit code %d, %q, %q", name, code, out, err)
			}
		}
	}
}

func TestAServerThatEndsASearchEarlyIsTrouble(t *testing.T) {
	tool, _, err := terminal(watcher{watch: func(context.Context, func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error) {
		return nil, io.ErrUnexpectedEOF
	}})
	failed := tool.solve(t.Context(), &solitairev1.WatchSolveRequest{}, tool.progress())
	if code := tool.exit(nil, failed); code != exitTrouble || err.String() != "talon: the server ended the call early\n" {
		t.Errorf("exit code %d, %q", code, err)
	}
}

func TestTheVerdictDecidesTheExitCode(t *testing.T) {
	for verdict, want := range map[solitairev1.Verdict]int{
		solitairev1.Verdict_WINNABLE:            exitDone,
		solitairev1.Verdict_UNWINNABLE:          exitNo,
		solitairev1.Verdict_UNKNOWN:             exitTrouble,
		solitairev1.Verdict_VERDICT_UNSPECIFIED: exitTrouble,
		99:                                      exitTrouble,
	} {
		if got := (&tool{}).exit(nil, proved(verdict)); got != want {
			t.Errorf("%v: exit code %d, want %d", verdict, got, want)
		}
	}
}

func TestWhatIsProvedAboutALogIsToldInFull(t *testing.T) {
	at := func(n int32) *int32 { return &n }
	log := []string{"d", "u", "d", "t1w"}
	said := map[string]bool{}
	for _, test := range []struct {
		answer  *solitairev1.FindLastWinnableResponse
		english string
	}{
		{&solitairev1.FindLastWinnableResponse{}, "Whether the game could be won is not proved."},
		{&solitairev1.FindLastWinnableResponse{FirstLost: at(0), Proved: true}, "The game could not be won from the beginning."},
		{&solitairev1.FindLastWinnableResponse{FirstLost: at(3)}, "After 3 of 4 entries the game was lost; whether it could be won before is not proved."},
		{&solitairev1.FindLastWinnableResponse{LastWinnable: at(4), Proved: true}, "After 4 of 4 entries the game can still be won."},
		{&solitairev1.FindLastWinnableResponse{LastWinnable: at(2)}, "After 2 of 4 entries the game could still be won; whether it can be after more of them is not proved."},
		{&solitairev1.FindLastWinnableResponse{LastWinnable: at(0), FirstLost: at(3)}, "After 0 of 4 entries the game could still be won, after 3 it was lost; what lies between is not proved."},
		{&solitairev1.FindLastWinnableResponse{LastWinnable: at(2), FirstLost: at(3), Proved: true}, "After 2 of 4 entries the game could still be won; entry 3, d, lost it."},
		{&solitairev1.FindLastWinnableResponse{LastWinnable: at(8), FirstLost: at(9), Proved: true}, "After 8 of 4 entries the game could still be won; entry 9, , lost it."},
	} {
		if got := (&tool{language: phrase.English}).turn(log, test.answer); got != test.english {
			t.Errorf("%v: %q", test.answer, got)
		}
		german := (&tool{language: phrase.German}).turn(log, test.answer)
		if german == test.english || said[german] {
			t.Errorf("%v: %q", test.answer, german)
		}
		said[german] = true
	}
}

func TestWhatIsProvedAboutAGameThatIsPlayedIsTold(t *testing.T) {
	at := func(n int32) *int32 { return &n }
	for _, language := range phrase.Languages() {
		said := map[string]bool{}
		tell := func(text, english string) {
			if language == phrase.English && text != english {
				t.Errorf("%q, not %q", text, english)
			}
			if text == "" || said[text] || language == phrase.German && text == english {
				t.Errorf("%q is said twice, or not in German", text)
			}
			said[text] = true
		}
		tool := &tool{language: language}
		s := tool.newSession(nil, &solitairev1.Game{State: "0", MoveCount: 10})
		for i, move := range []string{"d", "r", "t1w"} {
			s.way = append(s.way, step{move: move, state: strconv.Itoa(i + 1), count: int32(11 + i)})
		}
		s.at = 3
		for _, test := range []struct {
			turn    *solitairev1.FindLastWinnableResponse
			english string
		}{
			{&solitairev1.FindLastWinnableResponse{}, "Whether the game can be won is not proved."},
			{&solitairev1.FindLastWinnableResponse{FirstLost: at(0), Proved: true}, "The game could not be won from the beginning."},
			{&solitairev1.FindLastWinnableResponse{FirstLost: at(2)}, "After move 12 the game was lost; whether it could be won before is not proved."},
			{&solitairev1.FindLastWinnableResponse{LastWinnable: at(3), Proved: true}, "The game can still be won."},
			{&solitairev1.FindLastWinnableResponse{LastWinnable: at(1)}, "After move 11 the game could still be won; whether it still can is not proved."},
			{&solitairev1.FindLastWinnableResponse{LastWinnable: at(0), FirstLost: at(2)}, "After move 10 the game could still be won, after move 12 it was lost; what lies between is not proved."},
			{&solitairev1.FindLastWinnableResponse{LastWinnable: at(1), FirstLost: at(2), Proved: true}, "After move 11 the game could still be won; move 12, r, lost it."},
			{&solitairev1.FindLastWinnableResponse{LastWinnable: at(-8), FirstLost: at(99), Proved: true}, "After move 10 the game could still be won; move 13, t1w, lost it."},
		} {
			tell(s.turning(test.turn), test.english)
		}
		const won, open, lost = solitairev1.Verdict_WINNABLE, solitairev1.Verdict_UNKNOWN, solitairev1.Verdict_UNWINNABLE
		for _, test := range []struct {
			verdicts [4]solitairev1.Verdict
			english  string
		}{
			{[4]solitairev1.Verdict{won, won, won, won}, "can be won"},
			{[4]solitairev1.Verdict{won, won, won, open}, "unknown whether it can be won"},
			{[4]solitairev1.Verdict{won, won, lost, lost}, "not winnable any more since move 12"},
			{[4]solitairev1.Verdict{lost, lost, lost, lost}, "could not be won from the beginning"},
			{[4]solitairev1.Verdict{won, open, open, lost}, "not winnable any more, lost between moves 11 and 13"},
			{[4]solitairev1.Verdict{open, open, lost, lost}, "not winnable any more, since move 12 or before"},
		} {
			for i, verdict := range test.verdicts {
				s.verdicts[strconv.Itoa(i)] = verdict
			}
			tell(s.judgement(), test.english)
		}
	}
}

func TestAnInterruptEndsCertifyAfterWholeLines(t *testing.T) {
	tool, out, _ := terminal(nil)
	path := filepath.Join(t.TempDir(), "deals")
	run := func(ctx context.Context, to io.Writer) (*certifyRun, error) {
		r := &certifyRun{tool: tool, out: path, deals: "1-1000000", shard: "0/1", megabytes: 1, line: (&progress{to: to}).due()}
		r.job.Workers, r.job.Games, r.job.Limit.Nodes = 2, 1, 100_000
		return r, r.run(ctx, "tripeaks")
	}
	stopped, err := run(t.Context(), interrupting(tool.interrupt()))
	tool.interruptible = nil
	if err == nil || err.Error() != "interrupted" || stopped.done == 0 || !strings.Contains(out.String(), " of 1000000 deals done, ") {
		t.Errorf("%v, %q", err, out)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if again, _ := run(ended, io.Discard); again.before != stopped.done {
		t.Errorf("%d deals are in the file, not %d", again.before, stopped.done)
	}
}

// interrupting interrupts the tool when it writes something.
type interrupting func()

func (i interrupting) Write(text []byte) (int, error) {
	i()
	return len(text), nil
}
