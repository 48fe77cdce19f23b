package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// framed speaks HTTP/2 frame by frame, for what no client does.
type framed struct {
	*testing.T
	*http2.Framer
	conn     net.Conn
	settings map[http2.SettingID]uint32
	headers  bytes.Buffer
	encoder  *hpack.Encoder
	// away is the code of the GOAWAY, once one has come while an answer was read.
	away *http2.ErrCode
}

// begin begins HTTP/2 on a connection.
func begin(t *testing.T, conn net.Conn) *framed {
	t.Helper()
	t.Cleanup(func() { _ = conn.Close() })
	f := &framed{T: t, Framer: http2.NewFramer(conn, conn), conn: conn, settings: map[http2.SettingID]uint32{}}
	f.encoder = hpack.NewEncoder(&f.headers)
	f.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	f.must(f.WriteSettings())
	s := awaitFrame[*http2.SettingsFrame](f)
	f.must(s.ForeachSetting(func(one http2.Setting) error {
		f.settings[one.ID] = one.Val
		return nil
	}))
	f.must(f.WriteSettingsAck())
	return f
}

func (f *framed) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// awaitFrame reads until a frame of a kind comes.
func awaitFrame[F http2.Frame](f *framed) F {
	f.Helper()
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			f.Fatalf("the connection ended without a %T: %v", *new(F), err)
		}
		if wanted, is := frame.(F); is {
			return wanted
		}
	}
}

// ask opens a stream; pairs are further headers.
func (f *framed) ask(stream uint32, method, path string, end bool, pairs ...string) {
	f.Helper()
	f.headers.Reset()
	for i, all := 0, append([]string{":method", method, ":scheme", "https", ":authority", "x", ":path", path}, pairs...); i < len(all); i += 2 {
		f.must(f.encoder.WriteField(hpack.HeaderField{Name: all[i], Value: all[i+1]}))
	}
	block := f.headers.Bytes()
	first := block[:min(len(block), 16<<10)]
	rest := block[len(first):]
	f.must(f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: first, EndHeaders: len(rest) == 0, EndStream: end}))
	for len(rest) > 0 {
		part := rest[:min(len(rest), 16<<10)]
		rest = rest[len(part):]
		f.must(f.WriteContinuation(stream, len(rest) == 0, part))
	}
}

// answer reads status and body of a stream.
func (f *framed) answer() answer {
	f.Helper()
	a := answer{header: http.Header{}}
	for {
		frame, err := f.ReadFrame()
		f.must(err)
		ended := false
		switch frame := frame.(type) {
		case *http2.MetaHeadersFrame:
			if text := frame.PseudoValue("status"); text != "" {
				_, err := fmt.Sscan(text, &a.status)
				f.must(err)
			}
			for _, field := range frame.RegularFields() {
				a.header.Add(field.Name, field.Value)
			}
			ended = frame.StreamEnded()
		case *http2.DataFrame:
			a.body = append(a.body, frame.Data()...)
			ended = frame.StreamEnded()
		case *http2.GoAwayFrame:
			f.away = &frame.ErrCode
		case *http2.RSTStreamFrame:
			f.Fatalf("the stream was reset: %v", frame.ErrCode)
		}
		if ended {
			return a
		}
	}
}

// toGRPC and toJSON connect to the ports.
func (s *secured) toGRPC(t *testing.T) *framed {
	t.Helper()
	return begin(t, s.dialTLS(t, s.ports.grpc.Addr()))
}

func (s *secured) toJSON(t *testing.T) *framed {
	t.Helper()
	return begin(t, s.dialTLS(t, s.ports.http.Addr()))
}

func (s *secured) dialTLS(t *testing.T, addr net.Addr) net.Conn {
	t.Helper()
	c := s.trusting(t)
	c.NextProtos = []string{"h2"}
	conn, err := tls.Dial("tcp", addr.String(), c)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func connect(t *testing.T, addr net.Addr) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func TestAFullPortClosesOneConnectionMoreAtOnce(t *testing.T) {
	s := start(t, func(c *config) { c.limits.connections = 2 })
	// Those that have been answered are accepted for certain, and made a call, so that they are not displaced.
	for range 2 {
		f := begin(t, connect(t, s.ports.grpc.Addr()))
		f.ask(1, "POST", "/grpc.health.v1.Health/Check", true, "content-type", "application/grpc", "te", "trailers")
		f.answer()
		one := connect(t, s.ports.http.Addr())
		if _, err := io.WriteString(one, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReader(one), nil)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	for name, addr := range map[string]net.Addr{"grpc": s.ports.grpc.Addr(), "http": s.ports.http.Addr()} {
		if n, err := connect(t, addr).Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
	// Operators come in all the same: their port has room of its own.
	metrics := string((&running{url: s.admin}).do(t, "GET", "/metrics", "").body)
	for _, want := range []string{
		`talon_connections{port="grpc"} 2`, `talon_connections{port="http"} 2`, `talon_connections{port="admin"} 1`, "talon_connections_limit 2",
		`talon_connections_refused_total{port="grpc"} 1`, `talon_connections_refused_total{port="http"} 1`, `talon_connections_refused_total{port="admin"} 0`,
	} {
		if !strings.Contains(metrics, want+"\n") {
			t.Errorf("%q is not in the metrics", want)
		}
	}
	if text := s.log.String(); strings.Count(text, `level=WARN msg="too many connections, so that one was closed"`) != 2 {
		t.Errorf("the log says\n%s", text)
	}
}

func TestConnectionsThatSayNothingMakeRoom(t *testing.T) {
	s := start(t, func(c *config) { c.limits.connections = 2 })
	for range 2 {
		connect(t, s.ports.grpc.Addr())
		connect(t, s.ports.http.Addr())
	}
	for {
		_, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}, grpc.WaitForReady(true))
		if err == nil {
			break
		}
		if status.Code(err) != codes.Unavailable {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/healthz", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for {
		response, err := s.web.Do(request)
		if err == nil {
			response.Body.Close()
			break
		}
	}
	metrics := string((&running{url: s.admin}).do(t, "GET", "/metrics", "").body)
	for _, want := range []string{`talon_connections_displaced_total{port="grpc"} `, `talon_connections_displaced_total{port="http"} `} {
		if _, after, is := strings.Cut(metrics, want); !is || after[0] == '0' {
			t.Errorf("%sis 0 or not in the metrics", want)
		}
	}
}

func TestTooManyPingsEndAConnection(t *testing.T) {
	f := begin(t, connect(t, start(t, nil).ports.grpc.Addr()))
	// Three strikes are forgiven, and the first ping is none.
	for range 5 {
		f.must(f.WritePing(false, [8]byte{}))
	}
	if away := awaitFrame[*http2.GoAwayFrame](f); away.ErrCode != http2.ErrCodeEnhanceYourCalm || string(away.DebugData()) != "too_many_pings" {
		t.Errorf("%v, %q", away.ErrCode, away.DebugData())
	}
}

func TestAnOldConnectionIsEnded(t *testing.T) {
	// Far less than any setting allows.
	young := func(c *config) { c.limits.connectionAge = time.Millisecond }
	t.Run("gRPC", func(t *testing.T) {
		f := begin(t, connect(t, start(t, young).ports.grpc.Addr()))
		if away := awaitFrame[*http2.GoAwayFrame](f); away.ErrCode != http2.ErrCodeNo {
			t.Errorf("%v", away.ErrCode)
		}
	})
	t.Run("HTTP/1.1", func(t *testing.T) {
		s := start(t, func(c *config) { c.limits.connectionAge = time.Nanosecond })
		response := s.raw(t, "GET /v1/version HTTP/1.1\r\nHost: x\r\n\r\n")
		response.Body.Close()
		if response.StatusCode != http.StatusOK || !response.Close {
			t.Errorf("%d, closed %v", response.StatusCode, response.Close)
		}
	})
	t.Run("HTTP/2", func(t *testing.T) {
		f := startSecuredWith(t, func(c *config) { c.limits.connectionAge = time.Nanosecond }).toJSON(t)
		f.ask(1, "GET", "/v1/version", true)
		if a := f.answer(); a.status != http.StatusOK || len(a.body) == 0 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if f.away == nil {
			code := awaitFrame[*http2.GoAwayFrame](f).ErrCode
			f.away = &code
		}
		if *f.away != http2.ErrCodeNo {
			t.Errorf("%v", *f.away)
		}
	})
	t.Run("a young one", func(t *testing.T) {
		response := start(t, nil).raw(t, "GET /v1/version HTTP/1.1\r\nHost: x\r\n\r\n")
		response.Body.Close()
		if response.Close {
			t.Error("a young connection is ended")
		}
	})
}

func TestNoSearchOutlivesTheGraceOfItsConnection(t *testing.T) {
	for solverTime, want := range map[time.Duration]time.Duration{10 * time.Second: 5 * time.Minute, time.Hour: 2*time.Hour + 30*time.Second} {
		if got := (&limits{solverTime: solverTime}).connectionGrace(); got != want {
			t.Errorf("%v: %v", solverTime, got)
		}
	}
}

func TestConnectionsTellTheirLimits(t *testing.T) {
	s := startSecuredWith(t, func(c *config) { c.limits.streams = 7 })
	for wire, f := range map[string]*framed{"gRPC": s.toGRPC(t), "JSON": s.toJSON(t)} {
		if got := f.settings[http2.SettingMaxConcurrentStreams]; got != 7 {
			t.Errorf("%s: %d streams at a time", wire, got)
		}
		if got := f.settings[http2.SettingMaxHeaderListSize]; got < headerBytes || got > 3*headerBytes {
			t.Errorf("%s: headers of %d bytes", wire, got)
		}
	}
}

func TestLargeHeadersAreRefused(t *testing.T) {
	s := startSecuredWith(t, func(*config) {})
	caller := s.as(t)
	plain := start(t, nil)
	large := strings.Repeat("x", headerBytes)
	f := s.toJSON(t)
	f.ask(1, "GET", "/v1/version", true, "x-large", large[:headerBytes/2])
	if a := f.answer(); a.status != http.StatusOK {
		t.Errorf("HTTP/2, headers that are not large: %d", a.status)
	}
	f.ask(3, "GET", "/v1/version", true, "x-large", large)
	for wire, a := range map[string]answer{"HTTP/1.1": plain.do(t, "GET", "/v1/version", "", "X-Large", large, "Accept-Language", "de"), "HTTP/2": f.answer()} {
		if e := a.failure(t); a.status != http.StatusRequestHeaderFieldsTooLarge || e.reason() != "LIMIT_EXCEEDED" || e.fact("limit") != "16384" || len(e.fact("asked")) != 5 {
			t.Errorf("%s: %d %s", wire, a.status, a.body)
		}
	}
	// What is far larger net/http refuses by itself, without a body that is JSON.
	response := plain.raw(t, "GET /v1/version HTTP/1.1\r\nHost: x\r\nX-Large: "+large+large+large+"\r\n\r\n")
	response.Body.Close()
	if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge || !response.Close {
		t.Errorf("HTTP/1.1, far larger ones: %d, closed %v", response.StatusCode, response.Close)
	}
	ctx := metadata.AppendToOutgoingContext(t.Context(), "x-large", large)
	if _, err := caller.client.GetVersion(ctx, &solitairev1.GetVersionRequest{}); status.Code(err) != codes.Internal || !strings.Contains(err.Error(), "header list size") {
		t.Errorf("gRPC: %v", err)
	}
	if _, err := caller.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); err != nil {
		t.Errorf("gRPC, the call after: %v", err)
	}
	// Who does not keep to what it was told loses the call, and not the connection.
	f = s.toGRPC(t)
	f.ask(1, "POST", solitairev1.RulesService_GetVersion_FullMethodName, false, "content-type", "application/grpc", "x-large", large)
	if reset := awaitFrame[*http2.RSTStreamFrame](f); reset.ErrCode != http2.ErrCodeFrameSize {
		t.Errorf("gRPC, a rude client: %v", reset.ErrCode)
	}
	f.must(f.WritePing(false, [8]byte{}))
	awaitFrame[*http2.PingFrame](f)
}

// hasty lets requests take hardly any time to arrive, less than any setting allows.
func hasty(c *config) { c.limits.requestTime = 500 * time.Millisecond }

func TestABodyThatIsSlowIsAnsweredWithATimeout(t *testing.T) {
	check := func(t *testing.T, a answer) {
		t.Helper()
		if e := a.failure(t); a.status != http.StatusRequestTimeout || e.Code != int(codes.DeadlineExceeded) || e.reason() != "LIMIT_EXCEEDED" || e.fact("limit") != "0.5" {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	t.Run("HTTP/1.1", func(t *testing.T) {
		s := start(t, hasty)
		conn := connect(t, s.ports.http.Addr())
		if _, err := io.WriteString(conn, "POST /v1/games:deal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"variant\""); err != nil {
			t.Fatal(err)
		}
		reader := bufio.NewReader(conn)
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		if err != nil || !response.Close {
			t.Errorf("%v, kept open %v", err, !response.Close)
		}
		check(t, answer{response.StatusCode, response.Header, text})
		if _, err := reader.ReadByte(); err == nil {
			t.Error("there is more")
		}
		if log := s.log.String(); !strings.Contains(log, "code=DEADLINE_EXCEEDED reason=LIMIT_EXCEEDED") {
			t.Errorf("the log says\n%s", log)
		}
	})
	t.Run("HTTP/2", func(t *testing.T) {
		f := startSecuredWith(t, hasty).toJSON(t)
		f.ask(1, "POST", "/v1/games:deal", false, "content-type", "application/json")
		f.must(f.WriteData(1, false, []byte(`{"variant"`)))
		check(t, f.answer())
	})
}

// TestACallWhoseMessageDoesNotComeIsEnded opens streams over gRPC and sends nothing in them.
func TestACallWhoseMessageDoesNotComeIsEnded(t *testing.T) {
	s := start(t, hasty)
	f := begin(t, connect(t, s.ports.grpc.Addr()))
	methods := []string{
		solitairev1.RulesService_GetVersion_FullMethodName, solitairev1.RulesService_ReplayGames_FullMethodName, solitairev1.SolverService_WatchSolve_FullMethodName,
	}
	for i, method := range methods {
		f.ask(uint32(2*i+1), "POST", method, false, "content-type", "application/grpc", "te", "trailers")
	}
	codesOf := map[uint32]string{}
	for len(codesOf) < len(methods) {
		headers := awaitFrame[*http2.MetaHeadersFrame](f)
		for _, field := range headers.RegularFields() {
			if field.Name == "grpc-status" {
				codesOf[headers.StreamID] = field.Value
			}
		}
	}
	for stream, code := range codesOf {
		if code != fmt.Sprint(uint32(codes.DeadlineExceeded)) {
			t.Errorf("%s ends with %s", methods[stream/2], code)
		}
	}
	// The framework answers before the calls are over.
	for strings.Count(s.log.String(), "code=DEADLINE_EXCEEDED reason=LIMIT_EXCEEDED") < 2 {
		runtime.Gosched()
	}
	if busy := s.places.InFlight(); busy != 0 {
		t.Errorf("%d calls are in flight", busy)
	}
}

// TestAStreamMayPauseAfterItsFirstMessage waits for longer than a first message may take.
func TestAStreamMayPauseAfterItsFirstMessage(t *testing.T) {
	s := start(t, hasty)
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one := &solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}}
	send(t, stream, one)
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	// Another call waits for that long, and in vain.
	other, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Recv(); status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("a stream without a message: %v", err)
	}
	send(t, stream, one)
	if _, err := stream.Recv(); err != nil {
		t.Errorf("after a pause: %v", err)
	}
}

func TestHeadersThatAreSlowEndTheConnection(t *testing.T) {
	conn := connect(t, start(t, hasty).ports.http.Addr())
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost"); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(conn); err != nil || !bytes.HasPrefix(rest, []byte("HTTP/1.1 400 ")) {
		t.Errorf("%q, %v", rest, err)
	}
}

// TestASearchMayTakeLongerThanItsRequest watches one that does, over both versions of HTTP.
func TestASearchMayTakeLongerThanItsRequest(t *testing.T) {
	watching := func(c *config) {
		hasty(c)
		c.limits.solvers, c.limits.progressEvery = 2, 20*time.Millisecond
	}
	plain, secured := start(t, watching), startSecuredWith(t, watching)
	for wire, caller := range map[string]*running{"HTTP/1.1": plain, "HTTP/2": secured.as(t)} {
		t.Run(wire, func(t *testing.T) {
			t.Parallel()
			a := caller.do(t, "POST", "/v1/games:watchSolve", `{"state":"`+endless(t)+`","limits":{"seconds":0.8,"nodes":100000000}}`)
			lines := bytes.Split(bytes.TrimSpace(a.body), []byte("\n"))
			if last := lines[len(lines)-1]; len(lines) < 3 || !bytes.HasPrefix(last, []byte(`{"result":`)) || !bytes.Contains(last, []byte(`"unknownReason":"TIME"`)) {
				t.Errorf("%d lines, the last is %s", len(lines), last)
			}
		})
	}
}
