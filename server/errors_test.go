package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/step"
)

func TestAStepThatRefusesEverythingRefusesJSONToo(t *testing.T) {
	refusing := &problem{code: codes.FailedPrecondition, reason: invalidRequest, text: bilingual{"No.", "Nein."}}
	var refused []string
	s := start(t, nil, func(_ context.Context, method string, _ step.Next) error {
		refused = append(refused, method)
		return refusing
	})
	fill := strings.NewReplacer("{variant}", "golf", "{number}", "1", "{daily}", "2026-12-01")
	for _, r := range apiRoutes() {
		a := s.do(t, r.Method, fill.Replace(r.Path), "{}")
		if e := a.failure(t); a.status != http.StatusBadRequest || e.Message != "No." {
			t.Errorf("%s %s: %d %s", r.Method, r.Path, a.status, a.body)
		}
	}
	if len(refused) != len(apiRoutes()) {
		t.Errorf("%d calls were refused, want %d: %v", len(refused), len(apiRoutes()), refused)
	}
	for _, m := range methodDescriptors() {
		if !m.IsStreamingClient() {
			if err := s.invoke(t, string(m.Name()), newMessage(t, m.Input())); status.Code(err) != codes.FailedPrecondition {
				t.Errorf("%s over gRPC: %v", m.Name(), err)
			}
		}
	}
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); status.Code(err) != codes.FailedPrecondition {
		t.Errorf("the stream: %v", err)
	}
}

func TestAPanicIsAnErrorOfOneCallAndTellsNothing(t *testing.T) {
	s := start(t, nil, func(context.Context, string, step.Next) error { panic("the emperor has no clothes") })
	a := s.do(t, "GET", "/v1/version", "", "X-Request-Id", "panicking")
	if e := a.failure(t); a.status != http.StatusInternalServerError || e.reason() != "INTERNAL" || e.fact("request_id") != "panicking" || strings.Contains(string(a.body), "emperor") {
		t.Errorf("JSON: %d %s", a.status, a.body)
	}
	_, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
	if e := asJSON(t, err); status.Code(err) != codes.Internal || e.fact("request_id") == "" || strings.Contains(err.Error(), "emperor") {
		t.Errorf("gRPC: %v", err)
	}
	if log := s.log.String(); !strings.Contains(log, "the emperor has no clothes") || !strings.Contains(log, "request_id=panicking") {
		t.Errorf("the log says\n%s", log)
	}
}

func TestAnUnforeseenErrorStandsInTheLogOnly(t *testing.T) {
	s := start(t, nil, func(context.Context, string, step.Next) error { return errors.New("disk 7 is on fire") })
	_, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
	if e := asJSON(t, err); status.Code(err) != codes.Internal || e.reason() != "INTERNAL" || strings.Contains(err.Error(), "disk") {
		t.Errorf("gRPC: %v", err)
	}
	if !strings.Contains(s.log.String(), "disk 7 is on fire") {
		t.Errorf("the log says\n%s", s.log)
	}
}

func TestACallerWhoIsGoneIsNoFailureOfTheService(t *testing.T) {
	for err, want := range map[error]codes.Code{context.Canceled: codes.Canceled, context.DeadlineExceeded: codes.DeadlineExceeded} {
		if got := status.Code(statusError(t.Context(), fmt.Errorf("reading: %w", err))); got != want {
			t.Errorf("%v is %v, want %v", err, got, want)
		}
	}
}

func TestAFloodIsRefusedAtOnceAndToldWhenToComeBack(t *testing.T) {
	entered, leave := make(chan struct{}, 2), make(chan struct{})
	s := start(t, func(c *config) { c.limits.calls = 2 }, func(ctx context.Context, _ string, next step.Next) error {
		entered <- struct{}{}
		<-leave
		return next(ctx)
	})
	done := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := s.client.GetVersion(context.Background(), &solitairev1.GetVersionRequest{})
			done <- err
		}()
		<-entered
	}
	a := s.do(t, "GET", "/v1/version", "")
	if e := a.failure(t); a.status != http.StatusTooManyRequests || e.reason() != "OVERLOADED" || e.detail("RetryInfo") == nil || a.header.Get("Retry-After") != "1" {
		t.Errorf("JSON: %d %v %s", a.status, a.header, a.body)
	}
	_, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
	if e := asJSON(t, err); status.Code(err) != codes.ResourceExhausted || e.reason() != "OVERLOADED" || retryAfter(err) != 1 {
		t.Errorf("gRPC: %v", err)
	}
	close(leave)
	for range 2 {
		if err := <-done; err != nil {
			t.Errorf("a call that was inside: %v", err)
		}
	}
	if a := s.do(t, "GET", "/v1/version", ""); a.status != http.StatusOK {
		t.Errorf("after the flood: %d", a.status)
	}
}

func TestTheLanguageIsThatOfTheCaller(t *testing.T) {
	s := start(t, nil)
	for header, locale := range map[string]string{"": "en", "de": "de", "de-CH, en;q=0.5": "de", "en, de;q=0.5": "en", "fr": "en"} {
		a := s.do(t, "POST", "/v1/games:deal", `{}`, "Accept-Language", header)
		e := a.failure(t)
		if got := e.detail("LocalizedMessage")["locale"]; got != locale {
			t.Errorf("%q: %v", header, got)
		}
		if !strings.HasPrefix(e.Message, "variant: The field") {
			t.Errorf("%q: the message is %q", header, e.Message)
		}
		ctx := metadata.AppendToOutgoingContext(t.Context(), "accept-language", header)
		_, err := s.client.DealGame(ctx, &solitairev1.DealGameRequest{})
		if got := asJSON(t, err).detail("LocalizedMessage")["locale"]; got != locale {
			t.Errorf("%q over gRPC: %v", header, got)
		}
	}
}

// TestAnswersSpeakTheLanguageOfTheCaller holds the texts of answers that are no errors; the golden
// files of the wire hold those of the calls that they cover.
func TestAnswersSpeakTheLanguageOfTheCaller(t *testing.T) {
	s := start(t, nil)
	for language, want := range map[string]struct{ refusal, title string }{
		"en": {"Cell 1 is empty.", "Pyramid"},
		"de": {"Zelle 1 ist leer.", "Pyramide"},
	} {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "accept-language", language)
		stream, err := s.client.ReplayGames(ctx)
		if err != nil {
			t.Fatal(err)
		}
		send(t, stream, &solitairev1.ReplayGamesRequest{
			Replay: &solitairev1.ReplayGameRequest{Deal: &solitairev1.Deal{Variant: "freecell", Number: proto.Uint32(1)}, Moves: []string{"c1t1"}},
		})
		if err := stream.CloseSend(); err != nil {
			t.Fatal(err)
		}
		for _, answer := range receive(t, stream) {
			if got := answer.GetResult().GetStop().GetRefusal().GetMessage(); got != want.refusal {
				t.Errorf("%s: a log of a stream is refused with %q, %v", language, got, answer.GetError())
			}
		}
		variant, err := s.client.GetVariant(ctx, &solitairev1.GetVariantRequest{Variant: "pyramid"})
		if err != nil || variant.GetVariant().GetTitle() != want.title {
			t.Errorf("%s: the title is %v, %v", language, variant.GetVariant().GetTitle(), err)
		}
		a := s.do(t, "GET", "/v1/variants/pyramid", "", "Accept-Language", language)
		if !strings.Contains(string(a.body), `"title":"`+want.title+`"`) {
			t.Errorf("%s: GET answers %.80s", language, a.body)
		}
		if !slices.Contains(a.header.Values("Vary"), "Accept-Language") {
			t.Errorf("%s: a cache may give it to readers of the other language: Vary is %q", language, a.header.Values("Vary"))
		}
		unchanged := s.do(t, "GET", "/v1/variants/pyramid", "", "Accept-Language", "fr", "If-None-Match", a.header.Get("ETag"))
		if isEnglish := language == "en"; isEnglish != (unchanged.status == http.StatusNotModified) {
			t.Errorf("%s: its tag answers a reader of English with %d", language, unchanged.status)
		}
	}
}

func TestAMessageThatIsNoProtobufIsTheCallersMistake(t *testing.T) {
	s := start(t, nil)
	for name, message := range map[string][]byte{
		"an end in the middle":   {0x0a, 0x05, 'x'},
		"no UTF-8 in a string":   {0x0a, 0x01, 0xff},
		"an unknown wire type":   {0x0f},
		"a field number of zero": {0x02, 0x00},
	} {
		var answer []byte
		err := s.conn.Invoke(t.Context(), solitairev1.RulesService_InspectGame_FullMethodName, message, &answer, grpc.ForceCodecV2(rawCodec{}))
		if status.Code(err) != codes.InvalidArgument || asJSON(t, err).reason() != "INVALID_REQUEST" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !strings.Contains(s.log.String(), "code=INVALID_ARGUMENT reason=INVALID_REQUEST") {
		t.Errorf("such calls do not reach the log:\n%s", s.log)
	}
}

func TestAMethodThatThereIsNotIsUnimplemented(t *testing.T) {
	s := start(t, nil)
	for _, method := range []string{"/solitaire.v1.RulesService/UndoMoves", "/solitaire.v2.RulesService/DealGame", "/x/y", "/x", "/", "//"} {
		err := s.conn.Invoke(t.Context(), method, &solitairev1.GetVersionRequest{}, &solitairev1.GetVersionResponse{})
		if status.Code(err) != codes.Unimplemented || asJSON(t, err).reason() != "UNKNOWN_ROUTE" {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func TestNumbersThatAnEnumerationDoesNotHaveAreRefusedOverGRPC(t *testing.T) {
	s := start(t, nil)
	for field, call := range map[string]func(context.Context) error{
		"view": func(ctx context.Context) error {
			_, err := s.client.InspectGame(ctx, &solitairev1.InspectGameRequest{State: klondike, View: 99})
			return err
		},
		"expect.status": func(ctx context.Context) error {
			_, err := s.client.ReplayGame(ctx, &solitairev1.ReplayGameRequest{State: klondike, Expect: &solitairev1.Expectation{Status: solitairev1.Game_Status(99).Enum()}})
			return err
		},
		"from": func(ctx context.Context) error {
			_, err := s.client.ConvertPosition(ctx, &solitairev1.ConvertPositionRequest{From: 99, To: 1})
			return err
		},
		"to": func(ctx context.Context) error {
			_, err := s.client.ConvertPosition(ctx, &solitairev1.ConvertPositionRequest{From: 1, To: -1})
			return err
		},
		"autoplay": func(ctx context.Context) error {
			_, err := s.client.ConvertPosition(ctx, &solitairev1.ConvertPositionRequest{
				From: solitairev1.ConvertPositionRequest_FREECELL_STANDARD, To: solitairev1.ConvertPositionRequest_MOVES, Autoplay: 99,
			})
			return err
		},
	} {
		e := asJSON(t, call(t.Context()))
		if e.reason() != "UNKNOWN_VALUE" || e.fact("field") != field || e.fields()[0] != field {
			t.Errorf("%s: %+v", field, e)
		}
	}
}

func TestAStatusThatCannotBeWrittenIsAnsweredAsAnInternalError(t *testing.T) {
	unknown := &anypb.Any{TypeUrl: "type.googleapis.com/no.such.Type", Value: []byte{1}}
	err := status.FromProto(&spb.Status{Code: int32(codes.NotFound), Message: "x", Details: []*anypb.Any{unknown}}).Err()
	w := httptest.NewRecorder()
	writeError(t.Context(), w, err)
	a := answer{w.Code, w.Header(), w.Body.Bytes()}
	if e := a.failure(t); a.status != http.StatusInternalServerError || e.reason() != "INTERNAL" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestAnErrorFitsIntoAHeader(t *testing.T) {
	s := start(t, nil)
	_, err := s.client.InspectGame(metadata.AppendToOutgoingContext(t.Context(), "accept-language", "de"),
		&solitairev1.InspectGameRequest{State: "klondike/1;draw=1;redeals=0 m=1 r=9 c1:Ac c2:Ac c3:Ac c4:Ac"})
	// Some clients take no more than 8 KiB of headers, in which the details are base64.
	if size := proto.Size(status.Convert(err).Proto()); size > 6<<10 {
		t.Errorf("the error has %d bytes", size)
	}
	if n := len(asJSON(t, err).fields()); n < 50 {
		t.Errorf("%d violations, want all of them", n)
	}
}
