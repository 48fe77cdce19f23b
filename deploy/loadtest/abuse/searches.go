//go:build linux

package main

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"google.golang.org/grpc"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// searchAttacks ask for as many searches as there can be.
func searchAttacks() []attack {
	fair := []string{"OK", "HTTP 200", "HTTP 304", "HTTP 400 LIMIT_EXCEEDED", "ResourceExhausted OVERLOADED", "HTTP 429 OVERLOADED", "held", "abandoned", "no connection"}
	deal := &solitairev1.DealGameRequest{Variant: "spider", Options: map[string]string{"suits": "4"}, Winnable: true}
	return []attack{
		{
			"searches-grpc", "40 callers that search over gRPC in every way", fair,
			func(ctx context.Context, t *target) {
				t.dialed(ctx, 40, func(ctx context.Context, conn *grpc.ClientConn, i int) {
					rules, solver := solitairev1.NewRulesServiceClient(conn), solitairev1.NewSolverServiceClient(conn)
					var err error
					switch i % 5 {
					case 0:
						_, err = solver.SolveGame(ctx, &solitairev1.SolveGameRequest{State: t.hard})
					case 1:
						var watch grpc.ServerStreamingClient[solitairev1.WatchSolveResponse]
						watch, err = solver.WatchSolve(ctx, &solitairev1.WatchSolveRequest{State: t.hard})
						for done := false; err == nil && !done; {
							var told *solitairev1.WatchSolveResponse
							told, err = watch.Recv()
							done = told.GetResult() != nil
						}
					case 2:
						_, err = solver.SuggestMove(ctx, &solitairev1.SuggestMoveRequest{State: t.hard, Knowledge: solitairev1.Knowledge_FULL})
					case 3:
						_, err = solver.FindLastWinnable(ctx, &solitairev1.FindLastWinnableRequest{State: t.hard, Moves: strings.Fields(strings.Repeat("d u ", 1000))})
					case 4:
						_, err = rules.DealGame(ctx, deal)
					}
					t.heard(ctx, err)
					rest(ctx, 20*time.Millisecond)
				})
			},
		},
		{
			"searches-json", "40 callers that search over JSON in every way", fair,
			func(ctx context.Context, t *target) {
				calls := []struct{ path, body string }{
					{"/v1/games:solve", fmt.Sprintf(`{"state":%q}`, t.hard)},
					{"/v1/games:watchSolve", fmt.Sprintf(`{"state":%q}`, t.hard)},
					{"/v1/games:suggestMove", fmt.Sprintf(`{"state":%q,"knowledge":"FULL"}`, t.hard)},
					{"/v1/games:findLastWinnable", fmt.Sprintf(`{"state":%q,"moves":["d","u","d","u","d"]}`, t.hard)},
					{"/v1/games:deal", `{"variant":"spider","options":{"suits":"4"},"winnable":true}`},
				}
				crowd(ctx, 40, func(ctx context.Context, i int) {
					t.post(ctx, calls[i%len(calls)].path, calls[i%len(calls)].body)
					rest(ctx, 20*time.Millisecond)
				})
			},
		},
		{
			"abandoned", "16 callers that ask for searches over either wire and go away at once", fair,
			func(ctx context.Context, t *target) {
				body := fmt.Sprintf(`{"state":%q}`, t.hard)
				t.dialed(ctx, 16, func(ctx context.Context, conn *grpc.ClientConn, i int) {
					brief, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
					defer cancel()
					if i%2 == 0 {
						_, _ = solitairev1.NewSolverServiceClient(conn).SolveGame(brief, &solitairev1.SolveGameRequest{State: t.hard})
					} else if raw, end, err := open(ctx, t.http); err == nil {
						_ = pour(raw, head("/v1/games:solve", len(body)), body, 1)
						rest(brief, time.Second)
						end()
					}
					t.answers.add("abandoned")
				})
			},
		},
		{
			"get-flood", "16 callers that ask for deals, days, rules and the description as fast as they can", fair,
			func(ctx context.Context, t *target) {
				paths := []string{"/v1/variants", "/v1/variants/spider/deals/4294967295", "/v1/variants/klondike/daily/2026-12-01", "/openapi.json", "/docs", "/v1/version"}
				crowd(ctx, 16, func(ctx context.Context, i int) {
					t.talk(ctx, func(conn net.Conn) error {
						return pour(conn, "GET "+paths[i%len(paths)]+" HTTP/1.1\r\nHost: talon\r\n\r\n", "", 0)
					})
					rest(ctx, 5*time.Millisecond)
				})
			},
		},
	}
}
