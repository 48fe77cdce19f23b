package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// jsonLine asks over JSON, each server in turn.
type jsonLine struct {
	persistence
	client   *http.Client
	servers  []string
	next     atomic.Uint64
	attempts *atomic.Int64
	buffers  sync.Pool
}

func newJSON(s *settings, attempts *atomic.Int64) (*jsonLine, error) {
	l := &jsonLine{persistence: s.persistence, attempts: attempts}
	l.buffers.New = func() any { return new(bytes.Buffer) }
	for each := range strings.SplitSeq(s.jsonAddrs, ",") {
		if each = strings.TrimSuffix(strings.TrimSpace(each), "/"); each == "" {
			return nil, errors.New("-json-addr: an address is empty")
		}
		if !strings.Contains(each, "://") {
			each = "http://" + each
		}
		l.servers = append(l.servers, each)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxConnsPerHost = s.jsonConnections
	transport.MaxIdleConnsPerHost = s.jsonConnections
	transport.MaxIdleConns = 0
	transport.DisableCompression = true
	l.client = &http.Client{Transport: transport}
	return l, nil
}

func (l *jsonLine) close() { l.client.CloseIdleConnections() }

// The retries of clients/go, for calls that met no server.
const (
	mostAttempts = 4
	firstPause   = 100 * time.Millisecond
	longestPause = time.Second
)

func (l *jsonLine) call(ctx context.Context, q *question, read bool) (proto.Message, error) {
	left, pause := l.patience, firstPause
	for attempt := 1; ; attempt++ {
		if l.again() {
			l.attempts.Add(1)
		}
		answer, err := l.post(ctx, q, read)
		if err == nil {
			return answer, nil
		}
		var wait time.Duration
		switch asked := waitAsked(err); {
		case asked > 0 && asked <= left:
			left -= asked
			wait = asked + rand.N(asked/4+1) //nolint:gosec // a waiting time is no secret
		case l.retry && attempt < mostAttempts && status.Code(err) == codes.Unavailable:
			wait = pause/2 + rand.N(pause/2) //nolint:gosec // as above
			pause = min(3*pause, longestPause)
		default:
			return nil, err
		}
		if deadline, bounded := ctx.Deadline(); bounded && time.Until(deadline) <= wait {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(wait):
		}
	}
}

// again tells whether a call may be made more than once.
func (p persistence) again() bool { return p.retry || p.patience > 0 }

// waitAsked is how long an error asks to wait, 0 where it does not.
func waitAsked(err error) time.Duration {
	for _, detail := range status.Convert(err).Details() {
		if retry, is := detail.(*errdetails.RetryInfo); is {
			return retry.GetRetryDelay().AsDuration()
		}
	}
	return 0
}

// post makes one attempt.
func (l *jsonLine) post(ctx context.Context, q *question, read bool) (proto.Message, error) {
	server := l.servers[l.next.Add(1)%uint64(len(l.servers))]
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, server+q.path, bytes.NewReader(q.body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := l.client.Do(request)
	if err != nil {
		return nil, unreached(ctx, err)
	}
	defer response.Body.Close()
	buffer := l.buffers.Get().(*bytes.Buffer)
	defer l.buffers.Put(buffer)
	buffer.Reset()
	if _, err := io.Copy(buffer, response.Body); err != nil {
		return nil, unreached(ctx, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, refusedBy(response, buffer.Bytes())
	}
	if !read {
		return nil, nil
	}
	answer := q.answer.ProtoReflect().New().Interface()
	if err := protojson.Unmarshal(buffer.Bytes(), answer); err != nil {
		return nil, status.Error(codes.Internal, "the answer is not the JSON of its message")
	}
	return answer, nil
}

// unreached is the error of a call that got no answer.
func unreached(ctx context.Context, err error) error {
	if gone(ctx, err) {
		return status.FromContextError(context.DeadlineExceeded).Err()
	}
	return status.Error(codes.Unavailable, err.Error())
}

// refusedBy reads the status in an answer. What HTTP itself should say and does not is taken out
// of it: a RetryInfo without Retry-After is none.
func refusedBy(response *http.Response, body []byte) error {
	s := &spb.Status{}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(body, s); err != nil || s.GetCode() == 0 {
		code := codes.Unknown
		switch response.StatusCode {
		case http.StatusTooManyRequests:
			code = codes.ResourceExhausted
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			code = codes.Unavailable
		}
		return status.Error(code, fmt.Sprintf("HTTP %d without a status of the service", response.StatusCode))
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err != nil || seconds < 1 {
		s.Details = slices.DeleteFunc(s.Details, func(d *anypb.Any) bool { return d.MessageIs((*errdetails.RetryInfo)(nil)) })
	}
	return status.FromProto(s).Err()
}
