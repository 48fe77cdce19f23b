package talon_test

import (
	"context"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// server answers what a test tells it to.
type server struct {
	solitairev1.UnimplementedRulesServiceServer
	apply   func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error)
	deal    func(context.Context, *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error)
	convert func(*solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error)
	inspect func(*solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error)
	log     func(*solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error)
	replay  func(*solitairev1.ReplayGameRequest) *solitairev1.ReplayGamesResponse
	solver  solver
}

func (s *server) ApplyMoves(ctx context.Context, r *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	return s.apply(ctx, r)
}

func (s *server) DealGame(ctx context.Context, r *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
	return s.deal(ctx, r)
}

func (s *server) ConvertPosition(_ context.Context, r *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	return s.convert(r)
}

func (s *server) InspectGame(_ context.Context, r *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
	return s.inspect(r)
}

func (s *server) ReplayGame(_ context.Context, r *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	return s.log(r)
}

func (s *server) ReplayGames(stream solitairev1.RulesService_ReplayGamesServer) error {
	for {
		r, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		answer := s.replay(r.GetReplay())
		if answer == nil {
			return status.Error(codes.Unavailable, "draining")
		}
		if err := stream.Send(answer); err != nil {
			return err
		}
	}
}

// dial runs a server in memory and returns a client of it.
func dial(t *testing.T, s *server, options ...talon.Option) *talon.Client {
	t.Helper()
	listener := bufconn.Listen(1 << 16)
	g := grpc.NewServer(grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: talonsLeastPing(t), PermitWithoutStream: true}))
	well := health.NewServer()
	well.SetServingStatus("solitaire.v1.RulesService", healthpb.HealthCheckResponse_SERVING)
	healthpb.RegisterHealthServer(g, well)
	solitairev1.RegisterRulesServiceServer(g, s)
	solitairev1.RegisterSolverServiceServer(g, &s.solver)
	served := make(chan error, 1)
	go func() { served <- g.Serve(listener) }()
	client, err := talon.Dial("passthrough:///memory", append(options, talon.WithDialOptions(
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return listener.Dial() }),
	))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
		g.Stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return client
}

func failure(t *testing.T, code codes.Code, message string, details ...protoadapt.MessageV1) error {
	t.Helper()
	s, err := status.New(code, message).WithDetails(details...)
	if err != nil {
		t.Fatal(err)
	}
	return s.Err()
}

func TestAnIllegalMoveIsARefusalWithItsMove(t *testing.T) {
	client := dial(t, &server{apply: func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		return nil, failure(t, codes.FailedPrecondition, "english",
			&errdetails.ErrorInfo{Domain: talon.Domain, Reason: "ILLEGAL_MOVE", Metadata: map[string]string{"move": "t1t2", "move_index": "3"}},
			&solitairev1.Refusal{Reason: solitairev1.Refusal_WRONG_RANK, Rule: "golf.play"},
			&errdetails.LocalizedMessage{Locale: "de", Message: "deutsch"},
		)
	}})
	_, err := client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{})
	if refusal := talon.RefusalOf(err); refusal.GetReason() != solitairev1.Refusal_WRONG_RANK || refusal.GetRule() != "golf.play" {
		t.Errorf("RefusalOf gives %v", refusal)
	}
	var e *talon.Error
	if !errors.As(err, &e) {
		t.Fatalf("the error is a %T", err)
	}
	if e.Code != codes.FailedPrecondition || e.Reason != solitairev1.ErrorReason_ILLEGAL_MOVE ||
		e.Metadata["move"] != "t1t2" || e.Metadata["move_index"] != "3" {
		t.Errorf("the error is %+v", e)
	}
	if e.Error() != "deutsch" {
		t.Errorf("the message is %q, want the localized one", e.Error())
	}
	if status.Code(err) != codes.FailedPrecondition {
		t.Errorf("status.Code gives %v", status.Code(err))
	}
}

func TestAWrongRequestNamesItsFieldsInTheLanguageOfTheMessage(t *testing.T) {
	client := dial(t, &server{apply: func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		return nil, failure(t, codes.InvalidArgument, "english",
			&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
				{Field: "state[t1]", Description: "english"},
				{Field: "state[t2]", Description: "english", LocalizedMessage: &errdetails.LocalizedMessage{Locale: "de", Message: "deutsch"}},
			}},
			&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)},
		)
	}})
	_, err := client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{})
	var e *talon.Error
	if !errors.As(err, &e) {
		t.Fatalf("the error is a %T", err)
	}
	want := []talon.Violation{{"state[t1]", "english"}, {"state[t2]", "deutsch"}}
	if len(e.Violations) != 2 || e.Violations[0] != want[0] || e.Violations[1] != want[1] {
		t.Errorf("the violations are %v, want %v", e.Violations, want)
	}
	if e.RetryAfter != time.Second || e.Reason != 0 || talon.RefusalOf(err) != nil {
		t.Errorf("the error is %+v", e)
	}
}

func TestAReasonOfAnotherDomainIsNone(t *testing.T) {
	client := dial(t, &server{apply: func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		return nil, failure(t, codes.InvalidArgument, "", &errdetails.ErrorInfo{Domain: "elsewhere", Reason: "ILLEGAL_MOVE"})
	}})
	_, err := client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{})
	var e *talon.Error
	if !errors.As(err, &e) || e.Reason != solitairev1.ErrorReason_CODE_UNSPECIFIED {
		t.Errorf("the error is %+v", e)
	}
}

func TestRefusalOfOtherErrorsIsNil(t *testing.T) {
	for _, err := range []error{nil, io.EOF, errors.New("other")} {
		if refusal := talon.RefusalOf(err); refusal != nil {
			t.Errorf("RefusalOf(%v) = %v", err, refusal)
		}
	}
}

func TestTheLanguageIsAskedForInEveryCall(t *testing.T) {
	client := dial(t, &server{apply: func(ctx context.Context, _ *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		md, _ := metadata.FromIncomingContext(ctx)
		if got := md.Get("accept-language"); len(got) != 1 || got[0] != "de" {
			t.Errorf("accept-language is %q", got)
		}
		return &solitairev1.ApplyMovesResponse{}, nil
	}}, talon.WithLanguage("de"))
	for range 2 {
		if _, err := client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{}); err != nil {
			t.Error(err)
		}
	}
}

func TestACallThatFoundNoServerIsTriedAgain(t *testing.T) {
	var calls atomic.Int32
	client := dial(t, &server{apply: func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		if calls.Add(1) < 3 {
			return nil, status.Error(codes.Unavailable, "draining")
		}
		return &solitairev1.ApplyMovesResponse{}, nil
	}})
	if _, err := client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{}); err != nil || calls.Load() != 3 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestReplaysComeInOrderAndAWrongLogEndsNothing(t *testing.T) {
	client := dial(t, &server{replay: func(r *solitairev1.ReplayGameRequest) *solitairev1.ReplayGamesResponse {
		if r.GetState() == "" {
			s := status.Convert(failure(t, codes.InvalidArgument, "no state", &errdetails.BadRequest{
				FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "replay.state", Description: "missing"}},
			}))
			return &solitairev1.ReplayGamesResponse{Error: s.Proto()}
		}
		return &solitairev1.ReplayGamesResponse{Result: &solitairev1.ReplayGameResponse{Applied: int32(len(r.GetState()))}}
	}})
	replays, err := client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer replays.Close()
	go func() {
		for _, state := range []string{"a", "", "aaa"} {
			if err := replays.Send(&solitairev1.ReplayGameRequest{State: state}); err != nil {
				t.Error(err)
			}
		}
		if err := replays.CloseSend(); err != nil {
			t.Error(err)
		}
	}()
	if answer, err := replays.Next(); err != nil || answer.GetApplied() != 1 {
		t.Errorf("the first result is %v, %v", answer, err)
	}
	_, err = replays.Next()
	var e *talon.Error
	if !errors.As(err, &e) || e.Code != codes.InvalidArgument || len(e.Violations) != 1 || e.Violations[0].Field != "state" {
		t.Errorf("the second result is %+v", err)
	}
	if answer, err := replays.Next(); err != nil || answer.GetApplied() != 3 {
		t.Errorf("the third result is %v, %v", answer, err)
	}
	if _, err := replays.Next(); err != io.EOF {
		t.Errorf("after the last result comes %v", err)
	}
}

func TestReplaysEndWithTheErrorOfTheServer(t *testing.T) {
	client := dial(t, &server{replay: func(*solitairev1.ReplayGameRequest) *solitairev1.ReplayGamesResponse { return nil }})
	replays, err := client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer replays.Close()
	if err := replays.Send(&solitairev1.ReplayGameRequest{}); err != nil {
		t.Fatal(err)
	}
	_, err = replays.Next()
	var e *talon.Error
	if !errors.As(err, &e) || e.Code != codes.Unavailable {
		t.Errorf("the error is %v", err)
	}
}

func TestAnAddressThatIsNoneIsRefused(t *testing.T) {
	if client, err := talon.Dial("\x00"); err == nil {
		t.Errorf("Dial gives %v", client)
	}
}
