package inprocess

import (
	"context"
	"errors"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// service answers one method with what its context and its request hold.
type service struct {
	solitairev1.UnimplementedRulesServiceServer
}

func (service) InspectGame(ctx context.Context, r *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
	if r.State == "" {
		return nil, errRefused
	}
	sent := metadata.ValueFromIncomingContext(ctx, "accept-language")
	if err := grpc.SetHeader(ctx, metadata.Pairs("a-header", "1")); err != nil {
		return nil, err
	}
	if err := grpc.SetTrailer(ctx, metadata.Pairs("a-trailer", "2")); err != nil {
		return nil, err
	}
	return &solitairev1.InspectGameResponse{Game: &solitairev1.Game{
		State: r.State, Variant: sent[0], Options: map[string]string{"a": "b"}, Moves: []*solitairev1.Move{{Move: "d"}},
	}}, nil
}

var errRefused = errors.New("refused")

// client makes a client of a connection whose calls pass through the interceptor.
func client(interceptor grpc.UnaryServerInterceptor) solitairev1.RulesServiceClient {
	conn := New(interceptor, nil)
	conn.RegisterService(&solitairev1.RulesService_ServiceDesc, service{})
	return solitairev1.NewRulesServiceClient(conn)
}

func pass(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	return handler(ctx, request)
}

func TestACallReachesTheServiceAndComesBack(t *testing.T) {
	var header, trailer metadata.MD
	ctx := metadata.AppendToOutgoingContext(t.Context(), "accept-language", "de")
	answer, err := client(pass).InspectGame(ctx, &solitairev1.InspectGameRequest{State: "x"}, grpc.Header(&header), grpc.Trailer(&trailer))
	if err != nil {
		t.Fatal(err)
	}
	want := &solitairev1.Game{State: "x", Variant: "de", Options: map[string]string{"a": "b"}, Moves: []*solitairev1.Move{{Move: "d"}}}
	if !proto.Equal(answer.Game, want) {
		t.Errorf("got %v, want %v", answer.Game, want)
	}
	if !slices.Equal(header.Get("a-header"), []string{"1"}) || !slices.Equal(trailer.Get("a-trailer"), []string{"2"}) {
		t.Errorf("header %v, trailer %v", header, trailer)
	}
}

func TestACallPassesThroughTheInterceptor(t *testing.T) {
	var asked string
	refusing := func(_ context.Context, _ any, info *grpc.UnaryServerInfo, _ grpc.UnaryHandler) (any, error) {
		asked = info.FullMethod
		return nil, errRefused
	}
	_, err := client(refusing).InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: "x"})
	if !errors.Is(err, errRefused) || asked != solitairev1.RulesService_InspectGame_FullMethodName {
		t.Errorf("%v, asked for %q", err, asked)
	}
}

func TestAnErrorOfTheServiceComesBackAsItIs(t *testing.T) {
	if _, err := client(pass).InspectGame(t.Context(), &solitairev1.InspectGameRequest{}); !errors.Is(err, errRefused) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNotThereIsAnError(t *testing.T) {
	conn := New(pass, nil)
	if err := conn.Invoke(t.Context(), "/x/y", &solitairev1.InspectGameRequest{}, &solitairev1.InspectGameResponse{}); err == nil {
		t.Error("a method that is not there answered")
	}
	if _, err := client(pass).ReplayGames(t.Context()); err == nil {
		t.Error("a stream was opened")
	}
}
