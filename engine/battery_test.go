package engine_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// TestBattery plays a few random games of every game under all its options;
// TALON_BATTERY is how many instead, TALON_BATTERY_SEED where they begin.
func TestBattery(t *testing.T) {
	games, seed := 2, uint64(1)
	for name, set := range map[string]func(int){
		"TALON_BATTERY":      func(n int) { games = n },
		"TALON_BATTERY_SEED": func(n int) { seed = uint64(n) },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			set(n)
		}
	}
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			options := enginetest.AllOptions(t, v)
			n := games
			if os.Getenv("TALON_BATTERY") == "" {
				n = max(games*len(options), 40)
			}
			begun := time.Now()
			tally := enginetest.Battery(t, options, n, seed)
			t.Logf("%s: %s in %.1f s", v, tally, time.Since(begun).Seconds())
		})
	}
}
