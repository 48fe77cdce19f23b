package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
)

// usageError is the error of a command line that cannot be meant so.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// usage returns a usage error in the user's language.
func (t *tool) usage(w words, values ...any) error {
	return &usageError{t.say(w, values...)}
}

// flagError puts what the flag parser says into the user's language.
func (t *tool) flagError(_ *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
		syntax  *pflag.InvalidSyntaxError
	)
	switch {
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if letters := unknown.GetSpecifiedShortnames(); letters != "" {
			name = "-" + unknown.GetSpecifiedName()
		}
		return t.usage(words{en: "unknown flag %.40s", de: "unbekannte Angabe %.40s"}, name)
	case errors.As(err, &missing):
		return t.usage(words{
			en: "--%s needs a value",
			de: "--%s braucht einen Wert",
		}, missing.GetFlag().Name)
	case errors.As(err, &invalid):
		return t.invalid(invalid.GetFlag(), invalid.GetValue())
	case errors.As(err, &syntax):
		return t.usage(words{en: "unreadable flag %.40q", de: "unlesbare Angabe „%.40s“"}, syntax.GetSpecifiedFlag())
	}
	return &usageError{err.Error()}
}

// invalid refuses the value of a flag that is a number or a switch.
func (t *tool) invalid(flag *pflag.Flag, value string) error {
	wanted := words{en: "true or false", de: "true oder false"}
	switch kind := flag.Value.Type(); {
	case flag.Name == "number":
		return t.noNumber("--"+flag.Name, value)
	case kind == "int":
		wanted = words{en: "a whole number", de: "eine ganze Zahl"}
	case kind == "uint32" || kind == "uint64":
		wanted = words{en: "a whole number from 0 on that is not too large", de: "eine ganze Zahl ab 0, die nicht zu groß ist"}
	case kind == "float64":
		wanted = words{en: "a number", de: "eine Zahl"}
	}
	return t.usage(words{
		en: "--%s cannot be %.40q, wanted %s",
		de: "--%s kann nicht „%.40s“ sein, erwartet wird %s",
	}, flag.Name, value, t.say(wanted))
}

// noChoice refuses the value of a flag that is none of those allowed.
func (t *tool) noChoice(name, value string, allowed []string) error {
	return t.usage(words{
		en: "--%s cannot be %.40q, wanted %s",
		de: "--%s kann nicht „%.40s“ sein, erwartet wird %s",
	}, name, value, strings.Join(allowed, ", "))
}

// noNumber refuses a deal number in the words in which one out of range is refused.
func (t *tool) noNumber(name, value string) error {
	return t.usage(words{
		en: "%s cannot be %.40q: %s",
		de: "%s kann nicht „%.40s“ sein: %s",
	}, name, value, phrase.Error(t.language, engine.ErrDealNumber))
}

// known refuses a word that is no command, and suggests the ones that it may stand for.
func (t *tool) known(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	near := root.SuggestionsFor(args[0])
	if len(near) == 0 {
		return t.usage(words{en: "unknown command %.40q", de: "unbekannter Befehl „%.40s“"}, args[0])
	}
	return t.usage(words{
		en: "unknown command %.40q, did you mean %s?",
		de: "unbekannter Befehl „%.40s“, gemeint ist vielleicht %s?",
	}, args[0], strings.Join(near, ", "))
}

// takes checks the number of arguments; most below 0 means any number.
func (t *tool) takes(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		// The commonest slip: a state is one argument, but it holds blanks.
		if len(args) > most && most >= 0 && strings.Contains(args[0], "/") {
			return t.usage(words{
				en: "%d arguments are too many; a state holds blanks, put it in quotes",
				de: "%d Argumente sind zu viele; eine Stellung enthält Leerzeichen und gehört in Anführungszeichen",
			}, len(args))
		}
		return t.usage(words{
			en: "wrong number of arguments (%d), wanted: %s",
			de: "falsche Zahl von Argumenten (%d), erwartet wird: %s",
		}, len(args), c.Use)
	}
}

// example joins command lines into the examples of a help page.
func example(lines ...string) string {
	return "  " + strings.Join(lines, "\n  ")
}

// usageTemplate is the help page below the description.
func usageTemplate(t *tool) string {
	headings := []any{
		t.say(words{en: "Usage:", de: "Aufruf:"}),
		t.say(words{en: "COMMAND", de: "BEFEHL"}),
		t.say(words{en: "Examples:", de: "Beispiele:"}),
		t.say(words{en: "Flags:", de: "Angaben:"}),
		t.say(words{en: "Flags of every command:", de: "Angaben jedes Befehls:"}),
		t.say(words{
			en: "More about a command: talon COMMAND --help",
			de: "Mehr zu einem Befehl: talon BEFEHL --help",
		}),
		t.say(words{en: "[FLAGS]", de: "[ANGABEN]"}),
	}
	return fmt.Sprintf(`%[1]s
{{- if .HasAvailableSubCommands}}
  {{.CommandPath}} %[2]s
{{- else}}
  {{.UseLine}} %[7]s
{{- end}}
{{- if .HasAvailableSubCommands}}{{$commands := .Commands}}
{{- range $group := .Groups}}

{{$group.Title}}
{{- range $commands}}{{if eq .GroupID $group.ID}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}{{end}}{{end}}
{{- if .HasExample}}

%[3]s
{{.Example}}{{end}}
{{- if .HasAvailableLocalFlags}}

%[4]s
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}
{{- if .HasAvailableInheritedFlags}}

%[5]s
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}
{{- if .HasAvailableSubCommands}}

%[6]s{{end}}
`, headings...)
}

// helpCommand is "talon help COMMAND", the same as "talon COMMAND --help".
func (t *tool) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [" + t.say(words{en: "COMMAND", de: "BEFEHL"}) + "]",
		Short: t.say(words{en: "Help about a command", de: "Hilfe zu einem Befehl"}),
		Long: t.say(words{
			en: `Prints the help page of a command, as the command itself does with --help.`,
			de: `Schreibt die Hilfe zu einem Befehl, wie es der Befehl selbst mit --help tut.`,
		}),
		Example: example("talon help deal"),
		GroupID: groupTool,
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			if len(args) == 0 {
				return root.Help()
			}
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 || about == root {
				return t.known(root, args)
			}
			return about.Help()
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, command := range c.Root().Commands() {
				names = append(names, command.Name()+"\t"+command.Short)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// describeHelp declares --help in the user's language on every command, and keeps
// flags in the order in which they are declared.
func (t *tool) describeHelp(command *cobra.Command) {
	command.Flags().BoolP("help", "h", false, t.say(words{en: "this help", de: "diese Hilfe"}))
	command.Flags().SortFlags = false
	command.InheritedFlags().SortFlags = false
	command.DisableFlagsInUseLine = true
	command.Flags().VisitAll(func(flag *pflag.Flag) {
		zero, told := map[string]string{"string": "", "int": "0", "uint64": "0", "float64": "0"}[flag.Value.Type()]
		if told && flag.DefValue != zero {
			flag.Usage += t.say(words{en: " (otherwise %s)", de: " (sonst %s)"}, flag.DefValue)
			// pflag would say it in English, unless it is the zero value of its type.
			flag.DefValue = zero
		}
	})
	for _, child := range command.Commands() {
		t.describeHelp(child)
	}
}

// completionCommand writes the completion script of a shell.
func (t *tool) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: t.say(words{en: "Completion script of a shell", de: "Skript zur Ergänzung in einer Shell"}),
		Long: t.say(words{
			en: `Writes the script that teaches a shell to complete talon's commands, flags,
games and options.`,
			de: `Schreibt das Skript, mit dem eine Shell Befehle, Angaben, Spiele und Optionen von
talon ergänzt.`,
		}),
		Example:   example(`source <(talon completion bash)`),
		GroupID:   groupTool,
		Args:      t.takes(1, 1),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(c *cobra.Command, args []string) error {
			switch root := c.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(t.out, true)
			case "zsh":
				return root.GenZshCompletion(t.out)
			case "fish":
				return root.GenFishCompletion(t.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(t.out)
			default:
				return t.usage(words{
					en: "unknown shell %.40q, wanted bash, zsh, fish or powershell",
					de: "unbekannte Shell „%.40s“, erwartet wird bash, zsh, fish oder powershell",
				}, args[0])
			}
		},
	}
}
