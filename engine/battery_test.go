package engine_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// battery returns how much random play a test does: a little, or TALON_BATTERY.
func battery(t *testing.T, little int) int { return fromEnvironment(t, "TALON_BATTERY", little) }

func fromEnvironment(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestBattery plays a few random games of every game under all its options;
// TALON_BATTERY says how many instead, TALON_BATTERY_SEED where they begin.
func TestBattery(t *testing.T) {
	seed := fromEnvironment(t, "TALON_BATTERY_SEED", 1)
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			options := enginetest.AllOptions(t, v)
			begun := time.Now()
			tally := enginetest.Battery(t, options, battery(t, max(len(options), 20)), uint64(seed))
			t.Logf("%s: %s in %.1f s", v, tally, time.Since(begun).Seconds())
		})
	}
}
