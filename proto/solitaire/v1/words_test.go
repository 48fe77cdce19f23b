package solitairev1_test

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// The words of the API are those of the engine, in the same order, so that a
// value needs no table to cross from one to the other.
func TestEnumsHaveTheWordsOfTheEngine(t *testing.T) {
	for _, test := range []struct {
		enum protoreflect.Enum
		want []string
	}{
		{solitairev1.Refusal_GAME_OVER, words(engine.Reasons()...)},
		{solitairev1.Game_WON, words(engine.InProgress, engine.Won, engine.Stuck)},
		{solitairev1.Move_DRAW, words(engine.Transfer, engine.Draw, engine.Redeal, engine.Remove)},
		{solitairev1.Event_BONUS, words(
			engine.CardsMoved, engine.CardTurnedUp, engine.CardDrawn, engine.CardDealt, engine.WasteRedealt,
			engine.RunCompleted, engine.CardRemoved, engine.Bonus, engine.ScoreChanged, engine.GameWon)},
	} {
		values := test.enum.Descriptor().Values()
		var got []string
		for i := 1; i < values.Len(); i++ {
			if n := values.Get(i).Number(); int(n) != i {
				t.Errorf("%s %s is number %d, want %d", test.enum.Descriptor().FullName(), values.Get(i).Name(), n, i)
			}
			got = append(got, string(values.Get(i).Name()))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\n got %q\nwant %q", test.enum.Descriptor().FullName(), got, test.want)
		}
	}
}

// words are the names of values as the engine writes them.
func words[T interface{ String() string }](values ...T) []string {
	var names []string
	for _, v := range values {
		names = append(names, v.String())
	}
	return names
}
