package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// The order in which legal moves are listed is pinned: the exploration behind
// STUCK follows it, and callers may rely on it. Each file holds positions and,
// below each of them, its moves; -update writes the moves anew.
func TestOrderOfLegalMovesIsPinned(t *testing.T) {
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			read, err := os.ReadFile(filepath.Join("testdata", "order", v.String()+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(read), "\n")
			positions := 0
			for i, line := range lines {
				if !strings.HasPrefix(line, v.String()+"/") {
					continue
				}
				p := parsed(t, line)
				lines[i+1] = strings.Join(enginetest.MoveTexts(p.LegalMoves(nil)), " ")
				positions++
			}
			if positions < 10 {
				t.Errorf("the file holds %d positions", positions)
			}
			golden(t, strings.Join(lines, "\n"), "order", v.String()+".txt")
		})
	}
}
