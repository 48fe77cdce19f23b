package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// FuzzAllRPCs sends bytes to every method over JSON and over gRPC. Whatever they are, the answer is
// an answer, or an error that blames the caller, complete with its ErrorInfo.
func FuzzAllRPCs(f *testing.F) {
	s := start(f, func(c *config) {
		sealing(f, bothForms, adviceFull)(c)
		c.logLevel = slog.LevelError
		c.limits.solverNodes, c.limits.solverTime = 500, 20*time.Millisecond
	})
	methods := methodDescriptors()
	seed(f, methods)
	sealed := s.dealSealed(f, &solitairev1.DealGameRequest{Variant: "klondike"}).Game.State
	for i := range methods {
		f.Add(uint8(i), []byte(`{"state":"`+sealed+`","move":"d","moves":["d","u"],"from":"MOVES","to":"RECORD_JSON"}`))
		f.Add(uint8(i), []byte(`{"state":"`+sealed+`"}`))
		f.Add(uint8(i), []byte(`{"state":"`+sealed[:len(sealed)-1]+`"}`))
		f.Add(uint8(i), []byte(`{"from":"RECORD_JSON","to":"RECORD_TEXT","text":"{\"state\":\"`+sealed+`\",\"moves\":[\"d\"]}"}`))
	}
	f.Fuzz(func(t *testing.T, which uint8, input []byte) {
		method := methods[int(which)%len(methods)]
		s.fuzzGRPC(t, method, input)
		for _, r := range apiRoutes() {
			if r.RPC != string(method.FullName()) {
				continue
			}
			if r.Method == http.MethodPost {
				s.fuzzHTTP(t, r.Method, r.Path, input)
				continue
			}
			// The input takes the place of the variables, and of parameters after it.
			path, _, _ := strings.Cut(r.Path, "{")
			s.fuzzHTTP(t, r.Method, path+string(input), nil)
		}
	})
}

// seed gives the fuzzer the requests of the golden files, as JSON and as protobuf.
func seed(f *testing.F, methods []protoreflect.MethodDescriptor) {
	f.Helper()
	index := func(name protoreflect.Name) uint8 {
		return uint8(slices.IndexFunc(methods, func(m protoreflect.MethodDescriptor) bool { return m.Name() == name }))
	}
	files, err := filepath.Glob("testdata/wire/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		text := readExchange(f, file)
		method := rpcOf(text.Call)
		if method == nil || text.Request == nil {
			continue
		}
		f.Add(index(method.Name()), []byte(text.Request))
		m := newMessage(f, method.Input())
		if protojson.Unmarshal(text.Request, m) != nil {
			continue
		}
		wire, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(index(method.Name()), wire)
		if method.Name() == "ReplayGame" {
			// As the log of a stream: field 2 of its request.
			f.Add(index("ReplayGames"), append([]byte{0x12, byte(len(wire)&0x7f | 0x80), byte(len(wire) >> 7)}, wire...))
		}
	}
	for _, path := range []string{"golf/deals/1?options[wrap]=off", "klondike/deals/010", "../version", "%00", "golf/deals/1?view=STATE", "", "klondike/daily/2026-12-01?options[draw]=1", "klondike/daily/"} {
		f.Add(index("DealGame"), []byte(path))
		f.Add(index("GetVariant"), []byte(path))
	}
}

// fuzzGRPC sends the input as a message.
func (r *running) fuzzGRPC(t *testing.T, method protoreflect.MethodDescriptor, input []byte) {
	t.Helper()
	var err error
	switch {
	case method.IsStreamingClient():
		err = r.fuzzStream(t, method, input)
	case method.IsStreamingServer():
		err = r.fuzzAnswers(t, method, input)
	default:
		var answer []byte
		err = r.conn.Invoke(t.Context(), fullMethod(method), input, &answer, grpc.ForceCodecV2(rawCodec{}))
	}
	if err == nil {
		return
	}
	switch code := status.Code(err); {
	case code == codes.InvalidArgument, code == codes.FailedPrecondition, code == codes.NotFound:
	case reasonOf(err) == noDealFound:
	default:
		t.Fatalf("%s: %v", method.Name(), err)
	}
	asJSON(t, err)
}

// fuzzAnswers sends the input as a message and takes all answers.
func (r *running) fuzzAnswers(t *testing.T, method protoreflect.MethodDescriptor, input []byte) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stream, err := r.conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, fullMethod(method), grpc.ForceCodecV2(rawCodec{}))
	if err != nil {
		return err
	}
	if err := stream.SendMsg(input); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	for {
		var answer []byte
		if err := stream.RecvMsg(&answer); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// fuzzStream sends the input as the only message of a stream, whose answer holds any error.
func (r *running) fuzzStream(t *testing.T, method protoreflect.MethodDescriptor, input []byte) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	desc := &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}
	stream, err := r.conn.NewStream(ctx, desc, fullMethod(method), grpc.ForceCodecV2(rawCodec{}))
	if err != nil {
		return err
	}
	if err := stream.SendMsg(input); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	var wire []byte
	if err := stream.RecvMsg(&wire); err != nil {
		return err
	}
	answer := newMessage(t, method.Output())
	if err := proto.Unmarshal(wire, answer); err != nil {
		t.Fatal(err)
	}
	fields := method.Output().Fields()
	if m := answer.ProtoReflect(); m.Has(fields.ByName("error")) == m.Has(fields.ByName("result")) {
		t.Fatalf("an answer with both or none: %v", answer)
	}
	return nil
}

// fuzzHTTP sends the input as a body, past the network but through all the rest.
func (r *running) fuzzHTTP(t *testing.T, method, path string, body []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, "http://x"+path, bytes.NewReader(body))
	if err != nil {
		return // no client could send it
	}
	request.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	r.http.Handler.ServeHTTP(w, request)
	a := answer{w.Code, w.Header(), w.Body.Bytes()}
	switch a.status {
	case http.StatusOK:
		for line := range bytes.Lines(a.body) {
			if strings.HasPrefix(path, "/v1/") && !json.Valid(line) {
				t.Fatalf("%s %s: the answer is no JSON: %s", method, path, a.body)
			}
		}
	case http.StatusGatewayTimeout:
		if e := a.failure(t); e.reason() != "NO_DEAL_FOUND" {
			t.Fatalf("%s %s: %d %s", method, path, a.status, a.body)
		}
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge:
		a.failure(t)
	default:
		t.Fatalf("%s %s: %d %s", method, path, a.status, a.body)
	}
}
