package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// How fast a cheap call is while every worker searches and the queue before them is full: ValidateMove,
// one call after the other, with the workers idle and with them busy, in turns, of one server process.
//
//	go test -run xxx -bench ValidateBesideSearches -benchtime 10x ./server
//
// reports the median and the 99th percentile of both in microseconds, and busy as a multiple of idle.

// validations is how many calls are made before the searches are begun, or ended.
const validations = 2000

func BenchmarkValidateBesideSearches(b *testing.B) {
	p := startProcess(b, "rules")
	addr, err := net.ResolveTCPAddr("tcp", p.grpc)
	if err != nil {
		b.Fatal(err)
	}
	conn := dial(b, addr)
	b.Cleanup(func() { _ = conn.Close() })
	rules, solver := solitairev1.NewRulesServiceClient(conn), solitairev1.NewSolverServiceClient(conn)
	state := endless(b)

	validate(b, rules) // warms up
	var idle, busy []time.Duration
	for range b.N {
		idle = append(idle, validate(b, rules)...)
		end := p.searching(b, solver, state)
		busy = append(busy, validate(b, rules)...)
		end()
	}
	b.ReportMetric(0, "ns/op") // an operation is a round of both
	for _, share := range []struct {
		name string
		at   float64
	}{{"p50", 0.5}, {"p99", 0.99}} {
		quiet, loaded := quantile(idle, share.at), quantile(busy, share.at)
		b.ReportMetric(quiet.Seconds()*1e6, "idle-"+share.name+"-us")
		b.ReportMetric(loaded.Seconds()*1e6, "busy-"+share.name+"-us")
		b.ReportMetric(float64(loaded)/float64(quiet), "busy/idle-"+share.name)
	}
}

// validate makes a round of calls and gives how long each took.
func validate(b *testing.B, rules solitairev1.RulesServiceClient) []time.Duration {
	b.Helper()
	request := &solitairev1.ValidateMoveRequest{State: klondike, Move: "t4t5"}
	took := make([]time.Duration, 0, validations)
	for range validations {
		began := time.Now()
		if answer, err := rules.ValidateMove(context.Background(), request); err != nil || !answer.Legal {
			b.Fatalf("%v, %v", answer, err)
		}
		took = append(took, time.Since(began))
	}
	return took
}

// searching keeps every worker of the server searching, and the queue full, until it is ended.
func (p *process) searching(b *testing.B, solver solitairev1.SolverServiceClient, state string) (end func()) {
	b.Helper()
	c := defaults()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range c.limits.solvers + c.limits.solverQueue {
		all.Go(func() {
			for ctx.Err() == nil {
				_, _ = solver.SolveGame(ctx, &solitairev1.SolveGameRequest{State: state})
			}
		})
	}
	p.await(b, float64(c.limits.solvers), float64(c.limits.solverQueue))
	return func() {
		cancel()
		all.Wait()
		p.await(b, 0, 0)
	}
}

// await waits until so many searches run and so many wait.
func (p *process) await(b *testing.B, running, waiting float64) {
	b.Helper()
	for {
		response, err := http.Get("http://" + p.admin + "/metrics")
		if err != nil {
			b.Fatal(err)
		}
		page, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil {
			b.Fatal(err)
		}
		if gauge(b, string(page), "talon_searches_running") == running && gauge(b, string(page), "talon_searches_waiting") == waiting {
			return
		}
	}
}

// quantile gives the time that this share of the calls did not exceed.
func quantile(took []time.Duration, share float64) time.Duration {
	slices.Sort(took)
	return took[int(share*float64(len(took)-1))]
}

// How long a search goes on before it looks whether its caller is still there, over the first deals of
// each game, for a second each at most:
//
//	go test -run xxx -bench SearchLooksUp -benchtime 1x ./server
func BenchmarkSearchLooksUp(b *testing.B) {
	const deals = 12
	solver := solve.New(defaults().limits.solverBytes)
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			var between []time.Duration
			for range b.N {
				for number := range engine.DealNumber(deals) {
					d, err := engine.DealByNumber(v.Defaults(), number+1)
					if err != nil {
						b.Fatal(err)
					}
					ctx, cancel := context.WithTimeout(context.Background(), time.Second)
					last := time.Now()
					look := func() {
						now := time.Now()
						between, last = append(between, now.Sub(last)), now
					}
					if _, err := solver.Solve(ctx, d.Position(), solve.Budget{}, func(solve.Progress) { look() }); err != nil {
						b.Fatal(err)
					}
					look()
					cancel()
				}
			}
			b.ReportMetric(0, "ns/op") // an operation is all deals
			b.ReportMetric(quantile(between, 0.5).Seconds()*1e3, "p50-ms")
			b.ReportMetric(quantile(between, 0.99).Seconds()*1e3, "p99-ms")
			b.ReportMetric(quantile(between, 1).Seconds()*1e3, "most-ms")
		})
	}
}
