package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// board is a state taken apart, with no rules behind it: what docs/notation.md says
// of its text and no more.
type board struct {
	variant  string
	settings map[string]string // the options that the state names
	counters *solitairev1.Counters
	ids      []string // every pile of the variant, in canonical order
	down, up map[string]string
}

const ranks = "A23456789TJQK"

// boardOf reads a state. The vectors hold canonical states only, so that anything
// else is a board without piles.
func boardOf(state string) *board {
	fields := strings.Fields(state)
	b := &board{counters: &solitairev1.Counters{}, down: map[string]string{}, up: map[string]string{}}
	if len(fields) == 0 {
		return b
	}
	b.variant, b.settings = headerOf(fields[0])
	b.ids = pilesOf(b.variant, b.settings)
	for _, field := range fields[1:] {
		if name, value, counter := strings.Cut(field, "="); counter {
			b.count(name, value)
		} else if name, cards, pile := strings.Cut(field, ":"); pile {
			b.lay(name, cards)
		}
	}
	return b
}

func (b *board) count(name, value string) {
	n, err := strconv.ParseInt(value, 10, 32)
	if err != nil {
		return
	}
	number := int32(n)
	switch name {
	case "m":
		b.counters.MoveCount = number
	case "r":
		b.counters.Redeals = number
	case "score":
		b.counters.Score = &number
	case "streak":
		b.counters.Streak = number
	}
}

func (b *board) lay(name, cards string) {
	switch {
	case name == "p":
		for i := 0; i+1 < len(cards); i += 2 {
			if card := cards[i : i+2]; card != ".." {
				b.up[fmt.Sprintf("p%d", i/2+1)] = card
			}
		}
	case name == "f":
		for _, suit := range cards {
			b.up["f"] += "K" + string(suit)
		}
	case name[0] == 'f':
		for _, rank := range ranks[:strings.Index(ranks, cards)+1] {
			b.up[name] += string(rank) + name[1:]
		}
	default:
		if down, up, barred := strings.Cut(cards, "|"); barred {
			b.down[name], b.up[name] = down, up
		} else {
			b.up[name] = cards
		}
	}
}

// pilesOf are the piles of a variant in canonical order.
func pilesOf(variant string, settings map[string]string) []string {
	columns := map[string]int{"klondike": 7, "yukon": 7, "spider": 10, "freecell": 8, "golf": 7}[variant]
	ids := numbered("t", columns)
	switch variant {
	case "pyramid", "tripeaks":
		return append(numbered("p", 28), "s", "w")
	case "golf":
		return append(ids, "s", "w")
	case "spider":
		return append(ids, "f", "s")
	case "freecell":
		cells := 4
		if told, err := strconv.Atoi(settings["cells"]); err == nil {
			cells = told
		}
		ids = append(ids, numbered("c", cells)...)
	}
	ids = append(ids, "fc", "fd", "fh", "fs")
	if variant == "klondike" {
		ids = append(ids, "s", "w")
	}
	return ids
}

func numbered(letter string, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = letter + strconv.Itoa(i+1)
	}
	return ids
}

// piles are all piles with every card named.
func (b *board) piles() []*solitairev1.Pile {
	var piles []*solitairev1.Pile
	for _, id := range b.ids {
		cards := b.up[id]
		if down := b.down[id]; down != "" {
			cards = down + "|" + cards
		}
		piles = append(piles, &solitairev1.Pile{Id: id, Cards: cards})
	}
	return piles
}

// table is what a player sees of the piles.
func (b *board) table() *solitairev1.Table {
	table := &solitairev1.Table{}
	for _, id := range b.ids {
		down, up := b.sides(id)
		table.Piles = append(table.Piles, &solitairev1.Pile{Id: id, Cards: strings.Repeat("??", len(down)/2) + up})
	}
	return table
}

// sides are the cards of a pile that a player does not see, and those that he does.
func (b *board) sides(id string) (down, up string) {
	down, up = b.down[id], b.up[id]
	switch {
	case id == "s" && b.variant == "pyramid" && b.settings["stock_play"] != "off" && up != "":
		return up[:len(up)-2], up[len(up)-2:]
	case id == "s", b.hidden(id):
		return up, ""
	}
	return down, up
}

// hidden tells whether a place of Tri-Peaks is covered.
func (b *board) hidden(id string) bool {
	if b.variant != "tripeaks" {
		return false
	}
	place, err := strconv.Atoi(strings.TrimPrefix(id, "p"))
	if err != nil || place > 18 {
		return false
	}
	left := place + 9
	switch {
	case place <= 3:
		left = 2*place + 2
	case place <= 9:
		left = 10 + (place-4)/2*3 + (place-4)%2
	}
	return b.up[fmt.Sprintf("p%d", left)] != "" || b.up[fmt.Sprintf("p%d", left+1)] != ""
}

// take takes cards off a pile and gives them; fewer where the pile has fewer.
func (b *board) take(pile string, count int) string {
	up := b.up[pile]
	at := max(len(up)-2*count, 0)
	b.up[pile] = up[:at]
	return up[at:]
}

// turnUp turns up the top of each column that has nothing face up, and tells which.
func (b *board) turnUp() []string {
	var turned []string
	for _, id := range b.ids {
		if down := b.down[id]; id[0] == 't' && down != "" && b.up[id] == "" {
			b.down[id], b.up[id] = down[:len(down)-2], down[len(down)-2:]
			turned = append(turned, id)
		}
	}
	return turned
}

// finishRun takes a run of thirteen cards of one suit off a column of Spider.
func (b *board) finishRun(column string) {
	up := b.up[column]
	if b.variant != "spider" || len(up) < 2*len(ranks) {
		return
	}
	run, suit := "", up[len(up)-1:]
	for _, rank := range slices.Backward([]byte(ranks)) {
		run += string(rank) + suit
	}
	b.up[column] = strings.TrimSuffix(up, run)
}
