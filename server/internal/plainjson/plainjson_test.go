package plainjson

import (
	"bytes"
	"encoding/json"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// protojsonText is what protojson says, without the blanks that it strews in.
func protojsonText(t *testing.T, m proto.Message) string {
	t.Helper()
	text, err := protojson.MarshalOptions{EmitDefaultValues: true}.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		t.Fatal(err)
	}
	return compact.String()
}

func TestItSaysTheSameAsProtojson(t *testing.T) {
	for _, m := range []proto.Message{
		&solitairev1.Game{},
		&solitairev1.Game{
			State: "golf/1 m=0", Options: map[string]string{"wrap": "off", "on_king": "none"}, Status: solitairev1.Game_STUCK,
			MoveCount: 3, Score: -52, FinishAvailable: true, Table: &solitairev1.Table{Piles: []*solitairev1.Pile{{Id: "t1"}, {}}},
			Moves: []*solitairev1.Move{{Move: "d", Kind: solitairev1.Move_DRAW, TurnsUp: []string{"t1", "t2"}}},
		},
		&solitairev1.Event{From: proto.String(""), Points: proto.Int32(0)},
		&solitairev1.Deal{Seed: proto.String("\x01\x1f \"\\/\n\r\t ä 🂡  \u007f <&>"), Number: proto.Uint32(4294967295)},
		&solitairev1.Refusal{Reason: 99},
		&solitairev1.ValidateMoveResponse{Legal: true},
	} {
		if got, want := string(Append(nil, m.ProtoReflect(), nil)), protojsonText(t, m); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestAnEmptyListIsLeftOutWhereSkipSaysSo(t *testing.T) {
	skip := func(_ protoreflect.Message, list protoreflect.FieldDescriptor) bool { return list.Name() == "moves" }
	m := &solitairev1.ConvertPositionResponse{Text: "x"}
	want := `{"text":"x","state":"","variant":"","options":{},"piles":[]}`
	if got := string(Append(nil, m.ProtoReflect(), skip)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	m.Moves = []string{"d"}
	want = `{"text":"x","state":"","variant":"","options":{},"piles":[],"moves":["d"]}`
	if got := string(Append(nil, m.ProtoReflect(), skip)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWhatIsNoUTF8IsReplaced(t *testing.T) {
	if got := string(appendString(nil, "a\xffb\xc3")); got != "\"a\uFFFDb\uFFFD\"" {
		t.Errorf("got %q", got)
	}
}

func FuzzStringsAreWhatProtojsonWrites(f *testing.F) {
	f.Add("plain", "\x00\b\f\u2028\"")
	f.Fuzz(func(t *testing.T, key, value string) {
		m := &solitairev1.Deal{Options: map[string]string{key: value}, Seed: &value}
		if _, err := proto.Marshal(m); err != nil {
			t.Skip("no UTF-8")
		}
		got := Append(nil, m.ProtoReflect(), nil)
		back := &solitairev1.Deal{}
		if err := protojson.Unmarshal(got, back); err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		if !proto.Equal(m, back) {
			t.Errorf("got  %v\nwant %v", back, m)
		}
	})
}
