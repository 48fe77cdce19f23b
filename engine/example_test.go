package engine_test

import (
	"errors"
	"fmt"

	"github.com/talon-solitaire/talon/engine"
)

func Example() {
	deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	game := deal.Position()
	for _, text := range []string{"t1c1", "t1t2"} {
		move, err := engine.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		var refused *engine.IllegalMoveError
		if errors.As(game.Apply(move), &refused) {
			fmt.Println(move, refused.Reason, refused.Cards, refused.Rule())
		}
	}
	fmt.Println(game.Moves(), game.Status(), len(game.LegalMoves(nil)))
	// Output:
	// t1t2 WRONG_RANK 6d9c freecell.build
	// 1 IN_PROGRESS 24
}

func ExampleReplay() {
	start, err := engine.ParseState("klondike/1;draw=1;redeals=1 m=0 t1:6h t2:Qh t3:7h t4:Qc|Kh t5:9h8h|Th t6:8cKc|Jh t7:7cJc9c|Tc fc:5 fd:K fh:4 fs:K w:5h6c")
	if err != nil {
		fmt.Println(err)
		return
	}
	end := engine.Replay(start, []string{"r", "u", "r", "d", "d", "r"}, nil)
	fmt.Println(end.Applied, end.Refusal.Reason, end.Position.Redeals(), end.Position.Moves())
	// Output: 5 NO_REDEAL_LEFT 1 3
}

func ExampleParseState_impossible() {
	_, err := engine.ParseState("yukon/1 m=0 t1:4s t2:4h|KhQsJd8s4c t3:3h8c|5sQh5h8hKc t4:Ah3d2h|7h9sThKs6s t5:5dKdAs2c|7d3sJh9cJs t6:Tc7s6cAcJc|9dTd9hAd3c t7:Ts4d6hQc5c2s8d|2d6d7cQd Kd")
	fmt.Println(err)
	_, err = engine.ParseState("yukon/1 m=0 t1:4s t2:4h|KhQsJd8s4c t3:3h8c|5sQh5h8hKc t4:Ah3d2h|7h9sThKs6s t5:5dKdAs2c|7d3sJh9cJs t6:Tc7s6cAcJc|9dTd9hAd3c t7:Ts4d6hQc5c2s8d|2d6d7cKd")
	fmt.Println(err)
	// Output:
	// at offset 150: wanted a pile: t1 to t10, p, c1 to c4, fc fd fh fs, f, s or w, found "Kd"
	// impossible position: t7: 7 cards face down, at most 6 are possible; cards: Qd is missing (0 of 1); cards: Kd is there 2 times, the deck has 1
}
