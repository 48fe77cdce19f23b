package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// encode writes an answer as the JSON of the service, on one line.
func (t *tool) encode(answer proto.Message) error {
	line, err := jsonOf(answer)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.out, "%s\n", line)
	return err
}

// jsonOf is the one encoder of messages: zero values and empty lists are written,
// absent messages left out, and so are the moves of a game that were not asked for.
func jsonOf(message proto.Message) ([]byte, error) {
	text, err := tightJSON(message)
	answer, has := message.(interface{ GetGame() *solitairev1.Game })
	if err != nil || !has || answer.GetGame() == nil || answer.GetGame().Moves != nil {
		return text, err
	}
	game, err := tightJSON(answer.GetGame())
	asked := append(bytes.TrimSuffix(bytes.Clone(game), []byte(`,"moves":[]}`)), '}')
	return bytes.Replace(text, game, asked, 1), err
}

// tightJSON is the JSON of protojson without blanks: it varies them on purpose, and
// what scripts compare must not vary.
func tightJSON(message proto.Message) ([]byte, error) {
	loose, err := protojson.MarshalOptions{EmitDefaultValues: true}.Marshal(message)
	if err != nil {
		return nil, err
	}
	var tight bytes.Buffer
	err = json.Compact(&tight, loose)
	return tight.Bytes(), err
}

// printGame prints a state and, if asked, the table below it.
func (t *tool) printGame(game *solitairev1.Game, draw bool) {
	fmt.Fprintln(t.out, printable(game.GetState()))
	if draw {
		fmt.Fprintln(t.out)
		t.printTable(game)
	}
}

// printTable draws a table below a line that says how the game stands.
func (t *tool) printTable(game *solitairev1.Game) {
	fmt.Fprintf(t.out, "%s\n\n%s", t.heading(game), t.drawing(game))
}

// drawing is the table of a game.
func (t *tool) drawing(game *solitairev1.Game) string {
	return table.Draw(game.GetVariant(), tablePiles(game), t.style)
}

// tablePiles are the piles of a game as the table takes them.
func tablePiles(game *solitairev1.Game) []table.Pile {
	piles := make([]table.Pile, 0, len(game.GetTable().GetPiles()))
	for _, pile := range game.GetTable().GetPiles() {
		piles = append(piles, table.Pile{ID: pile.GetId(), Cards: pile.GetCards()})
	}
	return piles
}

// heading says which game it is, under which rules, and how it stands.
func (t *tool) heading(game *solitairev1.Game) string {
	parts := []string{t.title(game.GetVariant())}
	header, _, _ := strings.Cut(game.GetState(), " ")
	if _, options, more := strings.Cut(header, ";"); more {
		parts = append(parts, strings.ReplaceAll(options, ";", " "))
	}
	parts = append(parts, t.say(words{en: "move %d", de: "Zug %d"}, game.GetMoveCount()))
	if scoring := game.GetOptions()["scoring"]; scoring != "" && scoring != "none" {
		parts = append(parts, t.say(words{en: "score %d", de: "Punkte %d"}, game.GetScore()))
	}
	parts = append(parts, t.status(game.GetStatus()))
	if game.GetFinishAvailable() {
		parts = append(parts, t.say(words{en: "finish available", de: "Alles ablegen möglich"}))
	}
	return printable(strings.Join(parts, ", "))
}

// title is the name of a game for people.
func (t *tool) title(variant string) string {
	if v, err := engine.ParseVariant(variant); err == nil {
		return phrase.Variant(t.language, v)
	}
	return variant
}

// status is the word for a status.
func (t *tool) status(status solitairev1.Game_Status) string {
	switch status {
	case solitairev1.Game_IN_PROGRESS:
		return phrase.Status(t.language, engine.InProgress)
	case solitairev1.Game_WON:
		return phrase.Status(t.language, engine.Won)
	case solitairev1.Game_STUCK:
		return phrase.Status(t.language, engine.Stuck)
	}
	return status.String()
}

// printMoves lists moves, one a line, with what they move.
func (t *tool) printMoves(moves []*solitairev1.Move) {
	if len(moves) == 0 {
		fmt.Fprintln(t.err, t.say(words{en: "no legal moves", de: "keine erlaubten Züge"}))
	}
	widest := 0
	for _, move := range moves {
		widest = max(widest, len(move.GetMove()))
	}
	for _, move := range moves {
		about := table.Cards(move.GetCards(), t.style)
		switch move.GetKind() {
		case solitairev1.Move_DRAW:
			about = t.say(words{en: "draw", de: "ziehen"})
		case solitairev1.Move_REDEAL:
			about = t.say(words{en: "redeal", de: "Ablage umdrehen"})
		}
		if piles := move.GetTurnsUp(); len(piles) > 0 {
			about += t.say(words{en: ", turns up %s", de: ", deckt %s auf"}, printable(strings.Join(piles, " ")))
		}
		fmt.Fprintf(t.out, "%-*s  %s\n", widest, printable(move.GetMove()), about)
	}
}

// printable replaces control characters: a text from a server or a file must not
// steer the terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, text)
}
