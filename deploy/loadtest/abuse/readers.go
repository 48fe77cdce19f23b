//go:build linux

package main

import (
	"context"
	"io"
	"net"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// narrow makes the buffer of a connection as small as the kernel lets it.
func narrow(conn net.Conn) {
	if tcp, is := conn.(*net.TCPConn); is {
		_ = tcp.SetReadBuffer(4096)
	}
}

// readerAttacks ask for large answers and never read them.
func readerAttacks() []attack {
	fair := []string{"held", "RST_STREAM", "GOAWAY", "EOF", "connection reset", "broken pipe", "status 200", "grpc-status 1", "grpc-status 4", "grpc-status 8", "HTTP 429", "ResourceExhausted", "Unavailable"}
	return []attack{
		{
			"unread-json", "300 connections that ask for the largest replay again and again and read nothing", fair,
			func(ctx context.Context, t *target) {
				body, _ := protojson.Marshal(longReplay(t.state))
				text := head(replayPath, len(body)) + string(body)
				crowd(ctx, 300, func(ctx context.Context, _ int) {
					conn, end, err := open(ctx, t.http)
					if err != nil {
						t.failed(ctx, err)
						return
					}
					defer end()
					narrow(conn)
					for err == nil {
						_, err = io.WriteString(conn, text)
					}
					t.unread(ctx, err)
				})
			},
		},
		{
			"unread-grpc", "32 connections that ask for the largest replay 200 times and let no answer through", fair,
			func(ctx context.Context, t *target) {
				body, _ := proto.Marshal(longReplay(t.state))
				block, text := fields(replayMethod), framed(body, len(body), 0)
				crowd(ctx, 32, func(ctx context.Context, _ int) {
					p := t.peer(ctx, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
					if p == nil {
						return
					}
					for range 200 {
						if p.ask(block, text) != nil {
							break
						}
					}
					<-p.heard
					p.end()
				})
			},
		},
		{
			"unread-small", "64 connections that make 250 cheap calls and let no answer through", fair,
			func(ctx context.Context, t *target) {
				body, _ := proto.Marshal(&solitairev1.ApplyMovesRequest{State: t.state, Moves: []string{"d"}, View: solitairev1.Game_TABLE_AND_MOVES})
				block, text := fields(applyMethod), framed(body, len(body), 0)
				crowd(ctx, 64, func(ctx context.Context, _ int) {
					p := t.peer(ctx, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
					if p == nil {
						return
					}
					for range 250 {
						if p.ask(block, text) != nil {
							break
						}
					}
					<-p.heard
					p.end()
				})
			},
		},
		{
			"unread-replays", "64 streams that send logs without end and read no answer", fair,
			func(ctx context.Context, t *target) {
				request := &solitairev1.ReplayGamesRequest{Replay: longReplay(t.state)}
				t.dialed(ctx, 64, func(ctx context.Context, conn *grpc.ClientConn, _ int) {
					stream, err := solitairev1.NewRulesServiceClient(conn).ReplayGames(ctx)
					for err == nil {
						err = stream.Send(request)
					}
					t.heard(ctx, err)
				})
			},
		},
	}
}

// ask makes a call whose answer nobody will read.
func (p *peer) ask(block, text []byte) error {
	id, err := p.begin(block, true)
	for err == nil && len(text) > 0 {
		part := text[:min(16000, len(text))]
		text = text[len(part):]
		p.writing.Lock()
		err = p.WriteData(id, len(text) == 0, part)
		p.writing.Unlock()
	}
	return err
}

// unread counts the end of a connection that nothing was read from.
func (t *target) unread(ctx context.Context, err error) {
	if ctx.Err() != nil {
		t.answers.add("held until the attack ended")
		return
	}
	t.answers.add(brief(err))
}
