package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// variantsCommand lists the games and their options.
func (t *tool) variantsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   t.say(words{en: "variants [GAME]", de: "variants [SPIEL]"}),
		Short: t.say(words{en: "List the games and their options", de: "Die Spiele und ihre Optionen nennen"}),
		Long: t.say(words{
			en: `Lists the games with the options that -o takes, or explains those of one game. The
value that holds where nothing is said bears an asterisk.`,
			de: `Nennt die Spiele mit den Optionen, die -o setzt, oder erklärt die eines Spiels. Der
Wert, der ohne Angabe gilt, trägt einen Stern.`,
		}),
		Example:           example("talon variants", "talon variants klondike --json"),
		GroupID:           groupRules,
		Args:              t.takes(0, 1),
		ValidArgsFunction: completeVariant,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				answer, err := t.rules.GetVariant(c.Context(), &solitairev1.GetVariantRequest{Variant: args[0]})
				if err != nil {
					return err
				}
				if t.flags.json {
					return t.encode(answer)
				}
				t.explainVariant(answer.GetVariant())
				return nil
			}
			answer, err := t.rules.ListVariants(c.Context(), &solitairev1.ListVariantsRequest{})
			if err != nil {
				return err
			}
			if t.flags.json {
				return t.encode(answer)
			}
			for _, variant := range answer.GetVariants() {
				t.printVariant(variant)
			}
			return nil
		},
	}
}

// printVariant prints a game and below it its options, one a line.
func (t *tool) printVariant(variant *solitairev1.Variant) {
	fmt.Fprintf(t.out, "%-9s %s\n", printable(variant.GetVariant()), printable(variant.GetTitle()))
	for _, option := range variant.GetOptions() {
		fmt.Fprintf(t.out, "  %-18s %s\n", printable(option.GetName()), printable(marked(values(option), option.GetDefault())))
	}
}

// explainVariant prints a game and below it its options with what their values mean.
func (t *tool) explainVariant(variant *solitairev1.Variant) {
	v, err := engine.ParseVariant(variant.GetVariant())
	if err != nil {
		// A game that a newer server has.
		t.printVariant(variant)
		return
	}
	fmt.Fprintf(t.out, "%-9s %s\n", v, phrase.Variant(t.language, v))
	for _, option := range variant.GetOptions() {
		name := printable(option.GetName())
		fmt.Fprintf(t.out, "\n  %-18s %s\n", name, phrase.Option(t.language, v, name))
		for _, value := range values(option) {
			mark := ""
			if value == option.GetDefault() {
				mark = "*"
			}
			line := fmt.Sprintf("    %-16s %s", printable(value)+mark, phrase.OptionValue(t.language, v, name, value))
			fmt.Fprintln(t.out, strings.TrimRight(line, " "))
		}
	}
}

// values are the values of an option; of one that counts, the first few.
func values(option *solitairev1.Variant_Option) []string {
	if option.GetType() != solitairev1.Variant_COUNT {
		return option.GetValues()
	}
	few := []string{"0", "1", "2", "…"}
	if option.GetUnlimited() {
		few = append([]string{"unlimited"}, few...)
	}
	return few
}

// marked joins the values of an option and marks the default.
func marked(values []string, byDefault string) string {
	var list []string
	found := false
	for _, value := range values {
		if value == byDefault {
			value, found = value+"*", true
		}
		list = append(list, value)
	}
	if !found {
		list = append(list, byDefault+"*")
	}
	return strings.Join(list, "  ")
}

// rulesCommand prints the rules of a game.
func (t *tool) rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   t.say(words{en: "rules GAME", de: "rules SPIEL"}),
		Short: t.say(words{en: "Read the rules of a game", de: "Die Regeln eines Spiels lesen"}),
		Long: t.say(words{
			en: `Prints the rules of a game as Markdown. The names of rules that refusals cite, such
as klondike.build, stand there.`,
			de: `Schreibt die Regeln eines Spiels als Markdown. Die Namen der Regeln, auf die sich
Ablehnungen berufen, etwa klondike.build, stehen dort.`,
		}),
		Example:           example("talon rules golf", "talon rules spider --lang de | less"),
		GroupID:           groupRules,
		Args:              t.takes(1, 1),
		ValidArgsFunction: completeVariant,
		RunE: func(c *cobra.Command, args []string) error {
			answer, err := t.rules.GetVariant(c.Context(), &solitairev1.GetVariantRequest{Variant: args[0]})
			if err != nil {
				return err
			}
			if t.flags.json {
				return t.encode(answer)
			}
			fmt.Fprintln(t.out, strings.TrimSpace(printable(answer.GetVariant().GetRules()[t.language.String()])))
			return nil
		},
	}
}

// completeVariant completes the name of a game.
func completeVariant(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, v := range engine.Variants() {
		names = append(names, v.String()+"\t"+v.Title())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeOption completes NAME=VALUE for the game named before it.
func completeOption(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	v, err := engine.ParseVariant(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var pairs []string
	for _, option := range v.Options() {
		if !strings.HasPrefix(option.Name+"=", word) && !strings.HasPrefix(word, option.Name+"=") {
			continue
		}
		for _, value := range option.Values {
			pairs = append(pairs, option.Name+"="+value)
		}
	}
	return pairs, cobra.ShellCompDirectiveNoFileComp
}
