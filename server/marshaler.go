package main

import (
	"context"
	"errors"
	"io"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/admission"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/plainjson"
	"github.com/talon-solitaire/talon/server/internal/strictjson"
)

// body is a request body that has been read. The gateway wants to read it once more; the marshaler
// takes the text from it and leaves in it what is wrong with it.
type body struct {
	// ctx is that of the request: who has gone waits for no turn.
	ctx  context.Context //nolint:containedctx // the marshaler is given nothing else of the request
	text string
	err  error
}

// Read is what the gateway calls after decoding, to read away what is left.
func (*body) Read([]byte) (int, error) { return 0, io.EOF }

// Close does nothing: net/http closes the body that came from the network.
func (*body) Close() error { return nil }

// marshaler is JSON as this service writes and reads it; a request's lists have at most so many
// elements.
type marshaler struct {
	elements int
	sizes    *metrics.Sizes
	lane     *admission.Lane
}

// ContentType is the media type of every answer.
func (*marshaler) ContentType(any) string { return "application/json" }

// Marshal writes an answer. It ends its line, for those who read it on a terminal. The gateway hands
// the messages of a stream wrapped up: an answer as "result", which stands for itself here, and an error
// as "error".
func (j *marshaler) Marshal(v any) ([]byte, error) {
	if answer, wrapped := v.(map[string]any); wrapped {
		v = answer["result"]
	}
	if failed, wrapped := v.(map[string]proto.Message); wrapped {
		text, err := protojson.MarshalOptions{EmitDefaultValues: true}.Marshal(failed["error"])
		return append(append([]byte(`{"error":`), text...), "}\n"...), err
	}
	m, ok := v.(proto.Message)
	if !ok {
		return nil, errors.New("an answer is no message")
	}
	text := append(plainjson.Append(make([]byte, 0, 1024), m.ProtoReflect(), unasked), '\n')
	j.sizes.Wrote(len(text))
	return text, nil
}

// unasked leaves the moves out of a game whose view does not hold them; without moves it has a list,
// which is empty.
func unasked(m protoreflect.Message, list protoreflect.FieldDescriptor) bool {
	game, ok := m.Interface().(*solitairev1.Game)
	return ok && list.Name() == "moves" && game.Moves == nil
}

// Delimiter parts the messages of a stream: each ends its line by itself.
func (*marshaler) Delimiter() []byte { return nil }

// Unmarshal is not used: bodies come through NewDecoder.
func (*marshaler) Unmarshal([]byte, any) error { return errors.ErrUnsupported }

// NewDecoder reads a body strictly. The gateway would keep no more of an error than its text, so that
// the error stays in the body, too.
func (j *marshaler) NewDecoder(r io.Reader) runtime.Decoder {
	return runtime.DecoderFunc(func(v any) error {
		b := r.(*body)
		decode := func() error { return strictjson.Unmarshal(b.text, v.(proto.Message), j.elements) }
		if len(b.text) > admission.Small {
			b.err = j.lane.Do(b.ctx, decode)
		} else {
			b.err = decode()
		}
		return b.err
	})
}

// NewEncoder is not used: the gateway has the messages of a stream written one by one by Marshal.
func (j *marshaler) NewEncoder(w io.Writer) runtime.Encoder {
	return runtime.EncoderFunc(func(v any) error {
		text, err := j.Marshal(v)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
}
