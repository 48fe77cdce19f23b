package message

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestEveryReasonOfARefusalHasItsNumberOnTheWire(t *testing.T) {
	for _, r := range engine.Reasons() {
		if name := solitairev1.Refusal_Reason_name[refusalReasons[r]]; name != r.String() {
			t.Errorf("%s is %q on the wire", r, name)
		}
	}
	if engine, wire := len(engine.Reasons()), len(solitairev1.Refusal_Reason_name)-1; engine != wire {
		t.Errorf("the engine has %d reasons, the wire %d", engine, wire)
	}
}

func TestEveryNameOfTheWireIsOneOfTheEngine(t *testing.T) {
	for name, test := range map[string]struct {
		wire  map[string]int32
		table [256]int32
	}{
		"status":     {solitairev1.Game_Status_value, statuses},
		"move kind":  {solitairev1.Move_Kind_value, moveKinds},
		"event kind": {solitairev1.Event_Kind_value, eventKinds},
	} {
		found := map[int32]bool{}
		for _, number := range test.table {
			found[number] = true
		}
		for word, number := range test.wire {
			if !found[number] {
				t.Errorf("%s %s has no value in the engine", name, word)
			}
		}
	}
}
