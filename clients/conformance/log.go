package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// logRecord is a line of logs-<variant>.jsonl.
type logRecord struct {
	Variant     string
	Options     map[string]any
	Deck, Moves []string
	FinalState  string `json:"final_state"`
	FinalStatus string `json:"final_status"`
	Score       *int32
	MovesCount  int32 `json:"moves_count"`
}

func (l logRecord) check(c *checker) {
	deck := strings.Join(l.Deck, "")
	sum := sha256.Sum256([]byte(l.FinalState))
	sha256 := hex.EncodeToString(sum[:])
	status := solitairev1.Game_Status(solitairev1.Game_Status_value[l.FinalStatus])
	replayed, ok := ask[solitairev1.ReplayGameResponse](c, &solitairev1.ReplayGameRequest{
		Deal:  &solitairev1.Deal{Variant: l.Variant, Options: valuesOf(l.Options), Deck: &deck},
		Moves: l.Moves,
		Expect: &solitairev1.Expectation{
			Status: &status, Score: l.Score, MoveCount: &l.MovesCount, StateSha256: &sha256,
		},
		View: solitairev1.Game_STATE,
	})
	if !ok {
		return
	}
	c.holds("complete", replayed.GetComplete() && replayed.GetStop() == nil && int(replayed.GetApplied()) == len(l.Moves),
		"stops after %d of %d entries: %v", replayed.GetApplied(), len(l.Moves), replayed.GetStop())
	c.holds("expectation", len(replayed.GetDifferences()) == 0, "differs in %v", replayed.GetDifferences())
	game := replayed.GetGame()
	compare(c, "final_state", game.GetState(), l.FinalState)
	compare(c, "final_status", game.GetStatus().String(), l.FinalStatus)
	compare(c, "moves_count", game.GetMoveCount(), l.MovesCount)
	score := int32(0)
	if l.Score != nil {
		score = *l.Score
	}
	compare(c, "score", game.GetScore(), score)
}
