package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// dealCommand deals a new game.
func (t *tool) dealCommand() *cobra.Command {
	var draw bool
	command := &cobra.Command{
		Use:   t.say(words{en: "deal GAME", de: "deal SPIEL"}),
		Short: t.say(words{en: "Deal a new game", de: "Ein neues Spiel austeilen"}),
		Long: t.say(words{
			en: `Deals a game and prints its state. The cards come from a deal number (in FreeCell
the Microsoft number), from a seed, from a deck in dealing order, or from a day,
whose deal can be won; without any of them the deal is random. --winnable takes a
random deal that is proved winnable, --difficulty one that is that difficult, too.
The number of a random deal and what is proved are told on standard error.

The same number deals the same cards for ever.`,
			de: `Teilt ein Spiel aus und schreibt seine Stellung. Die Karten bestimmt eine
Spielnummer (in FreeCell die von Microsoft), ein Seed, die Karten in Gebereihenfolge
oder ein Tag, dessen Spiel zu gewinnen ist; ohne sie entscheidet der Zufall. Mit
--winnable ist das zufällige Spiel nachweislich gewinnbar, mit --difficulty auch so
schwierig. Die Spielnummer eines zufälligen Spiels und was nachgewiesen ist, stehen
auf der Standardfehlerausgabe.

Dieselbe Spielnummer ergibt für immer dieselben Karten.`,
		}),
		Example: example(
			"talon deal freecell --number 11982 --table",
			"talon deal klondike --number 12345 -o draw=1 -o scoring=standard",
			`talon deal spider --seed "rainy sunday" -o suits=2`,
			"talon deal pyramid",
			"talon deal golf --winnable",
		),
		GroupID:           groupPlay,
		Args:              t.takes(1, 1),
		ValidArgsFunction: completeVariant,
	}
	way := t.dealFlags(command)
	command.Flags().BoolVarP(&draw, "table", "t", false, t.say(words{en: "draw the table too", de: "auch den Tisch zeichnen"}))

	command.RunE = func(c *cobra.Command, args []string) error {
		request, err := way.request(c, args[0])
		if err != nil {
			return err
		}
		request.View = t.view(draw)
		var answer *solitairev1.DealGameResponse
		err = t.searching(c.Context(), func(ctx context.Context) (err error) {
			answer, err = t.rules.DealGame(ctx, request)
			return err
		})
		if err != nil {
			return err
		}
		if t.flags.json {
			return t.encode(answer)
		}
		if request.Number == nil && request.Seed == nil && request.Deck == nil {
			fmt.Fprintln(t.err, t.dealt(answer))
		}
		t.printGame(answer.GetGame(), draw)
		return nil
	}
	return command
}

// dealFlags are the flags that say how a game is dealt.
type dealFlags struct {
	*tool
	number            uint32
	seed, deck, daily string
	difficulty        string
	options           []string
	winnable          bool
}

// dealFlags declares the flags that say how a game is dealt.
func (t *tool) dealFlags(command *cobra.Command) *dealFlags {
	f, flags := &dealFlags{tool: t}, command.Flags()
	flags.Uint32VarP(&f.number, "number", "n", 0, t.say(words{en: "deal `NUMBER`, 1 to 4294967295", de: "`SPIELNUMMER`, 1 bis 4294967295"}))
	flags.StringVar(&f.seed, "seed", "", t.say(words{en: "`TEXT` of 1 to 128 bytes to shuffle by", de: "`TEXT` von 1 bis 128 Bytes, nach dem gemischt wird"}))
	flags.StringVar(&f.deck, "deck", "", t.say(words{
		en: "`CARDS` in dealing order, \"5c7dTh…\", or - or @FILE",
		de: "`KARTEN` in Gebereihenfolge, „5c7dTh…“, oder - oder @DATEI",
	}))
	flags.StringVar(&f.daily, "daily", "", t.say(words{en: "the deal of the `DAY`, YYYY-MM-DD", de: "das Spiel des `TAGES`, JJJJ-MM-TT"}))
	flags.BoolVar(&f.winnable, "winnable", false, t.say(words{en: "a random deal that is proved winnable", de: "ein zufälliges Spiel, das nachweislich gewinnbar ist"}))
	flags.StringVar(&f.difficulty, "difficulty", "", t.say(words{
		en: "a random winnable deal that is `HOW` difficult: easy, medium or hard",
		de: "ein zufälliges gewinnbares Spiel, das so `SCHWER` ist: easy, medium oder hard",
	}))
	_ = command.RegisterFlagCompletionFunc("difficulty", cobra.FixedCompletions(difficulties(), cobra.ShellCompDirectiveNoFileComp))
	t.optionFlag(command, &f.options)
	return f
}

// request asks for the deal of a game that the flags describe.
func (f *dealFlags) request(c *cobra.Command, variant string) (*solitairev1.DealGameRequest, error) {
	options, err := f.tool.options(f.options)
	if err != nil {
		return nil, err
	}
	request := &solitairev1.DealGameRequest{Variant: variant, Options: options, Winnable: f.winnable}
	for _, random := range []string{"winnable", "difficulty"} {
		if err := f.onlyOne(c, "number", "seed", "deck", "daily", random); err != nil {
			return nil, err
		}
	}
	if c.Flags().Changed("difficulty") {
		if !slices.Contains(difficulties(), f.difficulty) {
			return nil, f.noChoice("difficulty", f.difficulty, difficulties())
		}
		request.Difficulty = difficulty(f.difficulty)
	}
	switch {
	case c.Flags().Changed("daily"):
		request.Daily = &f.daily
	case c.Flags().Changed("number"):
		request.Number = &f.number
	case c.Flags().Changed("seed"):
		request.Seed = &f.seed
	case c.Flags().Changed("deck"):
		text, err := f.operand(f.deck, maxText)
		if err != nil {
			return nil, err
		}
		text = strings.Join(strings.Fields(text), "")
		request.Deck = &text
	}
	return request, nil
}

// dealt tells the number of a deal and what is proved about it.
func (t *tool) dealt(answer *solitairev1.DealGameResponse) string {
	text := t.say(words{en: "deal number %d", de: "Spielnummer %d"}, answer.GetDeal().GetNumber())
	proof := answer.GetProof()
	if proof.GetVerdict() == solitairev1.Verdict_WINNABLE {
		text += t.say(words{en: ", proved winnable", de: ", nachweislich gewinnbar"})
	}
	if proof != nil && proof.Difficulty != nil {
		text += ", " + phrase.Difficulty(t.language, proof.GetDifficulty().String())
	}
	return text
}

// difficulties are the values of --difficulty.
func difficulties() []string { return []string{"easy", "medium", "hard"} }

// difficulty is the difficulty of a name, none of "".
func difficulty(name string) solitairev1.Difficulty {
	return solitairev1.Difficulty(solitairev1.Difficulty_value[strings.ToUpper(name)])
}

// optionFlag declares -o NAME=VALUE.
func (t *tool) optionFlag(command *cobra.Command, options *[]string) {
	command.Flags().StringArrayVarP(options, "option", "o", nil, t.say(words{
		en: "rule option `NAME=VALUE`, once for each (see talon variants)",
		de: "Option `NAME=WERT`, einmal je Option (siehe talon variants)",
	}))
	// The only error is a flag that was not declared.
	_ = command.RegisterFlagCompletionFunc("option", completeOption)
}

// options takes NAME=VALUE pairs apart.
func (t *tool) options(pairs []string) (map[string]string, error) {
	options := make(map[string]string, len(pairs))
	for _, pair := range pairs {
		name, value, found := strings.Cut(pair, "=")
		if !found || name == "" {
			return nil, t.usage(words{
				en: "option %.40q: expected NAME=VALUE, as in -o draw=1",
				de: "Option „%.40s“: erwartet wird NAME=WERT, wie in -o draw=1",
			}, pair)
		}
		if _, twice := options[name]; twice {
			return nil, t.usage(words{en: "option %.40q is given twice", de: "Option „%.40s“ ist zweimal angegeben"}, name)
		}
		options[name] = value
	}
	return options, nil
}

// onlyOne refuses flags that exclude each other.
func (t *tool) onlyOne(c *cobra.Command, names ...string) error {
	var given []string
	for _, name := range names {
		if c.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return t.usage(words{
			en: "%s exclude each other",
			de: "%s schließen sich gegenseitig aus",
		}, strings.Join(given, t.say(words{en: " and ", de: " und "})))
	}
	return nil
}

// view is how much of a game an answer needs to hold. JSON holds what the service
// sends when it is not told.
func (t *tool) view(table bool) solitairev1.Game_View {
	if table || t.flags.json {
		return solitairev1.Game_TABLE
	}
	return solitairev1.Game_STATE
}
