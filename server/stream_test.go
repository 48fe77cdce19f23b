package main

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

type clientStream = grpc.BidiStreamingClient[solitairev1.ReplayGamesRequest, solitairev1.ReplayGamesResponse]

func golfDeal() *solitairev1.Deal {
	return &solitairev1.Deal{Variant: "golf", Number: proto.Uint32(1)}
}

func send(t *testing.T, stream clientStream, requests ...*solitairev1.ReplayGamesRequest) {
	t.Helper()
	for _, r := range requests {
		if err := stream.Send(r); err != nil {
			t.Fatal(err)
		}
	}
}

// receive takes all answers until the stream ends.
func receive(t *testing.T, stream clientStream) []*solitairev1.ReplayGamesResponse {
	t.Helper()
	var all []*solitairev1.ReplayGamesResponse
	for {
		answer, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, answer)
	}
}

func TestLogsAreAnsweredInTheirOrder(t *testing.T) {
	const logs = 500
	s := start(t, nil)
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for i := range logs {
			// Logs of very different length, so that later ones are ready earlier.
			moves := make([]string, 16*(i%7%2))
			for m := range moves {
				moves[m] = "d"
			}
			if stream.Send(&solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal(), Moves: moves}}) != nil {
				return
			}
		}
		_ = stream.CloseSend()
	}()
	answers := receive(t, stream)
	if len(answers) != logs {
		t.Fatalf("%d answers, want %d", len(answers), logs)
	}
	for i, a := range answers {
		if int(a.Index) != i || a.Error != nil || !a.GetResult().GetComplete() || int(a.Result.Applied) != 16*(i%7%2) {
			t.Fatalf("answer %d: %v", i, a)
		}
	}
}

func TestAWrongLogIsAnsweredWithItsErrorAndTheStreamGoesOn(t *testing.T) {
	s := start(t, func(c *config) { c.limits.messageBytes = 1 << 16 })
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tooManyBytes := make([]string, 1<<16)
	for i := range tooManyBytes {
		tooManyBytes[i] = ""
	}
	send(t, stream,
		&solitairev1.ReplayGamesRequest{},
		&solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{State: "nonsense/1"}},
		&solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal(), Moves: tooManyBytes[:40000]}},
		&solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal(), Moves: []string{"d", "x"}}},
		&solitairev1.ReplayGamesRequest{Index: proto.Int32(77), Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal(), Moves: []string{"d", "t1t2"}}},
		&solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}},
	)
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	answers := receive(t, stream)
	want := []struct {
		index  int32
		reason string
		field  string
	}{
		{0, "INVALID_REQUEST", "replay"},
		{1, "MALFORMED_STATE", "replay.state"},
		{2, "LIMIT_EXCEEDED", ""},
		{3, "MALFORMED_MOVE", "replay.moves[1]"},
		{77, "", ""},
		{5, "", ""},
	}
	if len(answers) != len(want) {
		t.Fatalf("%d answers, want %d", len(answers), len(want))
	}
	for i, a := range answers {
		reason, field := "", ""
		for _, detail := range a.GetError().GetDetails() {
			info, bad := &errdetails.ErrorInfo{}, &errdetails.BadRequest{}
			switch {
			case detail.MessageIs(info) && detail.UnmarshalTo(info) == nil:
				reason = info.Reason
			case detail.MessageIs(bad) && detail.UnmarshalTo(bad) == nil:
				field = bad.FieldViolations[0].Field
			}
		}
		if a.Index != want[i].index || reason != want[i].reason || field != want[i].field {
			t.Errorf("answer %d: index %d, reason %q, field %q, want %v", i, a.Index, reason, field, want[i])
		}
		if a.Error != nil && (a.Result != nil || a.Error.Code != int32(codes.InvalidArgument)) {
			t.Errorf("answer %d: %v", i, a)
		}
	}
	if stop := answers[4].GetResult().GetStop(); stop.GetIndex() != 1 || stop.GetRefusal().GetReason() != solitairev1.Refusal_NO_SUCH_MOVE {
		t.Errorf("the illegal log stops with %v", stop)
	}
}

func TestAMessageThatIsNoProtobufIsAnsweredAndTheStreamGoesOn(t *testing.T) {
	s := start(t, nil)
	desc := &grpc.StreamDesc{StreamName: "ReplayGames", ServerStreams: true, ClientStreams: true}
	raw, err := s.conn.NewStream(t.Context(), desc, "/solitaire.v1.RulesService/ReplayGames", grpc.ForceCodecV2(rawCodec{}))
	if err != nil {
		t.Fatal(err)
	}
	good, err := proto.Marshal(&solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range [][]byte{{0xff, 0xff}, good} {
		if err := raw.SendMsg(message); err != nil {
			t.Fatal(err)
		}
	}
	for i, wrong := range []bool{true, false} {
		var text []byte
		if err := raw.RecvMsg(&text); err != nil {
			t.Fatal(err)
		}
		answer := &solitairev1.ReplayGamesResponse{}
		if err := proto.Unmarshal(text, answer); err != nil {
			t.Fatal(err)
		}
		if (answer.Error != nil) != wrong || int(answer.Index) != i {
			t.Errorf("answer %d: %v", i, answer)
		}
	}
}

// stalled is a stream whose caller sends log after log and fetches no answer until it is released.
type stalled struct {
	grpc.ServerStream
	ctx      context.Context
	received int
	release  chan struct{}
}

func (s *stalled) Context() context.Context { return s.ctx }

func (s *stalled) Recv() (*solitairev1.ReplayGamesRequest, error) {
	if s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	s.received++
	return &solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}}, nil
}

func (s *stalled) Send(*solitairev1.ReplayGamesResponse) error {
	<-s.release
	return s.ctx.Err()
}

func TestACallerThatFetchesNothingIsNotReadFromForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const window = 4
		c := defaults()
		c.limits.window = window
		service := newRulesService(&c.limits, newSearches(&c.limits, nil), "", nil, nil)
		ctx, cancel := context.WithCancel(t.Context())
		stream := &stalled{ctx: ctx, release: make(chan struct{})}
		ended := make(chan error, 1)
		go func() { ended <- service.ReplayGames(stream) }()
		synctest.Wait()
		// One answer waits to be fetched, a window of them is ready, one log found no place any more.
		if stream.received != window+2 {
			t.Errorf("%d logs were read, want %d", stream.received, window+2)
		}
		cancel()
		close(stream.release)
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the stream ended with %v", err)
		}
	})
}

func TestTheLaneLearnsWhatCameOfALongLog(t *testing.T) {
	refused := errors.New("refused")
	var told error
	s := &rulesService{
		queue: func(_ context.Context, answer func() error) error {
			told = answer()
			return told
		},
		replay: func(context.Context, *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
			return nil, refused
		},
	}
	log := &solitairev1.ReplayGameRequest{Moves: make([]string, longLog+1)}
	if answer, err := s.replayInTurn(t.Context(), log); answer != nil || !errors.Is(err, refused) || !errors.Is(told, refused) {
		t.Errorf("%v, %v; the lane was told %v", answer, err, told)
	}
}
