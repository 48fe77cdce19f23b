package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// serving is where a server listens while the tests run, holder has its keys.
var (
	serving servers
	holder  *keyholder
	keyFile string
)

// asDriver is the variable that makes the test binary a driver.
const asDriver = "TALON_TEST_DRIVER"

func TestMain(m *testing.M) {
	if manner := os.Getenv(asDriver); manner != "" {
		drive(manner)
		return
	}
	if err := served(m); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidigo // this is the main of the tests
	}
}

func served(m *testing.M) (err error) {
	s := settings{}
	program, end, err := s.serve(context.Background())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	serving, keyFile = s.at, program.Keys
	if holder, err = newKeyholder(context.Background(), program); err != nil {
		return err
	}
	m.Run()
	return holder.close()
}

// carried reads the vectors that the project carries, a tenth of all; the command
// runs them all.
func carried(t *testing.T) []vector {
	t.Helper()
	s := source{testdata: filepath.Join(root(), "engine", "testdata")}
	s.vectors = s.carried()
	vectors, err := s.read()
	if err != nil {
		t.Fatal(err)
	}
	return vectors
}

// both adds to vectors the same ones about sealed games.
func both(vectors []vector) []vector {
	return append(slices.Clone(vectors), sealedOf(vectors, 1, holder)...)
}

func TestEveryClientSaysWhatTheVectorsSay(t *testing.T) {
	vectors := carried(t)
	for _, name := range []string{"grpc", "json", "go", "typescript"} {
		t.Run(name, func(t *testing.T) {
			s, vectors := &settings{at: serving}, vectors
			if name == "typescript" {
				if _, err := exec.LookPath("node"); err != nil {
					t.Skip("node is not here")
				}
				if _, err := os.Stat(filepath.Join(root(), typescript)); err != nil {
					t.Skip("not built: npm ci && npm run driver in clients/typescript")
				}
				// It takes several times as long as the others.
				vectors = sample(vectors, 7)
			}
			vectors = append(slices.Clone(vectors), sealedOf(vectors, 4, holder)...)
			r, err := s.hold(t.Context(), name, vectors)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.failures) > 0 || r.checks < 3*len(vectors) {
				r.show(t.Output(), 20)
				t.Errorf("%d failures in %d checks of %d vectors", len(r.failures), r.checks, r.vectors)
			}
		})
	}
}

// falsifying is a client that changes what the service says.
type falsifying struct {
	client
	change func(request, answer proto.Message, err *error)
}

func (f *falsifying) call(ctx context.Context, request, answer proto.Message) error {
	err := f.client.call(ctx, request, answer)
	f.change(request, answer, &err)
	return err
}

// change makes a falsification of answers of one kind.
func change[Answer proto.Message](to func(Answer)) func(request, answer proto.Message, err *error) {
	return func(_, answer proto.Message, err *error) {
		if answer, is := answer.(Answer); is && *err == nil {
			to(answer)
		}
	}
}

// changeFailure makes a falsification of errors.
func changeFailure(to func(*failure)) func(request, answer proto.Message, err *error) {
	return func(_, _ proto.Message, err *error) {
		if f := failureOf(*err); f != nil {
			to(f)
		}
	}
}

func TestAClientThatSaysAnythingElseIsFoundOut(t *testing.T) {
	raw, err := newRawGRPC(serving.grpc)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := raw.close(); err != nil {
			t.Error(err)
		}
	}()
	few := sample(carried(t), 23)
	few = append(few, sealedOf(everyNth(few, 2), 1, holder)...)
	for _, test := range []struct {
		name   string
		checks []string // each of which has to fail somewhere
		change func(request, answer proto.Message, err *error)
	}{
		{"the state", []string{"state", "possible"}, change(func(a *solitairev1.InspectGameResponse) { a.GetGame().State += " " })},
		{"the options", []string{"game"}, change(func(a *solitairev1.InspectGameResponse) { clear(a.GetGame().GetOptions()) })},
		{"the status", []string{"status"}, change(func(a *solitairev1.InspectGameResponse) { a.GetGame().Status = solitairev1.Game_WON })},
		{"whether there is a finish", []string{"finish"}, change(func(a *solitairev1.InspectGameResponse) {
			a.GetGame().FinishAvailable = !a.GetGame().GetFinishAvailable()
		})},
		{"the table", []string{"table"}, change(func(a *solitairev1.InspectGameResponse) { a.GetGame().Table = nil })},
		{"the moves in a view", []string{"legal", "only", "moves", "depth 1"}, change(func(a *solitairev1.InspectGameResponse) {
			a.GetGame().Moves = a.GetGame().GetMoves()[min(1, len(a.GetGame().GetMoves())):]
		})},
		{"the order of moves", []string{"legal", "order"}, change(func(a *solitairev1.EnumerateMovesResponse) { slices.Reverse(a.GetMoves()) })},
		{"a move of the finish", []string{"finish"}, change(func(a *solitairev1.FinishGameResponse) { a.Moves = a.GetMoves()[1:] })},
		{"the next state", []string{"next"}, change(func(a *solitairev1.ApplyMovesResponse) { a.GetGame().State += " " })},
		{"the next status", []string{"next_status"}, change(func(a *solitairev1.ApplyMovesResponse) { a.GetGame().Status = solitairev1.Game_STUCK })},
		{"an event", []string{"events"}, change(func(a *solitairev1.ApplyMovesResponse) { a.Events = a.GetEvents()[1:] })},
		{"what moves lead to together", []string{"after"}, func(request, answer proto.Message, err *error) {
			if r, is := request.(*solitairev1.ApplyMovesRequest); is && *err == nil && len(r.GetMoves()) > 1 {
				proto.Reset(answer)
			}
		}},
		{"the moves after a move", []string{"depth 2"}, change(func(a *solitairev1.ApplyMovesResponse) { a.GetGame().Moves = nil })},
		{"whether a move is legal", []string{"move", "legal", "refusal"}, change(func(a *solitairev1.ValidateMoveResponse) { a.Legal = !a.GetLegal() })},
		{"the reason of a refusal", []string{"refusal", "refused"}, change(func(a *solitairev1.ValidateMoveResponse) {
			if a.GetRefusal() != nil {
				a.Refusal.Reason = solitairev1.Refusal_FINISH_NOT_AVAILABLE
			}
		})},
		{"the cards of a refusal", []string{"refusal"}, change(func(a *solitairev1.ValidateMoveResponse) {
			if a.GetRefusal() != nil {
				a.Refusal.Cards += "Kd"
			}
		})},
		{"how far a log goes", []string{"complete"}, change(func(a *solitairev1.ReplayGameResponse) { a.Applied-- })},
		{"where a log stops", []string{"log"}, change(func(a *solitairev1.ReplayGameResponse) {
			if a.GetStop() != nil {
				a.Stop.Index++
			}
		})},
		{"that a log is as expected", []string{"expectation"}, change(func(a *solitairev1.ReplayGameResponse) {
			a.Differences = []*solitairev1.ReplayGameResponse_Difference{{Field: "score"}}
		})},
		{"where a log ends", []string{"final_state", "final_status", "moves_count", "score", "text"}, change(func(a *solitairev1.ReplayGameResponse) {
			a.GetGame().State = "golf/1 m=0 w:Ah"
			a.GetGame().Status, a.GetGame().MoveCount, a.GetGame().Score = solitairev1.Game_STATUS_UNSPECIFIED, -1, 1000
		})},
		{"a deal", []string{"state", "deck"}, change(func(a *solitairev1.DealGameResponse) { a.GetGame().State += " " })},
		{"which deal it is", []string{"deal"}, change(func(a *solitairev1.DealGameResponse) {
			if a.GetDeal() != nil {
				a.Deal.Number, a.Deal.Seed = nil, nil
			}
		})},
		{"the piles", []string{"pile"}, change(func(a *solitairev1.ConvertPositionResponse) { a.Piles = nil })},
		{"the counters", []string{"count"}, change(func(a *solitairev1.ConvertPositionResponse) { a.Counters = &solitairev1.Counters{MoveCount: -1} })},
		{"the reason of an error", []string{"refusal", "refused", "possible", "finish"}, changeFailure(func(f *failure) { f.reason = solitairev1.ErrorReason_INTERNAL })},
		{"the refusal of an error", []string{"refusal", "refused", "finish"}, changeFailure(func(f *failure) { f.refusal = nil })},
		{"the fields at fault", []string{"violations"}, changeFailure(func(f *failure) { f.violations = nil })},
		{"that it failed", []string{"ApplyMoves", "FinishGame", "InspectGame"}, func(_, _ proto.Message, err *error) { *err = nil }},
		{"the seal", []string{"seal"}, change(func(a *solitairev1.InspectGameResponse) { a.GetGame().Seal = nil })},
		{"what the game is committed to", []string{"seal"}, change(func(a *solitairev1.ReplayGameResponse) {
			if a.GetGame().GetSeal() != nil {
				a.Game.Seal.Commitment = strings.Repeat("0", 64)
			}
		})},
		{"the state that it was asked about", []string{"seal"}, func(request, answer proto.Message, err *error) {
			if a, is := answer.(*solitairev1.InspectGameResponse); is && *err == nil && a.GetGame().GetSeal() != nil {
				a.Game.State = requestState(request)
			}
		}},
		{"an open state", []string{"seal"}, change(func(a *solitairev1.ApplyMovesResponse) {
			if opened, good, err := holder.open(a.GetGame().GetState()); good && err == nil {
				a.Game.State = opened.State
			}
		})},
		{"a hidden card in words", []string{"hidden"}, func(request, answer proto.Message, err *error) {
			if a, is := answer.(*solitairev1.ValidateMoveResponse); is && *err == nil && a.GetRefusal() != nil {
				a.Refusal.Message += " " + hiddenIn(request)
			}
		}},
		{"a hidden card on the table", []string{"hidden"}, func(request, answer proto.Message, err *error) {
			if a, is := answer.(*solitairev1.InspectGameResponse); is && *err == nil && len(a.GetGame().GetTable().GetPiles()) > 0 {
				a.Game.Table.Piles[0].Cards += hiddenIn(request)
			}
		}},
		{"a hidden card in an error", []string{"hidden"}, func(request, _ proto.Message, err *error) {
			if f := failureOf(*err); f != nil {
				f.message += " " + hiddenIn(request)
			}
		}},
		{"a hidden card in a field at fault", []string{"hidden"}, func(request, _ proto.Message, err *error) {
			if f := failureOf(*err); f != nil {
				f.violations = append(f.violations, hiddenIn(request))
			}
		}},
		{"that the piles of a sealed game are told", []string{"SEALED_GAME"}, func(_, answer proto.Message, err *error) {
			if _, is := answer.(*solitairev1.ConvertPositionResponse); is {
				*err = nil
			}
		}},
		{"that the hash of a sealed game is compared", []string{"hash"}, func(request, answer proto.Message, err *error) {
			if r, is := request.(*solitairev1.ReplayGameRequest); is && *err != nil && r.GetExpect() != nil {
				r = proto.CloneOf(r)
				r.Expect.StateSha256 = nil
				*err = raw.call(context.Background(), r, answer)
			}
		}},
		{"that it did not", []string{"DealGame", "InspectGame", "ValidateMove", "ApplyMoves", "EnumerateMoves", "FinishGame", "ReplayGame"}, func(_, _ proto.Message, err *error) {
			*err = cmp.Or(*err, errors.New("no"))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := hold(t.Context(), "falsifying", &falsifying{raw, test.change}, few, nil)
			for _, check := range test.checks {
				if !slices.ContainsFunc(r.failures, func(f string) bool { return strings.Contains(f, " "+check+": ") }) {
					t.Errorf("no check %s fails", check)
				}
			}
		})
	}
}

// requestState is the state in a request.
func requestState(request proto.Message) string {
	if r, is := request.(interface{ GetState() string }); is {
		return r.GetState()
	}
	return ""
}

// hiddenIn is a card that lies face down in a sealed state of a request, and is nowhere in sight; empty where none is.
func hiddenIn(request proto.Message) string {
	opened, good, err := holder.open(requestState(request))
	if !good || err != nil {
		return ""
	}
	seen, unseen := boardOf(opened.State).sights()
	for _, card := range unseen {
		if !seen[card] {
			return card
		}
	}
	return ""
}

func TestASealedVectorIsAskedAboutSealedStatesOnly(t *testing.T) {
	raw := newRawJSON(serving.http)
	few := sealedOf(sample(carried(t), 23), 1, holder)
	var mutex sync.Mutex
	asked := map[string]int{}
	r := hold(t.Context(), "watching", &falsifying{raw, func(request, _ proto.Message, err *error) {
		r, isDeal := request.(*solitairev1.DealGameRequest)
		convert, converts := request.(*solitairev1.ConvertPositionRequest)
		switch {
		case isDeal && r.GetSealed(), strings.HasPrefix(requestState(request), "talon1."):
		case isDeal && len(r.GetSeed()) == 32:
			// The seed that the keyholder knows is held to the secret game.
		case converts && convert.GetTo() == solitairev1.ConvertPositionRequest_PILES:
			// The sealed one was refused before.
		default:
			t.Errorf("a sealed game was asked about with %v", request)
		}
		mutex.Lock()
		defer mutex.Unlock()
		asked[methodOf(request)]++
		if f := failureOf(*err); f != nil && f.reason == solitairev1.ErrorReason_SEALED_GAME {
			asked["SEALED_GAME "+methodOf(request)]++
		}
	}}, few, nil)
	if len(r.failures) > 0 {
		r.show(t.Output(), 20)
		t.Errorf("%d failures", len(r.failures))
	}
	for _, method := range []string{
		"DealGame", "InspectGame", "ValidateMove", "ApplyMoves", "EnumerateMoves", "FinishGame", "ReplayGame", "ConvertPosition",
		"SEALED_GAME ReplayGame", "SEALED_GAME ConvertPosition",
	} {
		if asked[method] == 0 {
			t.Errorf("no sealed vector asks %s", method)
		}
	}
}

func TestKnownFailuresHaveToGoOnFailing(t *testing.T) {
	v := vector{id: "golf-00001", check: func(c *checker) {
		compare(c, "status", "WON", "STUCK")
		c.wrong("legal move", "none")
		compare(c, "events", 1, 1)
	}}
	for _, test := range []struct {
		list  string
		known int
		fails []string
	}{
		{"", 0, []string{"golf-00001 status: got WON, want STUCK", "golf-00001 legal move: none"}},
		{"golf-00001 status # mended soon\ngolf-00001  legal move # too", 2, nil},
		{"# a comment\n\ngolf-00001 status # mended soon", 1, []string{"golf-00001 legal move: none"}},
		{
			"golf-00001 status # x\ngolf-00001 legal move # x\ngolf-00001 events # x", 2,
			[]string{"golf-00001 events: passes, but is listed as a known failure: take it off the list"},
		},
		{
			"golf-00001 status # x\ngolf-00001 legal move # x\ngolf-00001 event # x", 2,
			[]string{"golf-00001 event: is listed as a known failure, but was not checked"},
		},
		{"golf-00001 status # x\ngolf-00001 legal move # x\ngolf-00002 events # not run here", 2, nil},
	} {
		listed, err := readKnown("list", test.list)
		if err != nil {
			t.Fatal(err)
		}
		r := hold(t.Context(), "none", nil, []vector{v}, listed)
		if r.known != test.known || r.checks != 3 || !slices.Equal(r.failures, test.fails) {
			t.Errorf("%q: %d known, %q", test.list, r.known, r.failures)
		}
	}
	for _, list := range []string{"golf-00001", "golf-00001 status", "golf-00001 # reason", "\ngolf-00001 status #"} {
		if listed, err := readKnown("list", list); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("list:%d: ", strings.Count(list, "\n")+1)) {
			t.Errorf("%q: %v, %v", list, listed, err)
		}
	}
}

func TestAVectorThatChecksNothingFails(t *testing.T) {
	r := hold(t.Context(), "none", nil, []vector{{id: "golf-00001", check: func(*checker) {}}}, nil)
	if !slices.Equal(r.failures, []string{"golf-00001 checks nothing"}) {
		t.Errorf("%q", r.failures)
	}
}

func TestTheCommand(t *testing.T) {
	unbuilt := filepath.Join(t.TempDir(), "known.txt")
	if err := os.WriteFile(unbuilt, []byte("golf-00001 status"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := []string{"-server", strings.TrimPrefix(serving.http, "http://"), "-grpc", serving.grpc, "-run", "^case-golf:1$"}
	for _, test := range []struct {
		arguments []string
		code      int
		output    string
		errput    string
	}{
		{server, allRight, "  grpc        1 ", ""},
		{append(server, "-clients", "json"), allRight, "  json        1 ", ""},
		{append(server, "-driver", "false"), failed, "", "driver: case-golf:1 "},
		{append(server, "-clients", "java"), notRun, "", "java: is no client"},
		{append(server, "-clients", "driver"), notRun, "", "needs a command with -driver"},
		{append(server, "-run", "^chess"), notRun, "", "no vector is called ^chess"},
		{append(server, "-run", "("), notRun, "", "-run: error parsing regexp"},
		{append(server, "-vectors", t.TempDir()), notRun, "", "no files *.jsonl"},
		{append(server, "-driver", "false", "-known", unbuilt), notRun, "", "known.txt:1: expected a vector"},
		{append(server, "-driver", "false", "-known", unbuilt+"2"), notRun, "", "known.txt2: no such file"},
		{append(server, "-run", "^case-golf:1$", "-keys", keyFile), allRight, "  grpc        2 ", ""},
		{append(server, "-keys", keyFile, "-sealed", "0"), allRight, "  grpc        1 ", ""},
		{append(server, "-keys", keyFile+"2"), failed, "", "no such file or directory"},
		{append(server, "-sealed", "-1"), notRun, "", "-sealed: expected 0 or more"},
		{append(server, "more"), notRun, "", `found "more"`},
		{[]string{"-server", serving.http, "-clients", "grpc"}, notRun, "", "needs the server's address for gRPC: -grpc"},
		{[]string{"-grpc", serving.grpc, "-clients", "json"}, notRun, "", "needs the server's URL: -server"},
		{[]string{"-x"}, notRun, "", "flag provided but not defined: -x"},
		{[]string{"-h"}, allRight, "", "-driver command"},
	} {
		var output, errput bytes.Buffer
		code := run(t.Context(), test.arguments, &output, &errput)
		if code != test.code || !strings.Contains(output.String(), test.output) || !strings.Contains(errput.String(), test.errput) {
			t.Errorf("%v: %d\n%s%s", test.arguments, code, output.String(), errput.String())
		}
	}
}
