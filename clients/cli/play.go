package main

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// player is a run of the command play: how it deals, searches and shows.
type player struct {
	*tool
	command           *cobra.Command
	deal              *dealFlags
	limits            *solitairev1.SolveLimits
	plain, mark, four bool
	lines             *bufio.Scanner // what is typed where there is no screen
}

// judgeSeconds is how long a search takes at most where nothing else is said: a
// player waits for it.
const judgeSeconds = 5

// playCommand plays a game at the terminal.
func (t *tool) playCommand() *cobra.Command {
	p := &player{tool: t}
	command := &cobra.Command{
		Use:   t.say(words{en: "play [GAME|STATE|@FILE|-]", de: "play [SPIEL|STELLUNG|@DATEI|-]"}),
		Short: t.say(words{en: "Play a game at the terminal", de: "Am Terminal spielen"}),
		Long: t.say(words{
			en: `Deals a game, or goes on with a state or a record, and plays it at the terminal:
with the arrow keys and Enter, by mouse, or by typing moves. ? lists the keys.
Undo, hints, the automatic finish and the way back to the last point from which the
game could be won are a key each. In the end the game is printed as a record, which
@FILE goes on with, unless it was saved; also when a signal ends it. Where the terminal
hangs up, the record is written to a file in ~/.local/state/talon.

--plain reads a move or a command a line and prints the table after each, for screen
readers and scripts; the command help lists what it takes. Where the lines come from a
file or a pipe the exit code is 1 if a rule refused one, 2 if one could not be read.

--mark-lost proves after every move whether the game can still be won, and says from
which move on it cannot. The search sees every card; what it does not decide within
--seconds is said to be unknown.`,
			de: `Teilt ein Spiel aus oder setzt eine Stellung oder eine Aufzeichnung fort und spielt
am Terminal: mit den Pfeiltasten und Enter, mit der Maus oder mit getippten Zügen. ?
nennt die Tasten. Rückgängig, Tipps, Alles ablegen und der Weg zurück zum letzten
Punkt, an dem das Spiel zu gewinnen war, sind je eine Taste. Am Ende wird das Spiel als
Aufzeichnung geschrieben, die sich mit @DATEI fortsetzen lässt, wenn es nicht
gespeichert ist; auch wenn ein Signal es beendet. Legt das Terminal auf, kommt die
Aufzeichnung in eine Datei in ~/.local/state/talon.

--plain liest je Zeile einen Zug oder Befehl und schreibt danach den Tisch, für
Vorleseprogramme und Skripte; der Befehl hilfe nennt, was es versteht. Kommen die Zeilen
aus einer Datei oder einer Pipe, ist der Rückgabewert 1, wenn eine Regel eine ablehnte,
und 2, wenn eine nicht lesbar war.

--mark-lost weist nach jedem Zug nach, ob das Spiel noch zu gewinnen ist, und sagt, seit
welchem Zug nicht mehr. Die Suche sieht alle Karten; was sie in --seconds nicht
entscheidet, heißt ungewiss.`,
		}),
		Example: example(
			"talon play klondike -o draw=1 --winnable",
			"talon play freecell --number 11982 --mark-lost",
			"talon play @game.txt --plain < moves.txt",
		),
		GroupID:           groupPlay,
		Args:              t.takes(0, 1),
		ValidArgsFunction: completeVariant,
	}
	p.command, p.deal = command, t.dealFlags(command)
	flags := command.Flags()
	flags.BoolVar(&p.mark, "mark-lost", false, t.say(words{en: "say when the game can no longer be won", de: "sagen, wenn das Spiel nicht mehr zu gewinnen ist"}))
	flags.BoolVar(&p.plain, "plain", false, t.say(words{en: "line by line, without a screen", de: "Zeile für Zeile, ohne Bildschirm"}))
	flags.BoolVar(&p.four, "four-colors", false, t.say(words{en: "a colour for each suit", de: "eine Farbe für jede Kartenfarbe"}))
	var l limits
	t.limitFlags(command, &l)
	// On a server its own limit holds, so that this is no value of the flag.
	flags.Lookup("seconds").DefValue = strconv.Itoa(judgeSeconds)
	command.RunE = func(c *cobra.Command, args []string) (err error) {
		if p.limits, err = t.limits(c, &l); err != nil {
			return err
		}
		if t.flags.server == "" && p.limits.Seconds == nil {
			seconds := float64(judgeSeconds)
			p.limits.Seconds = &seconds
		}
		return p.run(args)
	}
	return command
}

// run plays until the player leaves, and then tells how the game stands.
func (p *player) run(args []string) error {
	p.style.FourColours = p.four
	if p.flags.json {
		return p.usage(words{en: "play is for people and has no --json", de: "play ist für Menschen und kennt kein --json"})
	}
	if !p.plain && !p.onTerminal(args) {
		return p.usage(words{
			en: "play needs a terminal; with --plain it reads moves line by line",
			de: "play braucht ein Terminal; mit --plain liest es Züge Zeile für Zeile",
		})
	}
	if name := p.getenv("TERM"); !p.plain && !drawable(name) {
		return p.usage(words{
			en: "play needs a terminal that shows a screen, but TERM is %.40q; with --plain it reads moves line by line",
			de: "play braucht ein Terminal mit Bildschirm, TERM ist aber „%.40s“; mit --plain liest es Züge Zeile für Zeile",
		}, name)
	}
	p.lines = bufio.NewScanner(p.in)
	p.lines.Buffer(nil, engine.MaxRecordBytes)
	game, err := p.begin(args)
	if err != nil {
		return err
	}
	ctx := p.command.Context()
	if p.departing != nil {
		var stop context.CancelFunc
		ctx, stop = p.departing(ctx)
		defer stop()
	}
	if p.plain {
		return p.readLines(ctx, game)
	}
	return p.playOnScreen(ctx, game)
}

// onTerminal reports whether there is a screen, and somebody at its keys. Where the
// game itself comes from the standard input, the keys are those of the screen.
func (p *player) onTerminal(args []string) bool {
	piped := slices.Contains(args, "-") || p.deal.deck == "-"
	return p.show != nil && (p.inTerminal || piped)
}

// begin starts the game that the command line asks for; nil where it names none.
func (p *player) begin(args []string) (*session, error) {
	if len(args) == 0 {
		return nil, nil
	}
	arg := args[0]
	if isGame(arg) {
		if _, err := engine.ParseVariant(arg); err != nil {
			if err := p.mistaken(arg); err != nil {
				return nil, err
			}
		}
		request, err := p.deal.request(p.command, arg)
		if err != nil {
			return nil, err
		}
		return p.dealGame(p.command.Context(), request)
	}
	if err := p.dealsNothing(); err != nil {
		return nil, err
	}
	text, err := p.gameText(arg)
	if err != nil {
		return nil, err
	}
	deal, state, log, err := p.gameIn(arg, text)
	if err != nil {
		return nil, err
	}
	return p.openSession(p.command.Context(), deal, state, log)
}

// dealsNothing refuses flags that say how to deal.
func (p *player) dealsNothing() (err error) {
	p.command.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "number", "seed", "deck", "daily", "winnable", "difficulty", "option":
			err = p.usage(words{
				en: "--%s deals a game, but there is one already",
				de: "--%s teilt ein Spiel aus, es ist aber schon eines da",
			}, flag.Name)
		}
	})
	return err
}

// gameText reads the state or the record that an argument stands for. Moves that are
// read line by line may follow it on the standard input.
func (p *player) gameText(arg string) (string, error) {
	if arg != "-" || !p.plain {
		return p.operand(arg, engine.MaxRecordBytes)
	}
	p.lines.Scan()
	return strings.TrimSpace(p.lines.Text()), p.lines.Err()
}

// isGame reports whether an argument names a game and is no state, file or record.
func isGame(arg string) bool {
	return arg != "-" && !strings.HasPrefix(arg, "@") && !strings.ContainsAny(arg, " /{[\n")
}

// dealGame deals a game and begins it.
func (p *player) dealGame(ctx context.Context, request *solitairev1.DealGameRequest) (*session, error) {
	request.View = solitairev1.Game_TABLE_AND_MOVES
	var answer *solitairev1.DealGameResponse
	err := p.searching(ctx, func(ctx context.Context) (err error) {
		answer, err = p.rules.DealGame(ctx, request)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p.dealtSession(answer), nil
}

// dealtSession begins a game that was dealt.
func (t *tool) dealtSession(answer *solitairev1.DealGameResponse) *session {
	s := t.newSession(answer.GetDeal(), answer.GetGame())
	if answer.GetProof() != nil {
		s.proved = t.dealt(answer)
	}
	return s
}

// another asks for another deal of the same game: the one of a number, or with 0 a
// random one, as winnable or difficult as the first one was to be.
func (p *player) another(s *session, number uint32) *solitairev1.DealGameRequest {
	request := &solitairev1.DealGameRequest{Variant: s.game.GetVariant(), Options: s.game.GetOptions()}
	if number != 0 {
		request.Number = &number
		return request
	}
	request.Winnable, request.Difficulty = p.deal.winnable, difficulty(p.deal.difficulty)
	return request
}

// farewell prints how a game stands and, unless the player has it in a file, its record.
func (p *player) farewell(s *session) {
	fmt.Fprintln(p.out, s.caption())
	if s.unkept() || len(s.log) == 0 {
		fmt.Fprint(p.out, printable(string(s.record().AppendJSON(nil))))
	}
}
