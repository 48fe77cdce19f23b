package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// rawJSON posts JSON and reads JSON, as anybody would without a library.
type rawJSON struct {
	base string
	http *http.Client
}

// maxBody is the largest answer taken, in bytes.
const maxBody = 64 << 20

func newRawJSON(base string) client {
	// As many connections are kept as there are calls at the same time.
	return &rawJSON{base, &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: workers}}}
}

// paths are those of the page of the API.
var paths = map[string]string{
	"DealGame":        "/v1/games:deal",
	"InspectGame":     "/v1/games:inspect",
	"ValidateMove":    "/v1/games:validateMove",
	"ApplyMoves":      "/v1/games:applyMoves",
	"EnumerateMoves":  "/v1/games:enumerateMoves",
	"FinishGame":      "/v1/games:finish",
	"ReplayGame":      "/v1/games:replay",
	"ConvertPosition": "/v1/games:convert",
}

func (c *rawJSON) call(ctx context.Context, request, answer proto.Message) error {
	path, known := paths[methodOf(request)]
	if !known {
		return errNoCall(request)
	}
	body, err := protojson.Marshal(request)
	if err != nil {
		return err
	}
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	post.Header.Set("Content-Type", "application/json")
	answered, err := c.http.Do(post)
	if err != nil {
		return err
	}
	defer answered.Body.Close()
	read, err := io.ReadAll(io.LimitReader(answered.Body, maxBody))
	if err != nil {
		return err
	}
	if answered.StatusCode == http.StatusOK {
		return protojson.Unmarshal(read, answer)
	}
	var s spb.Status
	if err := protojson.Unmarshal(read, &s); err != nil {
		return fmt.Errorf("HTTP %d with %.200q: %w", answered.StatusCode, read, err)
	}
	return failureIn(status.FromProto(&s))
}

func (c *rawJSON) close() error {
	c.http.CloseIdleConnections()
	return nil
}
