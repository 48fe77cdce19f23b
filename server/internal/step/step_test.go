package step

import (
	"context"
	"errors"
	"slices"
	"testing"

	"google.golang.org/grpc"
)

type contextKey struct{}

// mark is a step that writes its name down on the way in and out, and into the context.
func mark(log *[]string, name string) Step {
	return func(ctx context.Context, method string, next Next) error {
		*log = append(*log, name+" "+method)
		trail, _ := ctx.Value(contextKey{}).(string)
		err := next(context.WithValue(ctx, contextKey{}, trail+name))
		*log = append(*log, name+" done")
		return err
	}
}

var want = []string{"a /m", "b /m", "c /m", "handler abc", "c done", "b done", "a done"}

func TestAUnaryCallPassesThroughEveryStepInOrder(t *testing.T) {
	var log []string
	chain := Chain(mark(&log, "a"), mark(&log, "b"), mark(&log, "c"))
	answer, err := chain.Unary(context.Background(), 1, &grpc.UnaryServerInfo{FullMethod: "/m"}, func(ctx context.Context, request any) (any, error) {
		log = append(log, "handler "+ctx.Value(contextKey{}).(string))
		return request.(int) + 1, nil
	})
	if err != nil || answer != 2 || !slices.Equal(log, want) {
		t.Errorf("%v, %v, %q", answer, err, log)
	}
}

type stream struct{ grpc.ServerStream }

func (stream) Context() context.Context { return context.Background() }

func TestAStreamPassesThroughEveryStepInOrder(t *testing.T) {
	var log []string
	chain := Chain(mark(&log, "a"), mark(&log, "b"), mark(&log, "c"))
	err := chain.Stream(nil, stream{}, &grpc.StreamServerInfo{FullMethod: "/m"}, func(_ any, s grpc.ServerStream) error {
		log = append(log, "handler "+s.Context().Value(contextKey{}).(string))
		return nil
	})
	if err != nil || !slices.Equal(log, want) {
		t.Errorf("%v, %q", err, log)
	}
}

func TestAnErrorLeavesNoAnswer(t *testing.T) {
	failed := errors.New("failed")
	replace := func(ctx context.Context, _ string, next Next) error {
		if err := next(ctx); err != nil {
			return err
		}
		return failed
	}
	answer, err := Step(replace).Unary(context.Background(), nil, &grpc.UnaryServerInfo{}, func(context.Context, any) (any, error) { return 1, nil })
	if answer != nil || !errors.Is(err, failed) {
		t.Errorf("%v, %v", answer, err)
	}
}

func TestAnEmptyChainChangesNothing(t *testing.T) {
	answer, err := Chain().Unary(context.Background(), nil, &grpc.UnaryServerInfo{}, func(context.Context, any) (any, error) { return 1, nil })
	if answer != 1 || err != nil {
		t.Errorf("%v, %v", answer, err)
	}
}

func TestAStepSeesWhatTheCallIsAbout(t *testing.T) {
	var seen []any
	look := func(ctx context.Context, _ string, next Next) error {
		c := CallOf(context.WithValue(ctx, contextKey{}, "inner"))
		c.Sent = func(answer any) { seen = append(seen, "sent", answer) }
		err := next(ctx)
		seen = append(seen, c.Request, c.Answer)
		return err
	}
	failed := errors.New("failed")
	answers := func(answer any, err error) grpc.UnaryHandler {
		return func(context.Context, any) (any, error) { return answer, err }
	}
	_, _ = Step(look).Unary(t.Context(), "request", &grpc.UnaryServerInfo{}, answers("answer", nil))
	_, _ = Step(look).Unary(t.Context(), "request", &grpc.UnaryServerInfo{}, answers("half", failed))
	exchange := func(_ any, s grpc.ServerStream) error {
		return errors.Join(s.RecvMsg("read"), s.SendMsg("written"))
	}
	_ = Step(look).Stream(nil, stream{}, &grpc.StreamServerInfo{}, exchange)
	_ = Step(look).Stream(nil, stream{}, &grpc.StreamServerInfo{IsClientStream: true}, exchange)
	if want := []any{"request", "answer", "request", nil, "sent", "written", "read", nil, "sent", "written", nil, nil}; !slices.Equal(seen, want) {
		t.Errorf("%q, want %q", seen, want)
	}
	if c := CallOf(t.Context()); c.Request != nil || c.Answer != nil {
		t.Errorf("outside of a call: %+v", c)
	}
}

func (stream) RecvMsg(any) error { return nil }

func (stream) SendMsg(any) error { return nil }
