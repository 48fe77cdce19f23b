package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

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
	request := &solitairev1.ReplayGameRequest{
		Deal:  &solitairev1.Deal{Variant: l.Variant, Options: valuesOf(l.Options), Deck: &deck},
		Moves: l.Moves,
		Expect: &solitairev1.Expectation{
			Status: &status, Score: l.Score, MoveCount: &l.MovesCount, StateSha256: &sha256,
		},
		// One snapshot, which is the end.
		SnapshotInterval: int32(len(l.Moves)),
		View:             solitairev1.Game_STATE,
	}
	replayed, ok := ask[solitairev1.ReplayGameResponse](c, request)
	if !ok {
		return
	}
	c.holds("snapshots", len(replayed.GetSnapshots()) == min(len(l.Moves), 1), "got %v, want the end alone", replayed.GetSnapshots())
	for _, snapshot := range replayed.GetSnapshots() {
		compare(c, "snapshots", int(snapshot.GetApplied()), len(l.Moves))
		compare(c, "snapshots", snapshot.GetState(), l.FinalState)
	}
	l.checkDifference(c, request)
	c.holds("complete", replayed.GetComplete() && replayed.GetStop() == nil && int(replayed.GetApplied()) == len(l.Moves),
		"stops after %d of %d entries: %v", replayed.GetApplied(), len(l.Moves), replayed.GetStop())
	c.holds("expectation", len(replayed.GetDifferences()) == 0, "differs in %v", replayed.GetDifferences())
	game := replayed.GetGame()
	c.game("game", game, valuesOf(l.Options), solitairev1.Game_STATE)
	c.inspected("game", game)
	compare(c, "final_state", game.GetState(), l.FinalState)
	compare(c, "final_status", game.GetStatus().String(), l.FinalStatus)
	compare(c, "moves_count", game.GetMoveCount(), l.MovesCount)
	score := int32(0)
	if l.Score != nil {
		score = *l.Score
	}
	compare(c, "score", game.GetScore(), score)
}

// checkDifference claims a move more than there is, which has to be told, and nothing
// else.
func (l logRecord) checkDifference(c *checker, request *solitairev1.ReplayGameRequest) {
	more := l.MovesCount + 1
	request.Expect.MoveCount = &more
	replayed, ok := ask[solitairev1.ReplayGameResponse](c, request)
	if !ok {
		return
	}
	want := &solitairev1.ReplayGameResponse_Difference{
		Field: "moveCount", Want: strconv.Itoa(int(more)), Got: strconv.Itoa(int(l.MovesCount)),
	}
	differences := replayed.GetDifferences()
	c.holds("difference", len(differences) == 1 && proto.Equal(differences[0], want), "differs in %v, want %v", differences, want)
}
