package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// pretender is a server that plays moves by the engine, and lies where it is told to.
type pretender struct {
	solitairev1.UnimplementedRulesServiceServer
	// lie changes an answer, refuse is the error of every call.
	lie    func(*solitairev1.ApplyMovesResponse)
	refuse error
	// bare leaves Retry-After out.
	bare bool
	// silent answers nothing until the caller has gone.
	silent bool
}

func (p *pretender) ApplyMoves(ctx context.Context, r *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	if p.silent {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if p.refuse != nil {
		return nil, p.refuse
	}
	at, err := engine.ParseState(r.GetState())
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	answer := &solitairev1.ApplyMovesResponse{}
	for _, text := range r.GetMoves() {
		m, err := engine.ParseMove(text)
		if err != nil {
			return nil, status.Error(codes.InvalidArgument, err.Error())
		}
		events, err := at.ApplyEvents(m, nil)
		if err != nil {
			return nil, detailed(codes.FailedPrecondition, "against the rules",
				&errdetails.ErrorInfo{Domain: "solitaire.v1", Reason: "ILLEGAL_MOVE"},
				&solitairev1.Refusal{Reason: solitairev1.Refusal_Reason(solitairev1.Refusal_Reason_value[reasonOf(err)])})
		}
		for range events {
			answer.Events = append(answer.Events, &solitairev1.Event{})
		}
	}
	answer.Game = &solitairev1.Game{
		State: at.String(), MoveCount: int32(at.Moves()), Score: int32(at.Score()),
		Status: solitairev1.Game_Status(solitairev1.Game_Status_value[at.Status().String()]),
	}
	if p.lie != nil {
		p.lie(answer)
	}
	return answer, nil
}

// ServeHTTP is the same over JSON.
func (p *pretender) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	_, _ = body.ReadFrom(r.Body)
	request := &solitairev1.ApplyMovesRequest{}
	if err := protojson.Unmarshal(body.Bytes(), request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer, err := p.ApplyMoves(r.Context(), request)
	if err != nil {
		if waitAsked(err) > 0 && !p.bare {
			w.Header().Set("Retry-After", "1")
		}
		text, _ := protojson.Marshal(status.Convert(err).Proto())
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write(text)
		return
	}
	text, _ := protojson.Marshal(answer)
	_, _ = w.Write(text)
}

func detailed(code codes.Code, text string, details ...protoadapt.MessageV1) error {
	s, err := status.New(code, text).WithDetails(details...)
	if err != nil {
		return err
	}
	return s.Err()
}

// loaded puts 200 calls on a server and gives the exit code and the report.
func loaded(t *testing.T, p *pretender, args ...string) (int, *report) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer()
	solitairev1.RegisterRulesServiceServer(s, p)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	web := httptest.NewServer(p)
	t.Cleanup(web.Close)
	var output, errput bytes.Buffer
	code := execute(t.Context(), append([]string{
		"-addr", l.Addr().String(), "-json-addr", web.URL, "-workers", "4", "-calls", "200", "-for", "1h",
		"-mix", "apply=3 illegal=1", "-report", "-",
	}, args...), &output, &errput)
	r := &report{}
	if err := json.Unmarshal(output.Bytes(), r); err != nil {
		t.Fatalf("code %d: %v\n%s%s", code, err, output.String(), errput.String())
	}
	return code, r
}

func TestAnHonestServerPasses(t *testing.T) {
	code, r := loaded(t, &pretender{})
	if code != allKept || !r.Passed || r.Total.Calls != 200 || r.Total.Right != 200 || r.Total.Expected == 0 {
		t.Errorf("code %d: %+v", code, r.Total)
	}
	wires := map[string]int64{}
	for _, s := range r.Total.Series {
		wires[s.Wire] += s.Right
		if s.Times.Count != s.Right || s.Times.Most <= 0 {
			t.Errorf("%+v", s)
		}
	}
	if wires["grpc"] == 0 || wires["json"] == 0 || wires["grpc"]+wires["json"] != 200 {
		t.Errorf("%v", wires)
	}
}

func TestALieIsSeen(t *testing.T) {
	for name, lie := range map[string]func(*solitairev1.ApplyMovesResponse){
		"another state":  func(a *solitairev1.ApplyMovesResponse) { a.Game.State += " " },
		"another status": func(a *solitairev1.ApplyMovesResponse) { a.Game.Status = solitairev1.Game_STUCK },
		"another count":  func(a *solitairev1.ApplyMovesResponse) { a.Game.MoveCount++ },
		"no events":      func(a *solitairev1.ApplyMovesResponse) { a.Events = nil },
		"no game":        func(a *solitairev1.ApplyMovesResponse) { a.Game = nil },
	} {
		// However many may fail, none may be wrong.
		code, r := loaded(t, &pretender{lie: lie}, "-max-failed", "100%")
		if code != notKept || r.Total.Wrong == 0 || r.Total.Wrong+r.Total.Right != 200 || len(r.Broken) != 1 {
			t.Errorf("%s: code %d, %d wrong, %d right, %q", name, code, r.Total.Wrong, r.Total.Right, r.Broken)
		}
		for _, f := range r.Total.Failures {
			if f.Code != wrongAnswer || strings.Contains(f.Example, "klondike") {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}

func TestARefusalHasToSayWhenToComeBack(t *testing.T) {
	overloaded := &errdetails.ErrorInfo{Domain: "solitaire.v1", Reason: "OVERLOADED"}
	told := detailed(codes.ResourceExhausted, "too much", overloaded, &errdetails.RetryInfo{RetryDelay: durationpb.New(1e9)})
	untold := detailed(codes.ResourceExhausted, "too much", overloaded)
	for name, test := range map[string]struct {
		server *pretender
		wire   string
		told   bool
	}{
		"told over gRPC":     {&pretender{refuse: told}, "0", true},
		"told over JSON":     {&pretender{refuse: told}, "1", true},
		"untold over gRPC":   {&pretender{refuse: untold}, "0", false},
		"untold over JSON":   {&pretender{refuse: untold}, "1", false},
		"told but in HTTP":   {&pretender{refuse: told, bare: true}, "1", false},
		"bare and over gRPC": {&pretender{refuse: told, bare: true}, "0", true},
	} {
		code, r := loaded(t, test.server, "-max-failed", "100%", "-json", test.wire)
		if want := map[bool]int{true: allKept, false: notKept}[test.told]; code != want || r.Total.Overloads != 200 || r.Total.WithRetryInfo != map[bool]int64{true: 200}[test.told] {
			t.Errorf("%s: code %d, %+v", name, code, r.Total)
		}
	}
}

func TestWhoAnswersNothingIsSeen(t *testing.T) {
	code, r := loaded(t, &pretender{silent: true}, "-timeout", "10ms", "-calls", "20")
	if code != notKept || r.Total.Failed != 20 || len(r.Total.Failures) == 0 || r.Total.Failures[0].Code != "DEADLINE_EXCEEDED" {
		t.Errorf("code %d: %+v", code, r.Total)
	}
}

func TestABoundThatIsNotKeptEndsWithOne(t *testing.T) {
	for _, args := range [][]string{{"-max-p99", "1ns"}, {"-min-goodput", "1e12"}} {
		if code, r := loaded(t, &pretender{}, args...); code != notKept || len(r.Broken) != 1 {
			t.Errorf("%q: code %d, %q", args, code, r.Broken)
		}
	}
	refused := &pretender{refuse: status.Error(codes.Unavailable, "gone")}
	if code, r := loaded(t, refused, "-retry=false"); code != notKept || len(r.Broken) != 1 {
		t.Errorf("code %d, %q", code, r.Broken)
	}
}

func TestWhatCannotRunEndsWithTwo(t *testing.T) {
	for wrong, args := range map[string][]string{
		"-rate":         {"-rate", "-1"},
		"only one":      {"-rate", "5", "-workers", "2"},
		"-stages":       {"-stages", "fast/1s"},
		"no kind":       {"-mix", "chess=1"},
		"weight":        {"-mix", "apply=0"},
		"twice":         {"-mix", "apply=1 apply=2"},
		"-max-failed":   {"-max-failed", "200%"},
		"argument":      {"please"},
		"-rounds":       {"-rounds", "2"},
		"no such file":  {"-mix", "@no-such-file"},
		"-json-addr":    {"-json-addr", "a,,b"},
		"-connections":  {"-connections", "0"},
		"provided but":  {"-nonsense"},
		"-overload: 0.": {"-overload", "0.5"},
	} {
		var output, errput bytes.Buffer
		if code := execute(t.Context(), args, &output, &errput); code != notRun || !strings.Contains(errput.String(), wrong) {
			t.Errorf("%q: code %d, %s", args, code, errput.String())
		}
	}
	var output, errput bytes.Buffer
	if code := execute(t.Context(), []string{"-help"}, &output, &errput); code != allKept || !strings.Contains(errput.String(), "-max-p99") {
		t.Errorf("-help: code %d, %s", code, errput.String())
	}
}

func TestAnExampleHoldsNothingOfTheRequest(t *testing.T) {
	if text := example(`cannot read "klondike/1;draw=1 m=0", wanted "m"`); strings.Contains(text, "klondike") {
		t.Error(text)
	}
	if text := example(strings.Repeat("ä", 1000)); len(text) > longestExample+3 {
		t.Errorf("%d bytes", len(text))
	}
}
