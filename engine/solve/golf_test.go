package solve

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func TestGolfCorpus(t *testing.T) {
	for _, file := range []string{"golf-standard", "golf-queens-on-kings", "golf-wrap"} {
		t.Run(file, func(t *testing.T) { checkCorpus(t, file, 16<<20, Budget{}, 0) })
	}
}

func TestGolfAgainstExhaustion(t *testing.T) { checkChain(t, engine.Golf, 16) }

func TestGolfAgainstPlainExhaustion(t *testing.T) { checkLate(t, engine.Golf) }
