package wire

import (
	"context"
	"errors"
	"testing"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/talon-solitaire/talon/server/internal/admission"
)

type unmeasured struct{}

func (unmeasured) Read(int)  {}
func (unmeasured) Wrote(int) {}

func TestALongMessageOfACallerWhoHasGoneWaitsForNoTurn(t *testing.T) {
	b := &Bounds{Bytes: 1 << 20, Elements: 1, Requests: admission.NewRoom(1 << 20), Lane: admission.NewLane(1)}
	if _, err := b.Lane.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	e := &envelope{Context: gone, message: &wrapperspb.StringValue{}}
	data := mem.BufferSlice{mem.SliceBuffer(make([]byte, admission.Small+1))}
	if err := Codec(b, unmeasured{}).Unmarshal(data, e); err != nil || !errors.Is(e.err, context.Canceled) {
		t.Errorf("%v, kept %v", err, e.err)
	}
}
