//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	grpcgzip "google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// gzipped compresses so many blanks.
func gzipped(length int) string {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	blank := bytes.Repeat([]byte(" "), mib)
	for range length / mib {
		_, _ = w.Write(blank)
	}
	_ = w.Close()
	return packed.String()
}

// heard counts the answer to a call.
func (t *target) heard(ctx context.Context, err error) {
	switch {
	case err == nil:
		t.answers.add("OK")
	case ctx.Err() != nil, over(ctx):
		t.answers.add("held until the attack ended")
		<-ctx.Done()
	default:
		text := status.Code(err).String()
		for _, detail := range status.Convert(err).Details() {
			if info, is := detail.(*errdetails.ErrorInfo); is {
				text += " " + info.GetReason()
			}
		}
		t.answers.add(text)
	}
}

// dialed gives each of the attackers a connection.
func (t *target) dialed(ctx context.Context, n int, call func(ctx context.Context, conn *grpc.ClientConn, i int)) {
	conns := make([]*grpc.ClientConn, n)
	for i := range conns {
		var err error
		if conns[i], err = t.dial(); err != nil {
			t.failed(ctx, err)
			return
		}
		defer conns[i].Close()
	}
	crowd(ctx, n, func(ctx context.Context, i int) { call(ctx, conns[i], i) })
}

func callAttacks() []attack {
	refused := []string{"InvalidArgument", "ResourceExhausted", "held", "Unavailable", "Unimplemented", "Canceled"}
	return []attack{
		{
			"grpc-huge", "8 callers that send messages of 100 MiB", refused,
			func(ctx context.Context, t *target) {
				request := &solitairev1.ApplyMovesRequest{State: strings.Repeat("x", 100*mib)}
				t.dialed(ctx, 8, func(ctx context.Context, conn *grpc.ClientConn, _ int) {
					_, err := solitairev1.NewRulesServiceClient(conn).ApplyMoves(ctx, request)
					t.heard(ctx, err)
				})
			},
		},
		{
			"grpc-allowed", "64 callers that send messages of 4 MiB, which is just allowed, one after the other", refused,
			func(ctx context.Context, t *target) {
				moves := make([]string, most/2-16)
				requests := []*solitairev1.ApplyMovesRequest{
					{State: strings.Repeat("x", most-16)}, {State: t.state, Moves: moves},
				}
				t.dialed(ctx, 64, func(ctx context.Context, conn *grpc.ClientConn, i int) {
					_, err := solitairev1.NewRulesServiceClient(conn).ApplyMoves(ctx, requests[i%len(requests)])
					t.heard(ctx, err)
				})
			},
		},
		{
			"grpc-gzip", "16 callers that send 64 MiB, or just what is allowed, compressed to nearly nothing", refused,
			func(ctx context.Context, t *target) {
				requests := []*solitairev1.ApplyMovesRequest{
					{State: strings.Repeat("x", 64*mib)}, {State: strings.Repeat("x", most-16)},
				}
				t.dialed(ctx, 16, func(ctx context.Context, conn *grpc.ClientConn, i int) {
					_, err := solitairev1.NewRulesServiceClient(conn).ApplyMoves(ctx, requests[i%len(requests)], grpc.UseCompressor(grpcgzip.Name))
					t.heard(ctx, err)
				})
			},
		},
		{
			"grpc-nested", "16 callers that nest 4 MiB of groups that nobody knows", refused,
			func(ctx context.Context, t *target) {
				nested := bytes.Repeat([]byte{0x7b}, most-16)
				t.dialed(ctx, 16, func(ctx context.Context, conn *grpc.ClientConn, _ int) {
					t.heard(ctx, conn.Invoke(ctx, applyMethod, &raw{nested}, &raw{}, grpc.ForceCodec(rawCodec{})))
				})
			},
		},
		{
			"grpc-million-moves", "16 callers that send a log of a million moves", refused,
			func(ctx context.Context, t *target) {
				request := &solitairev1.ReplayGameRequest{State: t.state, Moves: strings.Fields(strings.Repeat("d ", 1000000))}
				t.dialed(ctx, 16, func(ctx context.Context, conn *grpc.ClientConn, _ int) {
					_, err := solitairev1.NewRulesServiceClient(conn).ReplayGame(ctx, request)
					t.heard(ctx, err)
				})
			},
		},
		{
			"grpc-stalled", "16 connections with 64 messages each that are there but for the last byte", append(refused, "RST_STREAM", "GOAWAY", "grpc-status 1", "grpc-status 4", "grpc-status 8", "EOF", "connection reset", "broken pipe"),
			func(ctx context.Context, t *target) {
				block, text := fields(applyMethod), framed(bytes.Repeat([]byte("x"), 2*most-1), 2*most, 0)
				crowd(ctx, 16, func(ctx context.Context, _ int) {
					p := t.peer(ctx)
					if p == nil {
						return
					}
					_ = p.stall(block, text, 64)
					<-p.heard
					p.end()
				})
			},
		},
		{
			"endless-replays", "16 streams of logs without end, each of the most moves that are allowed",
			[]string{"held", "ResourceExhausted", "OK", "error OVERLOADED"},
			func(ctx context.Context, t *target) {
				request := &solitairev1.ReplayGamesRequest{Replay: longReplay(t.state)}
				t.dialed(ctx, 16, func(ctx context.Context, conn *grpc.ClientConn, _ int) {
					stream, err := solitairev1.NewRulesServiceClient(conn).ReplayGames(ctx)
					if err != nil {
						t.heard(ctx, err)
						return
					}
					go func() {
						for stream.Send(request) == nil {
						}
					}()
					for err == nil {
						if _, err = stream.Recv(); err == nil {
							t.answers.add("OK")
						}
					}
					t.heard(ctx, err)
				})
			},
		},
	}
}

// longReplay is the largest answer that a log can have.
func longReplay(state string) *solitairev1.ReplayGameRequest {
	return &solitairev1.ReplayGameRequest{
		State: state, Moves: strings.Fields(strings.Repeat("d u ", 10000)), SnapshotInterval: 10, View: solitairev1.Game_TABLE_AND_MOVES,
	}
}

// stall begins calls and sends each message but for its end, as far as the server lets it.
func (p *peer) stall(block, text []byte, calls int) error {
	streams := make([]uint32, calls)
	for i := range streams {
		var err error
		if streams[i], err = p.begin(block, true); err != nil {
			return err
		}
	}
	// A server opens the window of a stream as far as the message is long, once it has read how long.
	for at := 0; at < len(text); {
		end := min(at+16000, len(text))
		for _, id := range streams {
			p.writing.Lock()
			err := p.WriteData(id, false, text[at:end])
			p.writing.Unlock()
			if err != nil {
				return err
			}
		}
		at = end
	}
	return nil
}

// raw is a message as it comes and goes.
type raw struct{ text []byte }

type rawCodec struct{}

// Marshal gives the bytes as they are.
func (rawCodec) Marshal(v any) ([]byte, error) { return v.(*raw).text, nil }

// Unmarshal keeps the bytes as they are.
func (rawCodec) Unmarshal(text []byte, v any) error {
	v.(*raw).text = bytes.Clone(text)
	return nil
}

// Name is that of the codec whose messages these pretend to be.
func (rawCodec) Name() string { return "proto" }
