package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine/phrase"
)

// The exit codes, as docs/cli.md promises them.
const (
	exitDone    = 0
	exitNo      = 1 // a rule says no: move refused, no finish, no win, a record that does not replay
	exitTrouble = 2 // no answer: wrong usage, unreadable or impossible input, no file, no server, no proof
)

// The errors of commands that have printed their answer: it is no, or it is that
// nothing is proved.
var (
	errNo   = errors.New("no")
	errOpen = errors.New("open")
)

// tool is one run of the command line tool.
type tool struct {
	console
	language phrase.Language
	flags    struct {
		server, ca, cert, key string
		tokenFile             string
		lang, color           string
		ascii, json           bool
	}
	megabytes int // of tables for a search in this program
	style     table.Style
	rules     authority
	inputRead bool // the standard input is used up
}

// run executes the command line and returns the exit code.
func run(args []string, c console) int {
	printed := c.buffered()
	t := &tool{console: c, language: chooseLanguage(args, c.getenv)}
	root := t.command()
	root.SetArgs(args)
	ran, err := root.ExecuteContextC(context.Background())
	if t.rules != nil {
		t.rules.Close()
	}
	code := t.exit(ran, err)
	if lost := printed.Flush(); lost != nil && code == exitDone {
		// An answer that nobody got is no answer.
		return t.complain(lost)
	}
	return code
}

// exit says what went wrong and chooses the exit code.
func (t *tool) exit(command *cobra.Command, err error) int {
	var (
		usage *usageError
		left  *departure
	)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, errOpen):
		return exitTrouble
	case errors.As(err, &usage):
		fmt.Fprintf(t.err, "talon: %s\n%s\n", printable(usage.text), t.say(words{
			en: "Try: %s --help",
			de: "Hilfe: %s --help",
		}, command.CommandPath()))
		return exitTrouble
	case errors.As(err, &left):
		t.complain(err)
		return left.exit()
	}
	return t.complain(err)
}

// command builds the command tree.
func (t *tool) command() *cobra.Command {
	var version bool
	cobra.EnableCommandSorting = false // the order below is by use
	root := &cobra.Command{
		Use:   "talon",
		Short: t.say(words{en: "Solitaire by the rules", de: "Patiencen nach den Regeln"}),
		Long: t.say(words{
			en: `Talon deals, shows, checks, plays, solves and replays games of Klondike, Spider,
FreeCell, Pyramid, Tri-Peaks, Golf and Yukon.

A game is one line of text, its state. Wherever a command takes a STATE, it may
be given as the argument itself (in quotes, it holds blanks), as - for the
standard input, or as @FILE. So commands pipe.

Exit codes: 0 done; 1 a rule says no (move refused, nothing to finish, no win, a
record that does not replay as it claims); 2 no answer (wrong usage, unreadable or
impossible input, missing file, no server, nothing proved); 128 and its number where
a signal ended a game.`,
			de: `Talon teilt Patiencen aus, zeigt sie, prüft und spielt Züge, löst Spiele und spielt
Aufzeichnungen nach: Klondike, Spider, FreeCell, Pyramide, Tri-Peaks, Golf, Yukon.

Ein Spiel ist eine Zeile Text, seine Stellung. Wo ein Befehl eine STELLUNG
erwartet, steht sie selbst als Argument (in Anführungszeichen, sie enthält
Leerzeichen), als - für die Standardeingabe oder als @DATEI. So lassen sich Befehle
verketten.

Rückgabewerte: 0 erledigt; 1 eine Regel sagt nein (Zug abgelehnt, kein Alles
ablegen, kein Sieg möglich, Aufzeichnung stimmt nicht); 2 keine Antwort (falscher
Aufruf, unlesbare oder unmögliche Eingabe, Datei fehlt, kein Server, nichts
nachgewiesen); 128 und seine Nummer, wenn ein Signal ein Spiel beendet hat.`,
		}),
		Example: example(
			`talon deal klondike --number 12345 -o draw=1 --table`,
			`talon deal freecell --number 1 | talon apply - t1c1 | talon show -`,
		),
		SilenceErrors: true,
		SilenceUsage:  true,

		SuggestionsMinimumDistance: 2,

		Args: t.known,
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				return t.tellVersion(c.Context())
			}
			return c.Help()
		},
		PersistentPreRunE: t.prepare,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	root.SetUsageTemplate(usageTemplate(t))
	root.SetFlagErrorFunc(t.flagError)

	global := root.PersistentFlags()
	global.SortFlags = false
	global.StringVar(&t.flags.server, "server", "", t.say(words{
		en: "ask the server at `ADDRESS` instead of this program (127.0.0.1:9090)",
		de: "den Server unter `ADRESSE` fragen statt dieses Programm (127.0.0.1:9090)",
	}))
	global.StringVar(&t.flags.ca, "ca", "", t.say(words{
		en: "trust the authorities in `FILE`, PEM, at https:// instead of the system's",
		de: "bei https:// den Ausstellern in `DATEI`, PEM, trauen statt denen des Systems",
	}))
	global.StringVar(&t.flags.cert, "cert", "", t.say(words{
		en: "show the certificate in `FILE`, PEM, to a server at https://",
		de: "einem Server unter https:// das Zertifikat in `DATEI`, PEM, zeigen",
	}))
	global.StringVar(&t.flags.key, "key", "", t.say(words{
		en: "`FILE` of the key of --cert, PEM",
		de: "`DATEI` mit dem Schlüssel zu --cert, PEM",
	}))
	global.StringVar(&t.flags.tokenFile, "token", "", t.say(words{
		en: "send the server the token in `FILE` (or in TALON_TOKEN)",
		de: "dem Server das Token aus `DATEI` schicken (oder aus TALON_TOKEN)",
	}))
	global.BoolVar(&t.flags.json, "json", false, t.say(words{
		en: "answer in JSON, one object a line",
		de: "in JSON antworten, ein Objekt je Zeile",
	}))
	global.StringVar(&t.flags.lang, "lang", t.language.String(), t.say(words{
		en: "`LANGUAGE` of texts, de or en",
		de: "`SPRACHE` der Texte, de oder en",
	}))
	global.StringVar(&t.flags.color, "color", "auto", t.say(words{
		en: "use colour `WHEN`: auto, always or never",
		de: "Farbe `WANN`: auto, always oder never",
	}))
	global.BoolVar(&t.flags.ascii, "ascii", false, t.say(words{
		en: "draw suits as letters c d h s",
		de: "Farben als Buchstaben c d h s zeichnen",
	}))

	root.Flags().BoolVar(&version, "version", false, t.say(words{
		en: "the same as talon version",
		de: "dasselbe wie talon version",
	}))
	root.AddGroup(
		&cobra.Group{ID: groupPlay, Title: t.say(words{en: "Play:", de: "Spielen:"})},
		&cobra.Group{ID: groupSolve, Title: t.say(words{en: "Solve:", de: "Lösen:"})},
		&cobra.Group{ID: groupText, Title: t.say(words{en: "Records and formats:", de: "Aufzeichnungen und Formate:"})},
		&cobra.Group{ID: groupRules, Title: t.say(words{en: "Rules:", de: "Regeln:"})},
		&cobra.Group{ID: groupTool, Title: t.say(words{en: "The tool:", de: "Das Werkzeug:"})},
	)
	root.AddCommand(
		t.dealCommand(), t.showCommand(), t.movesCommand(), t.checkCommand(), t.applyCommand(), t.finishCommand(), t.playCommand(),
		t.solveCommand(), t.hintCommand(), t.lastWinnableCommand(), t.certifyCommand(),
		t.replayCommand(), t.convertCommand(),
		t.variantsCommand(), t.rulesCommand(), t.perftCommand(),
		t.versionCommand(), t.licencesCommand(), t.completionCommand(),
	)
	root.SetHelpCommandGroupID(groupTool)
	root.SetHelpCommand(t.helpCommand())
	root.InitDefaultHelpCmd() // now, so that it is described like the others
	t.describeHelp(root)
	return root
}

const (
	groupPlay  = "play"
	groupSolve = "solve"
	groupText  = "text"
	groupRules = "rules"
	groupTool  = "tool"
)

// prepare checks the flags that every command has and opens the rules.
func (t *tool) prepare(*cobra.Command, []string) error {
	for _, flag := range []struct {
		name, value string
		allowed     []string
	}{
		{"lang", t.flags.lang, []string{"de", "en"}},
		{"color", t.flags.color, []string{"auto", "always", "never"}},
	} {
		if !slices.Contains(flag.allowed, flag.value) {
			return t.noChoice(flag.name, flag.value, flag.allowed)
		}
	}
	t.style = look(t.console, t.flags.color, t.flags.ascii)
	var err error
	t.rules, err = t.open()
	return err
}
