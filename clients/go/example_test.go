package talon_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Deal a game and make a move; the answer is the game after it.
func Example() {
	ctx := context.Background()
	client, err := talon.Dial(address) // "127.0.0.1:9090"
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	dealt, err := client.DealGame(ctx, &solitairev1.DealGameRequest{
		Variant: "klondike", Options: map[string]string{"draw": "1"}, Number: proto.Uint32(12345),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	played, err := client.ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{
		State: dealt.GetGame().GetState(), Moves: []string{"t4fs", "d"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, event := range played.GetEvents() {
		fmt.Println(event.GetMoveIndex(), event.GetKind(), event.GetCards())
	}
	fmt.Println(played.GetGame().GetStatus(), played.GetGame().GetMoveCount())
	// Output:
	// 0 CARDS_MOVED As
	// 0 CARD_TURNED_UP 8d
	// 1 CARD_DRAWN Ah
	// IN_PROGRESS 2
}

// Texts in German, longer deadlines, and half a minute of patience with a server
// that has too much to do.
func ExampleDial() {
	client, err := talon.Dial(address,
		talon.WithLanguage("de"),
		talon.WithTimeouts(5*time.Second, 2*time.Minute),
		talon.WithPatience(30*time.Second),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	_, err = client.FinishGame(context.Background(), &solitairev1.FinishGameRequest{
		State: "klondike/1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:x",
	})
	fmt.Println(talon.ReasonOf(err))
	fmt.Println(err)
	// Output:
	// MALFORMED_STATE
	// state: Nicht lesbar an Stelle 58. Erwartet: der oberste Wert des Zielstapels: A23456789TJQK. Gefunden: „x“.
}

// A refusal says as data which rule forbids the move, and how.
func ExampleRefusalOf() {
	client, err := talon.Dial(address)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	_, err = client.ApplyMoves(context.Background(), &solitairev1.ApplyMovesRequest{
		State: "klondike/1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:Q", Moves: []string{"t4t3", "t2t3"},
	})
	if refusal := talon.RefusalOf(err); refusal != nil {
		fmt.Println(refusal.GetReason(), refusal.GetPiles(), refusal.GetCards(), refusal.GetRule())
		fmt.Println(refusal.GetMessage())
	}
	// Output:
	// WRONG_COLOUR [t2 t3] JdQd klondike.build
	// Jd does not go on Qd: colours alternate, red on black and black on red.
}

// A session keeps the steps of a game, and goes back and forth without a call.
func ExampleSession() {
	ctx := context.Background()
	client, err := talon.Dial(address)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	session, err := client.DealSession(ctx, &solitairev1.DealGameRequest{Variant: "freecell", Number: proto.Uint32(1)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range []string{"t1c1", "t1t2", "t5c2"} {
		if _, err := session.Play(ctx, move); err != nil {
			fmt.Println(move+":", err)
		}
	}
	fmt.Println(session.Moves())
	undone := session.Undo()
	fmt.Println(session.Moves(), undone.Moves)
	session.Restart()
	for session.CanRedo() {
		for _, event := range session.Redo().Events {
			fmt.Println(event.GetKind(), event.GetFrom(), event.GetTo(), event.GetCards())
		}
	}
	// Output:
	// t1t2: 6d does not go on 9c: a column is built down by one rank.
	// [t1c1 t5c2]
	// [t1c1] [t5c2]
	// CARDS_MOVED t1 c1 6s
	// CARDS_MOVED t5 c2 6c
}

// A game that was lost on the way goes on where it could still be won.
func ExampleSession_FindLastWinnable() {
	ctx := context.Background()
	client, err := talon.Dial(address)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	session, err := client.DealSession(ctx, &solitairev1.DealGameRequest{Variant: "golf", Number: proto.Uint32(9)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 8 {
		if _, err := session.Play(ctx, "d"); err != nil {
			fmt.Println(err)
			return
		}
	}
	last, err := session.FindLastWinnable(ctx, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := session.BackTo(int(last.GetLastWinnable())); err != nil {
		fmt.Println(err)
		return
	}
	advice, err := session.Suggest(ctx, solitairev1.Knowledge_FULL, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(session.Moves(), advice.GetVerdict())
	// Output:
	// [d d] WINNABLE
}

// A record is a game as a file keeps it.
func ExampleSession_Record() {
	ctx := context.Background()
	client, err := talon.Dial(address)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	session, err := client.DealSession(ctx, &solitairev1.DealGameRequest{Variant: "golf", Number: proto.Uint32(7)})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := session.Play(ctx, "d", "d"); err != nil {
		fmt.Println(err)
		return
	}
	record := session.Record()
	record.Player = "Zoë"
	fmt.Println(record)

	again, err := client.ReplaySession(ctx, record.String(), solitairev1.Game_TABLE)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Moves(), len(again.Differences()), again.State() == session.State())
	// Output:
	// {"variant":"golf","rulesVersion":1,"options":{"on_king":"none","scoring":"none","wrap":"off"},"deal":{"number":7},"moves":["d","d"],"status":"IN_PROGRESS","score":0,"moveCount":2,"stateSha256":"87733581d6da365a86b7a56c81df7cd9efff929603a981684c5970ecb523e9b5","player":"Zoë"}
	// [d d] 0 true
}

// A secret game keeps its cards to the service until it is won; the session then proves
// that they were fixed before the first move.
func ExampleSession_VerifyDeal() {
	ctx := context.Background()
	client, err := talon.Dial(address)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	session, err := client.DealSession(ctx, &solitairev1.DealGameRequest{Variant: "golf", Sealed: proto.Bool(true)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(session.State()[:14], len(session.Start().GetSeal().GetCommitment()))
	if _, err := session.Play(ctx, "d"); err != nil {
		fmt.Println(err)
		return
	}
	session.Undo()

	// Most servers give no advice that rests on the hidden cards.
	_, err = session.Suggest(ctx, solitairev1.Knowledge_FULL, nil)
	fmt.Println(talon.ReasonOf(err))
	advice, err := session.Suggest(ctx, solitairev1.Knowledge_VISIBLE, nil)
	fmt.Println(len(advice.GetSuggestions()) > 0, err)

	if err := session.VerifyDeal(ctx); errors.Is(err, talon.ErrNotRevealed) {
		fmt.Println(err)
	}
	// Output:
	// talon1.golf-1. 64
	// SEALED_GAME
	// true <nil>
	// the deal is not revealed before the game is won
}
