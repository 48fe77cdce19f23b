package main

import (
	"fmt"
	"reflect"
	"strings"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// longestWalk is the largest number of paths that is counted. A library counts
// millions in a second, a caller of a service some thousands.
const longestWalk = 150

// perftRecord is a line of perft-<variant>.jsonl or perft-state-<variant>.jsonl: how
// many paths of that many legal moves there are.
type perftRecord struct {
	Variant string
	Options map[string]any
	Deck    []string
	State   string
	Depth   int
	Paths   int
}

// begins tells whether two records are about the same position.
func (p perftRecord) begins(with perftRecord) bool {
	return p.State == with.State && p.Variant == with.Variant &&
		reflect.DeepEqual(p.Deck, with.Deck) && reflect.DeepEqual(p.Options, with.Options)
}

// A walk is a position with the paths from it, by their length.
type walk struct {
	first   perftRecord
	paths   map[int]int
	longest int
}

// walksOf makes a walk of the records of each position that are short enough.
func walksOf(records []perftRecord) []*walk {
	var walks []*walk
	for _, r := range records {
		if r.Paths > longestWalk {
			continue
		}
		if len(walks) == 0 || !walks[len(walks)-1].first.begins(r) {
			walks = append(walks, &walk{first: r, paths: map[int]int{}})
		}
		last := walks[len(walks)-1]
		last.paths[r.Depth] = r.Paths
		last.longest = max(last.longest, r.Depth)
	}
	return walks
}

func (w *walk) check(c *checker) {
	game := w.start(c)
	if game == nil {
		return
	}
	level := []*solitairev1.Game{game}
	for depth := 1; ; depth++ {
		paths := 0
		for _, game := range level {
			c.game("game", game, nil, solitairev1.Game_TABLE_AND_MOVES)
			paths += len(game.GetMoves())
		}
		if want, told := w.paths[depth]; told {
			compare(c, fmt.Sprintf("depth %d", depth), paths, want)
		}
		if depth >= w.longest {
			return
		}
		if level = next(c, level); level == nil {
			return
		}
	}
}

func (w *walk) start(c *checker) *solitairev1.Game {
	const view = solitairev1.Game_TABLE_AND_MOVES
	if w.first.State != "" {
		inspected, ok := ask[solitairev1.InspectGameResponse](c, &solitairev1.InspectGameRequest{State: w.first.State, View: view})
		if !ok {
			return nil
		}
		return inspected.GetGame()
	}
	deck := strings.Join(w.first.Deck, "")
	dealt, ok := ask[solitairev1.DealGameResponse](c, &solitairev1.DealGameRequest{
		Variant: w.first.Variant, Options: valuesOf(w.first.Options), Deck: &deck, View: view,
	})
	if !ok {
		return nil
	}
	return dealt.GetGame()
}

// next plays every legal move of some games; nil where one cannot be played.
func next(c *checker, games []*solitairev1.Game) []*solitairev1.Game {
	played := []*solitairev1.Game{}
	for _, game := range games {
		for _, move := range game.GetMoves() {
			applied, ok := ask[solitairev1.ApplyMovesResponse](c, &solitairev1.ApplyMovesRequest{
				State: game.GetState(), Moves: []string{move.GetMove()}, View: solitairev1.Game_TABLE_AND_MOVES,
			})
			if !ok {
				return nil
			}
			played = append(played, applied.GetGame())
		}
	}
	return played
}
