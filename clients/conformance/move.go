package main

import (
	"regexp"
	"slices"
	"strconv"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// moveText is a move of one or two piles with its count.
var moveText = regexp.MustCompile(`^(t\d+|p\d+|c\d|f[cdhs]|w|s)(t\d+|p\d+|c\d|f[cdhs]|w|s)?(?:x(\d+))?$`)

// play makes a legal move and gives what an answer has to say of it. Of a draw and a
// redeal nothing follows from the text, and the board is left as it is.
func (b *board) play(text string) *solitairev1.Move {
	move := &solitairev1.Move{Move: text}
	switch text {
	case "d":
		move.Kind = solitairev1.Move_DRAW
		return move
	case "r":
		move.Kind = solitairev1.Move_REDEAL
		return move
	}
	parts := moveText.FindStringSubmatch(text)
	if parts == nil {
		return move
	}
	from, to, count := parts[1], parts[2], 1
	if n, err := strconv.Atoi(parts[3]); err == nil {
		count = n
	}
	covered := b.covered()
	cards := b.take(from, count)
	move.Kind, move.From = solitairev1.Move_MOVE, &from
	if b.variant == "pyramid" {
		move.Kind = solitairev1.Move_REMOVE
		if to != "" {
			cards += b.take(to, 1)
		}
	} else {
		b.up[to] += cards
		b.finishRun(to)
	}
	if to != "" {
		move.To = &to
	}
	move.Cards = &cards
	move.TurnsUp = b.turnUp()
	for _, place := range covered {
		if !b.hidden(place) {
			move.TurnsUp = append(move.TurnsUp, place)
		}
	}
	return move
}

// covered are the places of Tri-Peaks that lie face down.
func (b *board) covered() []string {
	var places []string
	for _, id := range b.ids {
		if b.up[id] != "" && b.hidden(id) {
			places = append(places, id)
		}
	}
	return places
}

// moves holds legal moves of one state to what follows from their texts and the state.
func (c *checker) moves(check, state string, moves []*solitairev1.Move) {
	for _, move := range moves {
		c.move(check, boardOf(state).play(move.GetMove()), move)
	}
}

func (c *checker) move(check string, want, got *solitairev1.Move) {
	if len(want.GetTurnsUp()) > 1 {
		// In which order piles turn up is nowhere promised.
		got = proto.CloneOf(got)
		slices.Sort(want.TurnsUp)
		slices.Sort(got.TurnsUp)
	}
	c.holds(check, proto.Equal(got, want), "got %v, want %v", got, want)
}

// line holds moves that follow each other from a state.
func (c *checker) line(check, state string, moves []*solitairev1.Move) {
	b := boardOf(state)
	for _, move := range moves {
		want := b.play(move.GetMove())
		c.move(check, want, move)
	}
}
