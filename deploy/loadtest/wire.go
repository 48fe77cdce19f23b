package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/stats"
	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
)

// wire is the way that a call goes.
type wire string

// The wires.
const (
	overGRPC wire = "grpc"
	overJSON wire = "json"
)

// line is a connection to the servers, or several.
type line interface {
	// call asks a question. The answer is nil where it was not to be read.
	call(ctx context.Context, q *question, read bool) (proto.Message, error)
	close()
}

// persistence is how a call is made again.
type persistence struct {
	// retry makes calls again that met no server, as clients/go does.
	retry bool
	// patience is how long a call waits in all when it is asked to come back.
	patience time.Duration
}

// lines are the ways to the servers.
type lines struct {
	grpc, json line
	// share is the part of the calls that goes over JSON.
	share share
	// attempts counts how often calls were sent, if they may be sent again.
	attempts atomic.Int64
}

func (l *lines) close() {
	for _, each := range []line{l.grpc, l.json} {
		if each != nil {
			each.close()
		}
	}
}

// pick chooses the wire of a call.
func (l *lines) pick(random *rand.Rand) (wire, line) {
	if l.json != nil && (l.grpc == nil || random.Float64() < float64(l.share)) {
		return overJSON, l.json
	}
	return overGRPC, l.grpc
}

// connect opens the lines that the settings ask for.
func connect(s *settings) (*lines, error) {
	l := &lines{share: s.json}
	if s.json < 1 {
		line, err := dialGRPC(s, &l.attempts)
		if err != nil {
			return nil, err
		}
		l.grpc = line
	}
	if s.json > 0 {
		line, err := newJSON(s, &l.attempts)
		if err != nil {
			l.close()
			return nil, err
		}
		l.json = line
	}
	return l, nil
}

// grpcLine is a number of clients, each with a connection to every server.
type grpcLine struct {
	clients []*talon.Client
	next    atomic.Uint64
}

func dialGRPC(s *settings, attempts *atomic.Int64) (*grpcLine, error) {
	options := []talon.Option{talon.WithPatience(s.patience), talon.WithTimeouts(0, 0)}
	if !s.retry {
		options = append(options, talon.WithDialOptions(grpc.WithDisableRetry()))
	}
	if s.again() {
		options = append(options, talon.WithDialOptions(grpc.WithStatsHandler(counter{attempts})))
	}
	l := &grpcLine{}
	for range s.connections {
		client, err := talon.Dial(s.grpcAddrs, options...)
		if err != nil {
			l.close()
			return nil, fmt.Errorf("-addr: %w", err)
		}
		l.clients = append(l.clients, client)
	}
	return l, nil
}

func (l *grpcLine) call(ctx context.Context, q *question, _ bool) (proto.Message, error) {
	return q.ask(ctx, l.clients[l.next.Add(1)%uint64(len(l.clients))])
}

func (l *grpcLine) close() {
	for _, client := range l.clients {
		_ = client.Close()
	}
}

// counter counts the attempts of gRPC calls.
type counter struct{ attempts *atomic.Int64 }

// TagRPC is a method of a stats handler.
func (counter) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// HandleRPC counts the beginning of each attempt.
func (c counter) HandleRPC(_ context.Context, s stats.RPCStats) {
	if _, begins := s.(*stats.Begin); begins {
		c.attempts.Add(1)
	}
}

// TagConn is a method of a stats handler.
func (counter) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn is a method of a stats handler.
func (counter) HandleConn(context.Context, stats.ConnStats) {}

// gone tells that a call ended because its time was over or nobody waits any more.
func gone(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
