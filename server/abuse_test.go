package main

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/admission"
)

// cramped leaves hardly any room for what is long.
func cramped(c *config) { c.limits.heldBytes = 64 << 10 }

// cheap fails unless a cheap call is answered over both wires.
func (r *running) cheap(t *testing.T) {
	t.Helper()
	if _, err := r.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "golf", Number: proto.Uint32(1)}); err != nil {
		t.Errorf("a cheap call over gRPC: %v", err)
	}
	if a := r.do(t, "POST", "/v1/games:deal", `{"variant":"golf","number":1}`); a.status != http.StatusOK {
		t.Errorf("a cheap call over JSON: %d %s", a.status, a.body)
	}
}

// longState is a state that takes so many bytes and is none.
func longState(bytes int) *solitairev1.InspectGameRequest {
	return &solitairev1.InspectGameRequest{State: strings.Repeat("x", bytes)}
}

func TestLongRequestsForWhichThereIsNoRoomAreRefused(t *testing.T) {
	s := start(t, cramped)
	body := fmt.Sprintf(`{"state":%q}`, longState(30<<10).State)
	ask := func() (reasons []string) {
		_, err := s.client.InspectGame(t.Context(), longState(30<<10))
		over := asJSON(t, err)
		a := s.do(t, "POST", "/v1/games:inspect", body)
		return append(reasons, over.reason(), a.failure(t).reason())
	}
	if got := ask(); got[0] != "MALFORMED_STATE" || got[1] != "MALFORMED_STATE" {
		t.Errorf("with room: %v", got)
	}
	s.bounds.Requests.Hold(40 << 10)
	if got := ask(); got[0] != "OVERLOADED" || got[1] != "OVERLOADED" {
		t.Errorf("without room: %v", got)
	}
	s.cheap(t)
	s.bounds.Requests.Give(40 << 10)
	if got := ask(); got[0] != "MALFORMED_STATE" || got[1] != "MALFORMED_STATE" {
		t.Errorf("with room again: %v", got)
	}
	// The last answer is there before its call gives the room back.
	for s.bounds.Requests.Held() > 0 {
		s.cheap(t)
	}
}

func TestBodiesThatDoNotComeTakeNoMoreThanThereIsRoomFor(t *testing.T) {
	s := start(t, cramped)
	const part = 24 << 10
	var stalled []net.Conn
	for range 2 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		stalled = append(stalled, conn)
		_, err = fmt.Fprintf(conn, "POST /v1/games:inspect HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", 1<<20, strings.Repeat(" ", part))
		if err != nil {
			t.Fatal(err)
		}
	}
	for s.bounds.Requests.Held() < 2*part-2*admission.Small {
		s.cheap(t)
	}
	a := s.do(t, "POST", "/v1/games:inspect", strings.Repeat(" ", 40<<10))
	if a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" || a.failure(t).reason() != "OVERLOADED" {
		t.Errorf("%d %s", a.status, a.body)
	}
	for _, conn := range stalled {
		_ = conn.Close()
	}
	for s.bounds.Requests.Held() > 0 {
		s.cheap(t)
	}
}

func TestMessagesThatDoNotComeLoseTheirRoom(t *testing.T) {
	s := start(t, cramped)
	caller := begin(t, connect(t, s.ports.grpc.Addr()))
	const calls, length = 8, 60 << 10
	for i := range calls {
		stream := uint32(2*i + 1)
		caller.ask(stream, "POST", solitairev1.RulesService_InspectGame_FullMethodName, false, "content-type", "application/grpc", "te", "trailers")
	}
	// Until calls are old they are spared, so that it takes some parts to end one.
	message := append([]byte{0, 0, 1, 0, 0}, make([]byte, length)...)
	for at := 0; at < len(message); at += 4 << 10 {
		for i := range calls {
			caller.must(caller.WriteData(uint32(2*i+1), false, message[at:min(at+4<<10, len(message))]))
		}
	}
	for s.intake.Shed() == 0 {
		s.cheap(t)
		s.intake.Put(s.intake.Get(16 << 10))
	}
	if ended := awaitFrame[*http2.MetaHeadersFrame](caller); ended.StreamID != 1 || ended.RegularFields()[1].Value != "1" {
		t.Errorf("not the oldest call was cancelled, but %v", ended)
	}
	s.cheap(t)
}

func TestLongAnswersThatNobodyReadsKeepLongCallsOut(t *testing.T) {
	s := start(t, cramped)
	log := func(entries int) *solitairev1.ReplayGameRequest {
		return &solitairev1.ReplayGameRequest{Deal: golfDeal(), Moves: strings.Fields(strings.Repeat("d u ", entries/2))}
	}
	if _, err := s.client.ReplayGame(t.Context(), log(longLog+2)); err != nil {
		t.Errorf("with room: %v", err)
	}
	s.bounds.Answers.Hold(64 << 10)
	_, err := s.client.ReplayGame(t.Context(), log(longLog+2))
	if e := asJSON(t, err); status.Code(err) != codes.ResourceExhausted || e.reason() != "OVERLOADED" || e.detail("RetryInfo") == nil {
		t.Errorf("without room: %v", err)
	}
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	send(t, stream, &solitairev1.ReplayGamesRequest{Replay: log(longLog + 2)}, &solitairev1.ReplayGamesRequest{Replay: log(2)})
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if answers := receive(t, stream); len(answers) != 2 || codes.Code(answers[0].GetError().GetCode()) != codes.ResourceExhausted || answers[1].GetResult() == nil {
		t.Errorf("of a stream without room: %v", answers)
	}
	s.cheap(t)
	s.bounds.Answers.Give(64 << 10)
	if _, err := s.client.ReplayGame(t.Context(), log(longLog+2)); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestALongAnswerTakesRoomUntilItIsSent(t *testing.T) {
	s := start(t, nil)
	// A window of nothing: the answer can not be sent.
	caller := begin(t, connect(t, s.ports.grpc.Addr()))
	caller.must(caller.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize}))
	request, err := proto.Marshal(&solitairev1.ReplayGameRequest{Deal: golfDeal(), Moves: strings.Fields(strings.Repeat("d u ", 500)), SnapshotInterval: 1})
	if err != nil {
		t.Fatal(err)
	}
	caller.ask(1, "POST", solitairev1.RulesService_ReplayGame_FullMethodName, false, "content-type", "application/grpc", "te", "trailers")
	prefix := []byte{0, 0, 0, byte(len(request) >> 8), byte(len(request))}
	caller.must(caller.WriteData(1, true, append(prefix, request...)))
	for s.bounds.Answers.Held() < 64<<10 {
		s.cheap(t)
	}
	caller.must(caller.WriteWindowUpdate(1, 1<<20))
	caller.must(caller.WriteWindowUpdate(0, 1<<20))
	for s.bounds.Answers.Held() > 0 {
		s.cheap(t)
	}
}

func TestListsAreCountedBeforeTheyAreKept(t *testing.T) {
	s := start(t, func(c *config) { c.limits.moves = 2000 })
	options := map[string]string{}
	var text strings.Builder
	for i := range 2001 {
		options[fmt.Sprint(i)] = "on"
		fmt.Fprintf(&text, `"%d":"on",`, i)
	}
	_, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "golf", Options: options})
	if e := asJSON(t, err); e.reason() != "LIMIT_EXCEEDED" || e.fields()[0] != "options" || e.fact("limit") != "2000" || e.fact("asked") != "2001" {
		t.Errorf("options over gRPC: %v: %+v", err, e)
	}
	a := s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","options":{`+strings.TrimSuffix(text.String(), ",")+`}}`)
	if e := a.failure(t); a.status != http.StatusRequestEntityTooLarge || e.reason() != "LIMIT_EXCEEDED" || e.fields()[0] != "options" || e.fact("limit") != "2000" {
		t.Errorf("options over JSON: %d %s", a.status, a.body)
	}
	_, err = s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: "x", Moves: make([]string, 1_000_000)})
	if e := asJSON(t, err); e.reason() != "LIMIT_EXCEEDED" || e.fields()[0] != "moves" || e.fact("asked") != "1000000" {
		t.Errorf("a million moves: %v: %+v", err, e)
	}
	s.cheap(t)
}

func TestCompressedMessagesAreRefusedUnread(t *testing.T) {
	s := start(t, nil)
	_, err := s.client.InspectGame(t.Context(), longState(1<<20), grpc.UseCompressor(gzip.Name))
	if e := asJSON(t, err); status.Code(err) != codes.InvalidArgument || e.reason() != "UNSUPPORTED_MEDIA_TYPE" || e.fact("header") != "grpc-encoding" {
		t.Errorf("%v", err)
	}
	stream, err := s.client.ReplayGames(t.Context(), grpc.UseCompressor(gzip.Name))
	if err != nil {
		t.Fatal(err)
	}
	send(t, stream, &solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}})
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if answers := receive(t, stream); len(answers) != 1 || codes.Code(answers[0].GetError().GetCode()) != codes.InvalidArgument {
		t.Errorf("of a stream: %v", answers)
	}
	s.cheap(t)
}

func TestNestedBodiesAreRefusedWhereTheyBegin(t *testing.T) {
	s := start(t, nil)
	for _, body := range []string{
		strings.Repeat("[", 1_000_000), strings.Repeat(`{"deal":`, 500_000), `{"moves":` + strings.Repeat("[", 1_000_000),
		`{"moves":[` + strings.Repeat(`"",`, 20_000) + strings.Repeat("[", 1_000_000),
	} {
		if a := s.do(t, "POST", "/v1/games:replay", body); a.status != http.StatusBadRequest || a.failure(t).reason() == "" {
			t.Errorf("%.20s…: %d %s", body, a.status, a.body)
		}
	}
	s.cheap(t)
}
