package main

import (
	"fmt"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// setupRecord is a line of setup-<variant>.jsonl.
type setupRecord struct {
	ID         string
	State      string
	Possible   bool
	Violations []struct{ Pile string }
}

func (s setupRecord) check(c *checker) {
	request := &solitairev1.InspectGameRequest{State: s.State, View: solitairev1.Game_STATE}
	if s.Possible {
		if inspected, ok := ask[solitairev1.InspectGameResponse](c, request); ok {
			compare(c, "possible", inspected.GetGame().GetState(), s.State)
			c.game("game", inspected.GetGame(), nil, solitairev1.Game_STATE)
		}
		return
	}
	f := askInVain[solitairev1.InspectGameResponse](c, request)
	if f == nil {
		return
	}
	compare(c, "possible", f.reason, solitairev1.ErrorReason_IMPOSSIBLE_STATE)
	named := map[string]bool{}
	for _, field := range f.violations {
		named[field] = true
	}
	for _, violation := range s.Violations {
		field := fmt.Sprintf("state[%s]", violation.Pile)
		c.holds("violations", named[field], "%s is not named, only %v", field, f.violations)
	}
}
