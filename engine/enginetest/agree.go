package enginetest

import (
	"fmt"
	"slices"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// AgreesWithNaive returns an error if the engine and the naive game differ about
// the position: its text, its legal moves, where each of them leads with which
// events, or its finish.
func AgreesWithNaive(p engine.Position) error {
	game := naive.Parse(p.String())
	if game.String() != p.String() {
		return fmt.Errorf("the naive game writes it as %s", game)
	}
	legal := game.Moves()
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = m.Text
	}
	slices.Sort(texts)
	if listed := MoveTexts(p.LegalMoves(nil)); !slices.Equal(slices.Sorted(slices.Values(listed)), texts) {
		return fmt.Errorf("listed are %v, by the naive game %v", listed, texts)
	}
	for _, m := range legal {
		move, err := engine.ParseMove(m.Text)
		if err != nil {
			return err
		}
		after := p
		events, err := after.ApplyEvents(move, nil)
		if err != nil {
			return err
		}
		next, happened := game.Play(m)
		if after.String() != next.String() || !slices.Equal(EventTexts(events), happened) {
			return fmt.Errorf("%s leads to\n%s %q, in the naive game to\n%s %q", m.Text, after.String(), EventTexts(events), next, happened)
		}
	}
	finish, err := p.Finish()
	if want := game.Finish(); (err == nil) != (want != nil) || !slices.Equal(MoveTexts(finish), want) || p.FinishAvailable() != (err == nil) {
		return fmt.Errorf("the finish is %v, available %v, in the naive game %v", finish, p.FinishAvailable(), want)
	}
	return nil
}

// MoveTexts writes moves, each as its text.
func MoveTexts(moves []engine.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return texts
}
