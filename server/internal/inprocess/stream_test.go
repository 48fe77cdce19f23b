package inprocess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// counting answers with so many messages as its state has characters, then with an error if it ends in "!".
type counting struct {
	solitairev1.UnimplementedSolverServiceServer
	// returned is told what each call returned.
	returned chan error
}

func (c counting) WatchSolve(r *solitairev1.WatchSolveRequest, stream grpc.ServerStreamingServer[solitairev1.WatchSolveResponse]) (err error) {
	defer func() { c.returned <- err }()
	language := metadata.ValueFromIncomingContext(stream.Context(), "accept-language")
	for n, character := range r.State {
		if character == '!' {
			return fmt.Errorf("%w in %s", errRefused, language)
		}
		if err := stream.Send(&solitairev1.WatchSolveResponse{Progress: &solitairev1.WatchSolveResponse_Progress{Nodes: uint64(n)}}); err != nil {
			return err
		}
	}
	return nil
}

func passStream(service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	return handler(service, stream)
}

// watcher makes a client of a service that answers with streams.
func watcher(interceptor grpc.StreamServerInterceptor) (solitairev1.SolverServiceClient, counting) {
	service := counting{returned: make(chan error, 8)}
	conn := New(pass, interceptor)
	conn.RegisterService(&solitairev1.SolverService_ServiceDesc, service)
	return solitairev1.NewSolverServiceClient(conn), service
}

func TestAStreamComesMessageByMessage(t *testing.T) {
	client, _ := watcher(passStream)
	for _, state := range []string{"", "x", "xyz"} {
		stream, err := client.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{State: state})
		if err != nil {
			t.Fatal(err)
		}
		for n := range state {
			if m, err := stream.Recv(); err != nil || m.Progress.Nodes != uint64(n) {
				t.Errorf("%q: message %d is %v, %v", state, n, m, err)
			}
		}
		for range 2 {
			if m, err := stream.Recv(); !errors.Is(err, io.EOF) {
				t.Errorf("%q: after the last message came %v, %v", state, m, err)
			}
		}
	}
}

func TestAStreamThatIsRefusedFailsAtItsBeginning(t *testing.T) {
	client, _ := watcher(passStream)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "accept-language", "de")
	if _, err := client.WatchSolve(ctx, &solitairev1.WatchSolveRequest{State: "!"}); !errors.Is(err, errRefused) || err.Error() != "refused in [de]" {
		t.Errorf("got %v", err)
	}
	stream, err := client.WatchSolve(ctx, &solitairev1.WatchSolveRequest{State: "x!"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, errRefused) {
		t.Errorf("got %v", err)
	}
}

func TestAStreamPassesThroughTheInterceptor(t *testing.T) {
	var asked string
	client, _ := watcher(func(_ any, _ grpc.ServerStream, info *grpc.StreamServerInfo, _ grpc.StreamHandler) error {
		asked = info.FullMethod
		return errRefused
	})
	_, err := client.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{State: "x"})
	if !errors.Is(err, errRefused) || asked != solitairev1.SolverService_WatchSolve_FullMethodName {
		t.Errorf("%v, asked for %q", err, asked)
	}
}

func TestAStreamWhoseCallerIsGoneEnds(t *testing.T) {
	client, service := watcher(passStream)
	ctx, cancel := context.WithCancel(t.Context())
	stream, err := client.WatchSolve(ctx, &solitairev1.WatchSolveRequest{State: "xyz"})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-service.returned; !errors.Is(err, context.Canceled) {
		t.Errorf("the service returned %v", err)
	}
	for {
		if _, err := stream.Recv(); err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			return
		}
	}
}

func TestAStreamThatIsNotThereIsAnError(t *testing.T) {
	conn := New(pass, passStream)
	if _, err := conn.NewStream(t.Context(), &grpc.StreamDesc{ServerStreams: true}, "/x/y"); err == nil {
		t.Error("a stream that is not there was opened")
	}
}
