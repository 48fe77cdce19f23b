package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/quota"
)

// metrics gives the page of metrics.
func (r *running) metrics(t testing.TB) string {
	t.Helper()
	response, err := http.Get(r.admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// metric is one that is exported: its type, and its labels in order.
type metric struct{ kind, labels string }

var (
	typeLine   = regexp.MustCompile(`(?m)^# TYPE (talon_\w+) (\w+)$`)
	sampleLine = regexp.MustCompile(`(?m)^(talon_\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$`)
	labelName  = regexp.MustCompile(`(\w+)="`)
	// A row of the table: name, type, labels.
	metricRow = regexp.MustCompile("(?m)^\\| `(talon_\\w+)` \\| (\\w+) \\|([^|]*)\\|")
	labelled  = regexp.MustCompile("`(\\w+)`")
	mentioned = regexp.MustCompile(`\btalon_\w+`)
)

// exported reads a page of metrics.
func exported(page string) map[string]metric {
	all := map[string]metric{}
	for _, line := range typeLine.FindAllStringSubmatch(page, -1) {
		all[line[1]] = metric{kind: line[2]}
	}
	for _, line := range sampleLine.FindAllStringSubmatch(page, -1) {
		var names []string
		for _, label := range labelName.FindAllStringSubmatch(line[2], -1) {
			if label[1] != "le" {
				names = append(names, label[1])
			}
		}
		slices.Sort(names)
		m := all[line[1]]
		m.labels = strings.Join(names, " ")
		all[line[1]] = m
	}
	return all
}

func operations(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEveryMetricIsDocumentedAndEveryDocumentedOneExported holds the table of docs/operations.md to what a server that
// has seen everything exports, with types and labels.
func TestEveryMetricIsDocumentedAndEveryDocumentedOneExported(t *testing.T) {
	c := newCollector(t)
	secured := secure(t, true, func(config *config) {
		sealing(t, bothForms, adviceVisible)(config)
		patiently(config)
		tracingTo(t, c.endpoint)(config)
	})
	s := secured.as(t, secured.clients.Client(t, "ann"))
	s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"})
	s.do(t, "POST", "/v1/games:applyMoves", `{"state":"`+klondike+`","moves":["t1t2"]}`)
	s.do(t, "POST", "/v1/games:solve", `{"state":"`+lateKlondike+`"}`)
	s.search.refused("OVERLOADED")
	s.counts.Spans(1, false)

	page := operations(t)
	documented := map[string]metric{}
	for _, row := range metricRow.FindAllStringSubmatch(page, -1) {
		var names []string
		for _, label := range labelled.FindAllStringSubmatch(row[3], -1) {
			names = append(names, label[1])
		}
		slices.Sort(names)
		documented[row[1]] = metric{row[2], strings.Join(names, " ")}
	}
	_, counting := rated(quota.Rate{PerSecond: 1, Burst: 1}, quota.Rate{})
	guarded := start(t, func(config *config) { wanting(t)(config); counting(config) })
	got := exported(guarded.metrics(t))
	maps.Copy(got, exported(s.metrics(t)))
	if !maps.Equal(got, documented) {
		for name, m := range got {
			if documented[name] != m {
				t.Errorf("%s is exported as %+v and documented as %+v", name, m, documented[name])
			}
		}
		for name, m := range documented {
			if _, there := got[name]; !there {
				t.Errorf("%s is documented as %+v and not exported", name, m)
			}
		}
	}
	for _, name := range mentioned.FindAllString(page, -1) {
		base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
		if _, there := documented[name]; !there && documented[base].kind != "histogram" {
			t.Errorf("%s is mentioned and no metric", name)
		}
	}
}

// TestWhatStrangersAskForGrowsNoMetric asks for methods, paths, games and states that there are not.
func TestWhatStrangersAskForGrowsNoMetric(t *testing.T) {
	s := start(t, nil)
	strange := func(i int) {
		word := fmt.Sprintf("stranger%d", i)
		ctx := metadata.AppendToOutgoingContext(t.Context(), "x-request-id", word, "accept-language", word)
		for _, method := range []string{"/solitaire.v1.RulesService/" + word, "/" + word + "/DealGame", "/grpc.health.v1.Health/" + word} {
			_ = s.conn.Invoke(ctx, method, &solitairev1.GetVersionRequest{}, &solitairev1.GetVersionResponse{})
		}
		for _, state := range []string{word, word + "/1 m=0", "talon1." + word + "-1.key.text", "klondike/" + word} {
			_, _ = s.client.InspectGame(ctx, &solitairev1.InspectGameRequest{State: state})
			_, _ = s.solver.SolveGame(ctx, &solitairev1.SolveGameRequest{State: state})
		}
		_, _ = s.client.GetVariant(ctx, &solitairev1.GetVariantRequest{Variant: word})
		_, _ = s.client.ReplayGame(ctx, &solitairev1.ReplayGameRequest{Deal: &solitairev1.Deal{Variant: word}})
		s.do(t, "GET", "/v1/"+word, "")
		s.do(t, "GET", "/v1/variants/"+word, "")
		s.do(t, "GET", "/v1/variants/"+word+"/deals/1", "")
		s.do(t, word, "/v1/version", "")
		s.do(t, "POST", "/v1/games:inspect", `{"`+word+`":1}`)
	}
	lines := func() int { return strings.Count(s.metrics(t), "\ntalon_") }
	strange(0)
	before := lines()
	for i := range 30 {
		strange(i)
	}
	if after := lines(); after != before {
		t.Errorf("%d lines became %d", before, after)
	}
	if page := s.metrics(t); strings.Contains(page, "stranger") {
		t.Errorf("a stranger is on the page:\n%s", page)
	}
}

func TestMovesAgainstTheRulesAreCountedByGameAndRule(t *testing.T) {
	s := start(t, nil)
	if _, err := s.client.ValidateMove(t.Context(), &solitairev1.ValidateMoveRequest{State: klondike, Move: "t1t2"}); err != nil {
		t.Fatal(err)
	}
	_, _ = s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: klondike, Moves: []string{"t1t2"}})
	replay := &solitairev1.ReplayGameRequest{State: klondike, Moves: []string{"t1t2"}}
	if _, err := s.client.ReplayGame(t.Context(), replay); err != nil {
		t.Fatal(err)
	}
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, log := range []*solitairev1.ReplayGameRequest{replay, {State: "nonsense"}} {
		if err := stream.Send(&solitairev1.ReplayGamesRequest{Replay: log}); err != nil {
			t.Fatal(err)
		}
		if _, err := stream.Recv(); err != nil {
			t.Fatal(err)
		}
	}
	page := s.metrics(t)
	for _, want := range []string{
		`talon_refused_moves_total{reason="WRONG_RANK",variant="klondike"} 4`,
		`talon_errors_total{method="/solitaire.v1.RulesService/ApplyMoves",reason="ILLEGAL_MOVE"} 1`,
		`talon_errors_total{method="/solitaire.v1.RulesService/ReplayGames",reason="MALFORMED_STATE"} 1`,
		`talon_calls_total{code="OK",method="/solitaire.v1.RulesService/ValidateMove",variant="klondike"} 1`,
		`talon_calls_total{code="FAILED_PRECONDITION",method="/solitaire.v1.RulesService/ApplyMoves",variant="klondike"} 1`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not on the page:\n%s", want, page)
		}
	}
}

func TestTheVariantOfARequest(t *testing.T) {
	for _, test := range []struct {
		request any
		want    string
	}{
		{&solitairev1.InspectGameRequest{State: klondike}, "klondike"},
		{&solitairev1.InspectGameRequest{State: "talon1.golf-1.abcdefgh.AAAA"}, "golf"},
		{&solitairev1.InspectGameRequest{State: "talon1."}, ""},
		{&solitairev1.InspectGameRequest{}, ""},
		{&solitairev1.InspectGameRequest{State: strings.Repeat("x", 1000)}, strings.Repeat("x", longestName)},
		{&solitairev1.DealGameRequest{Variant: "yukon"}, "yukon"},
		{&solitairev1.ReplayGameRequest{Deal: &solitairev1.Deal{Variant: "spider"}}, "spider"},
		{&solitairev1.ReplayGameRequest{State: klondike}, "klondike"},
		{&solitairev1.GetVersionRequest{}, ""},
		{nil, ""},
	} {
		if got := variantOf(test.request); got != test.want {
			t.Errorf("%v: %q, want %q", test.request, got, test.want)
		}
	}
	listed := labels().Variants
	for _, v := range engine.Variants() {
		if !slices.Contains(listed, v.String()) {
			t.Errorf("%s is no label", v)
		}
	}
}

func TestTheMetricsSayWhetherCallsAreWelcome(t *testing.T) {
	s := start(t, nil)
	ready := func(want ...string) {
		t.Helper()
		page := s.metrics(t)
		for _, line := range want {
			if !strings.Contains(page, "\n"+line+"\n") {
				t.Errorf("%s is not on the page", line)
			}
		}
	}
	ready("talon_ready 1", "talon_draining 0")
	s.announce()
	ready("talon_ready 0", "talon_draining 1")
}

func TestTheAdminPortTellsTheBuildAndTheOthersDoNot(t *testing.T) {
	s := start(t, nil)
	for _, path := range []string{"/metrics", "/debug/build", "/debug/pprof/", "/debug/pprof/cmdline"} {
		response, err := http.Get(s.admin + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d, %v", path, response.StatusCode, err)
		}
		if path == "/debug/build" && (!strings.Contains(string(text), runtime.Version()) || !strings.Contains(string(text), "google.golang.org/grpc")) {
			t.Errorf("the build is\n%s", text)
		}
		if a := s.do(t, "GET", path, ""); a.status != http.StatusNotFound {
			t.Errorf("%s on the JSON port: %d", path, a.status)
		}
	}
}

func TestASearchIsCountedByHowItEnded(t *testing.T) {
	s := start(t, patiently)
	if _, err := s.solver.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: lateKlondike}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := s.solver.SolveGame(ctx, &solitairev1.SolveGameRequest{State: endless(t)})
		ended <- err
	}()
	for s.search.pool.Busy() == 0 {
		runtime.Gosched()
	}
	cancel()
	if err := <-ended; status.Code(err) != codes.Canceled {
		t.Fatal(err)
	}
	s.awaitWorker(t)
	letGo := s.hold(t)
	go func() {
		_, err := s.solver.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: lateKlondike})
		ended <- err
	}()
	s.awaitWaiting()
	if _, err := s.solver.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: lateKlondike}); status.Code(err) != codes.ResourceExhausted {
		t.Fatal(err)
	}
	letGo()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	page := s.metrics(t)
	for _, want := range []string{
		`talon_searches_total{purpose="solve",variant="klondike",verdict="WINNABLE"} 2`,
		`talon_searches_total{purpose="solve",variant="yukon",verdict="CANCELLED"} 1`,
		`talon_searches_refused_total{reason="OVERLOADED"} 1`,
		`talon_search_duration_seconds_count{variant="klondike"} 2`,
		`talon_search_nodes_total{variant="yukon"}`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is not on the page:\n%s", want, page)
		}
	}
}
