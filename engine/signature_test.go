package engine_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// One line stands for all that the engine says about a fixed batch of games:
// states, lists of moves, events and statuses. Whoever changes it changes the
// rules, the deals or an encoding, and says so in the changelog.
func TestSignatureOfFixedGames(t *testing.T) {
	hash := sha256.New()
	positions := 0
	for _, start := range signatureStarts(t) {
		p := start
		for step := range 60 {
			moves := p.LegalMoves(nil)
			positions++
			fmt.Fprintln(hash, p.String(), moves)
			if step%4 == 0 {
				fmt.Fprintln(hash, p.Status(), p.FinishAvailable(), p.Table())
			}
			if len(moves) == 0 {
				break
			}
			// A walk without a pattern, and without a random source that could change.
			events, err := p.ApplyEvents(moves[positions*7919%len(moves)], nil)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(hash, enginetest.EventTexts(events))
		}
	}
	golden(t, fmt.Sprintf("%d positions %x\n", positions, hash.Sum(nil)), "signature.txt")
}

// signatureStarts returns a deal of every game under all its options, and the
// positions whose order of moves is pinned.
func signatureStarts(t *testing.T) []engine.Position {
	var starts []engine.Position
	for _, v := range engine.Variants() {
		for i, o := range enginetest.AllOptions(t, v) {
			deal, err := engine.DealByNumber(o, engine.DealNumber(i+1))
			if err != nil {
				t.Fatal(err)
			}
			starts = append(starts, deal.Position())
		}
		read, err := os.ReadFile(filepath.Join("testdata", "order", v.String()+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(read)) {
			if strings.HasPrefix(line, v.String()+"/") {
				starts = append(starts, parsed(t, strings.TrimSuffix(line, "\n")))
			}
		}
	}
	return starts
}
