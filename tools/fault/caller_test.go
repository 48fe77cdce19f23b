package fault

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// once is how long those wait who make a call only once.
const once = 5 * time.Second

// foreign is an answer that is none of the service.
type foreign struct {
	status int
	text   string
}

func (f *foreign) Error() string { return fmt.Sprintf("HTTP %d: %s", f.status, f.text) }

// classOf names an error in few words.
func classOf(err error) string {
	var f *foreign
	var own *told
	switch {
	case err == nil:
		return ""
	case errors.As(err, &f):
		return fmt.Sprintf("HTTP %d", f.status)
	case errors.As(err, &own):
		return own.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in " + once.String()
	case status.Code(err) != codes.Unknown:
		return status.Code(err).String()
	}
	return "connection lost"
}

// service is what the Go client and a bare connection have in common.
type service interface {
	DealGame(ctx context.Context, request *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error)
	ApplyMoves(ctx context.Context, request *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error)
	ReplayGame(ctx context.Context, request *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error)
	SolveGame(ctx context.Context, request *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error)
}

// overGRPC calls the service over gRPC.
type overGRPC struct{ service }

func positionIn(game *solitairev1.Game) position {
	told := position{State: game.GetState(), Moves: []string{}}
	for _, move := range game.GetMoves() {
		told.Moves = append(told.Moves, move.GetMove())
	}
	return told
}

func (c overGRPC) deal(ctx context.Context, l *line) (position, int, error) {
	ctx, sent := counting(ctx)
	answer, err := c.DealGame(ctx, &solitairev1.DealGameRequest{
		Variant: l.Variant, Number: proto.Uint32(l.Number), Sealed: proto.Bool(l.Sealed), View: solitairev1.Game_TABLE_AND_MOVES,
	})
	return positionIn(answer.GetGame()), sent(), err
}

func (c overGRPC) play(ctx context.Context, state, move string) (position, int, error) {
	ctx, sent := counting(ctx)
	answer, err := c.ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{State: state, Moves: []string{move}, View: solitairev1.Game_TABLE_AND_MOVES})
	return positionIn(answer.GetGame()), sent(), err
}

func (c overGRPC) replay(ctx context.Context, state string, moves []string) (string, int, error) {
	ctx, sent := counting(ctx)
	answer, err := c.ReplayGame(ctx, &solitairev1.ReplayGameRequest{State: state, Moves: moves, View: solitairev1.Game_STATE})
	return answer.GetGame().GetState(), sent(), err
}

func (c overGRPC) solve(ctx context.Context, state string) (string, int, error) {
	ctx, sent := counting(ctx)
	answer, err := c.SolveGame(ctx, &solitairev1.SolveGameRequest{State: state})
	return answer.GetVerdict().String(), sent(), err
}

// counter counts the attempts of calls, each of which has a number of its own in its context.
type counter struct{}

type counterKey struct{}

func counting(ctx context.Context) (context.Context, func() int) {
	var count atomic.Int32
	return context.WithValue(ctx, counterKey{}, &count), func() int { return int(count.Load()) }
}

func (counter) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }
func (counter) HandleRPC(ctx context.Context, event stats.RPCStats) {
	if count, counted := ctx.Value(counterKey{}).(*atomic.Int32); counted {
		if _, begins := event.(*stats.Begin); begins {
			count.Add(1)
		}
	}
}
func (counter) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }
func (counter) HandleConn(context.Context, stats.ConnStats)                       {}

// goClient is our client for Go as it comes.
func goClient(t *testing.T, address string) caller {
	t.Helper()
	client, err := talon.Dial(address, talon.WithDialOptions(grpc.WithStatsHandler(counter{})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return overGRPC{client}
}

// bare is a connection of gRPC that makes each call once.
type bare struct {
	solitairev1.RulesServiceClient
	solver solitairev1.SolverServiceClient
}

func (b bare) DealGame(ctx context.Context, request *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, once)
	defer cancel()
	return b.RulesServiceClient.DealGame(ctx, request)
}

func (b bare) ApplyMoves(ctx context.Context, request *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, once)
	defer cancel()
	return b.RulesServiceClient.ApplyMoves(ctx, request)
}

func (b bare) ReplayGame(ctx context.Context, request *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, once)
	defer cancel()
	return b.RulesServiceClient.ReplayGame(ctx, request)
}

func (b bare) SolveGame(ctx context.Context, request *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, once)
	defer cancel()
	return b.solver.SolveGame(ctx, request)
}

func bareGRPC(t *testing.T, address string, options ...grpc.DialOption) caller {
	t.Helper()
	conn, err := grpc.NewClient(address, append(options,
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDisableRetry(), grpc.WithStatsHandler(counter{}))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return overGRPC{bare{solitairev1.NewRulesServiceClient(conn), solitairev1.NewSolverServiceClient(conn)}}
}

// overJSON calls the service over JSON, each call once.
type overJSON struct {
	client  http.Client
	address string
}

func bareJSON(t *testing.T, address string) caller {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &overJSON{http.Client{Transport: transport, Timeout: once}, address}
}

func (c *overJSON) post(ctx context.Context, path string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	sent, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+c.address+"/v1/games:"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	// The library would make a call again whose connection was gone before anything came.
	sent.GetBody = nil
	sent.Header.Set("Content-Type", "application/json")
	response, err := c.client.Do(sent)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return &foreign{response.StatusCode, strings.TrimSpace(string(text))}
	}
	return json.Unmarshal(text, answer)
}

// jsonGame is what is read of an answer.
type jsonGame struct {
	Game struct {
		State string
		Moves []struct{ Move string }
	}
	Verdict string
}

func (g *jsonGame) position() position {
	told := position{State: g.Game.State, Moves: []string{}}
	for _, move := range g.Game.Moves {
		told.Moves = append(told.Moves, move.Move)
	}
	return told
}

func (c *overJSON) deal(ctx context.Context, l *line) (position, int, error) {
	var answer jsonGame
	err := c.post(ctx, "deal", map[string]any{"variant": l.Variant, "number": l.Number, "sealed": l.Sealed, "view": "TABLE_AND_MOVES"}, &answer)
	return answer.position(), 1, err
}

func (c *overJSON) play(ctx context.Context, state, move string) (position, int, error) {
	var answer jsonGame
	err := c.post(ctx, "applyMoves", map[string]any{"state": state, "moves": []string{move}, "view": "TABLE_AND_MOVES"}, &answer)
	return answer.position(), 1, err
}

func (c *overJSON) replay(ctx context.Context, state string, moves []string) (string, int, error) {
	var answer jsonGame
	err := c.post(ctx, "replay", map[string]any{"state": state, "moves": moves, "view": "STATE"}, &answer)
	return answer.Game.State, 1, err
}

func (c *overJSON) solve(ctx context.Context, state string) (string, int, error) {
	var answer jsonGame
	err := c.post(ctx, "solve", map[string]any{"state": state}, &answer)
	return answer.Verdict, 1, err
}
