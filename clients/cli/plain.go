package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// linePlay is a game that is played line by line.
type linePlay struct {
	*session
	player *player
	ctx    context.Context
	done   bool
	exit   int // the worst that came of a line
}

// denial is the error of a line that says what the game does not have.
type denial struct{ text string }

func (d *denial) Error() string { return d.text }

// judged is the exit code for a line that was not done: whether a rule said no.
func judged(err error) int {
	var (
		no      *denial
		illegal *engine.IllegalMoveError
	)
	if talon.RefusalOf(err) != nil || errors.As(err, &no) || errors.As(err, &illegal) || errors.Is(err, errFull) {
		return exitNo
	}
	return exitTrouble
}

// lineCommand is what can be typed besides moves. It has a name in each language,
// and both are understood in either.
type lineCommand struct {
	name, argument, about words
	do                    func(l *linePlay, argument string) error
}

// lineCommands lists them as the help does, which is one of them.
func lineCommands() []lineCommand {
	return []lineCommand{
		{words{"undo", "zurück"}, words{}, words{"take the latest move back; u too", "den letzten Zug zurücknehmen; auch u"}, (*linePlay).takeBack},
		{words{"redo", "vor"}, words{}, words{"make it again", "ihn wieder ausführen"}, (*linePlay).again},
		{words{"moves", "züge"}, words{}, words{"list the legal moves", "die erlaubten Züge nennen"}, (*linePlay).list},
		{words{"hint", "tipp"}, words{}, words{"moves worth making, the best one first", "Züge, die sich lohnen, den besten zuerst"}, (*linePlay).hint},
		{words{"finish", "ablegen"}, words{}, words{"play everything to the foundations", "alles ablegen"}, (*linePlay).toEnd},
		{words{"winnable", "gewinnbar"}, words{}, words{"find out until where the game could be won", "feststellen, bis wohin das Spiel zu gewinnen war"}, (*linePlay).winnable},
		{words{"back", "dorthin"}, words{}, words{"go back to there", "dorthin zurückgehen"}, (*linePlay).toWinnable},
		{words{"mark", "merken"}, words{}, words{"say when the game is lost, or do not", "sagen, wenn das Spiel verloren ist, oder nicht mehr"}, (*linePlay).toggle},
		{words{"table", "tisch"}, words{}, words{"draw the table", "den Tisch zeichnen"}, (*linePlay).table},
		{words{"new", "neu"}, words{"[NUMBER]", "[SPIELNUMMER]"}, words{"deal another game", "ein anderes Spiel austeilen"}, (*linePlay).another},
		{words{"restart", "nochmal"}, words{}, words{"begin this deal again", "dieses Spiel von vorn"}, (*linePlay).restart},
		{words{"save", "speichern"}, words{"FILE", "DATEI"}, words{"write the record to a new file", "die Aufzeichnung in eine neue Datei schreiben"}, (*linePlay).saveTo},
		{words{"help", "hilfe"}, words{}, words{"this list; ? too", "diese Liste; auch ?"}, (*linePlay).help},
		{words{"quit", "ende"}, words{}, words{"leave, and print the record", "aufhören und die Aufzeichnung schreiben"}, (*linePlay).quit},
	}
}

// readLines plays a game line by line until the input ends. Where it is no person who
// types, a line that was not done is an error in the end.
func (p *player) readLines(ctx context.Context, s *session) error {
	if s == nil {
		var err error
		if s, err = p.askGame(ctx); err != nil || s == nil {
			if left := p.part(ctx, nil); left != nil {
				return left
			}
			return err
		}
	}
	l := &linePlay{session: s, player: p, ctx: ctx}
	l.introduce()
	if err := l.table(""); err != nil && ctx.Err() == nil {
		return err
	}
	for !l.done && p.ask(ctx) {
		if err := l.line(strings.TrimSpace(p.lines.Text())); err != nil && ctx.Err() == nil {
			fmt.Fprintln(p.out, l.whyNot(err))
			l.exit = max(l.exit, judged(err))
		}
	}
	fmt.Fprintln(p.out)
	if left := p.part(ctx, l.session); left != nil {
		return left // a line may still be read
	}
	switch err := p.lines.Err(); {
	case err != nil:
		return err
	case p.inTerminal || l.exit == exitDone:
		return nil
	case l.exit == exitNo:
		return errNo
	}
	return errOpen
}

// ask reads a line, after a prompt where somebody types it; false at the end, and when
// the game is ended.
func (p *player) ask(ctx context.Context) bool {
	if p.inTerminal {
		fmt.Fprint(p.out, "> ")
	}
	_ = p.flush() // its error stays, and is told at the end
	read := make(chan bool, 1)
	go func() { read <- p.lines.Scan() }()
	select {
	case more := <-read:
		return more && ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// askGame lets the player choose a game; nil where the input ends before.
func (p *player) askGame(ctx context.Context) (*session, error) {
	for i, v := range engine.Variants() {
		fmt.Fprintf(p.out, "%d  %s\n", i+1, phrase.Variant(p.language, v))
	}
	for p.ask(ctx) {
		answer := strings.TrimSpace(p.lines.Text())
		if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(engine.Variants()) {
			answer = engine.Variants()[n-1].String()
		}
		request, err := p.deal.request(p.command, answer)
		if err != nil {
			return nil, err
		}
		s, err := p.dealGame(ctx, request)
		if err == nil {
			return s, nil
		}
		fmt.Fprintln(p.out, p.explain(err))
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx) // a line may still be read
	}
	return nil, p.lines.Err()
}

// line does what a line says: a command, or moves.
func (l *linePlay) line(text string) error {
	name, argument, _ := strings.Cut(text, " ")
	if name == "?" {
		name = "help"
	}
	for _, command := range lineCommands() {
		if name == command.name.en || name == command.name.de {
			return command.do(l, strings.TrimSpace(argument))
		}
	}
	moves := strings.Fields(text)
	if len(moves) == 0 {
		return nil
	}
	err := l.enterAll(l.ctx, moves)
	var some *halted
	if !errors.As(err, &some) {
		return l.shown(err)
	}
	if failed := l.table(""); failed != nil {
		fmt.Fprintln(l.out, l.reason(failed))
	}
	return err
}

// whyNot says why a line was not done. What is no move may be meant as a command.
func (l *linePlay) whyNot(err error) string {
	said := l.reason(err)
	var wrong *talon.Error
	if errors.As(err, &wrong) && wrong.Reason == solitairev1.ErrorReason_MALFORMED_MOVE {
		said += l.say(words{en: " help lists what else can be typed.", de: " hilfe nennt, was sich sonst eingeben lässt."})
	}
	return said
}

// table draws the table and says how the game stands.
func (l *linePlay) table(string) error {
	fmt.Fprintf(l.out, "\n%s\n\n%s", l.caption(), l.drawing(l.game))
	if l.player.mark {
		for find := l.unproved(l.player.limits); find != nil; find = l.unproved(l.player.limits) {
			if err := l.search(find); err != nil {
				return err
			}
		}
		if text := l.judgement(); text != "" {
			fmt.Fprintf(l.out, "\n%s\n", text)
		}
	}
	if text := l.outcome(); text != "" {
		fmt.Fprintf(l.out, "\n%s\n", text)
	}
	return nil
}

// search waits for a search, which an interrupt ends, and keeps what it finds.
func (l *linePlay) search(find search) error {
	_ = l.flush()
	return l.searching(l.ctx, func(ctx context.Context) error {
		found := find(ctx)
		if ctx.Err() == nil {
			l.learn(found)
		}
		return found.err
	})
}

// introduce says what is known about a deal beforehand.
func (l *linePlay) introduce() {
	if l.proved != "" {
		fmt.Fprintln(l.out, l.proved)
	}
}

// shown draws the table if something was done.
func (l *linePlay) shown(err error) error {
	if err != nil {
		return err
	}
	return l.table("")
}

func (l *linePlay) takeBack(string) error { return l.shown(l.undo(l.ctx)) }
func (l *linePlay) toEnd(string) error    { return l.shown(l.finish(l.ctx)) }
func (l *linePlay) restart(string) error  { return l.shown(l.session.restart(l.ctx)) }

func (l *linePlay) again(string) error {
	made, err := l.redo(l.ctx)
	if err == nil && !made {
		return &denial{l.say(noRedo)}
	}
	return l.shown(err)
}

func (l *linePlay) list(string) error {
	l.printMoves(l.game.GetMoves())
	return nil
}

func (l *linePlay) hint(string) error {
	var advice *solitairev1.SuggestMoveResponse
	err := l.searching(l.ctx, func(ctx context.Context) (err error) {
		advice, err = l.advise(l.player.limits)(ctx)
		return err
	})
	if err == nil {
		l.printAdvice(advice)
	}
	return err
}

func (l *linePlay) winnable(string) error {
	find := l.trace(l.player.limits)
	var turn *solitairev1.FindLastWinnableResponse
	if err := l.search(func(ctx context.Context) finding {
		found := find(ctx)
		turn = found.turn
		return found
	}); err != nil {
		return err
	}
	fmt.Fprintln(l.out, l.turning(turn))
	return nil
}

func (l *linePlay) toWinnable(string) error {
	step := l.lastWinnableStep()
	if step < 0 || step == l.at {
		return &denial{l.say(l.nowhereToGo())}
	}
	return l.shown(l.back(l.ctx, step))
}

func (l *linePlay) toggle(string) error {
	l.player.mark = !l.player.mark
	fmt.Fprintln(l.out, l.say(marking(l.player.mark)))
	return l.table("")
}

func (l *linePlay) another(argument string) error {
	number := uint64(0)
	if argument != "" {
		var err error
		if number, err = strconv.ParseUint(argument, 10, 32); err != nil || number == 0 {
			return engine.ErrDealNumber
		}
	}
	next, err := l.player.dealGame(l.ctx, l.player.another(l.session, uint32(number)))
	if err != nil {
		return err
	}
	l.session = next
	l.introduce()
	return l.table("")
}

func (l *linePlay) saveTo(path string) error {
	if path == "" {
		return errors.New(l.say(words{en: "The name of a new file is missing.", de: "Der Name einer neuen Datei fehlt."}))
	}
	if err := l.save(path); err != nil {
		return err
	}
	fmt.Fprintln(l.out, l.say(saved, path))
	return nil
}

func (l *linePlay) help(string) error {
	fmt.Fprintln(l.out, l.say(words{
		en: "Moves, one or more a line, as t3t5x2, wt4, t1fs, d (draw), r (redeal), and:",
		de: "Züge, einer oder mehrere je Zeile, wie t3t5x2, wt4, t1fs, d (ziehen), r (umdrehen), und:",
	}))
	for _, command := range lineCommands() {
		usage := strings.TrimSpace(l.say(command.name) + " " + l.say(command.argument))
		fmt.Fprintf(l.out, "  %-18s  %s\n", usage, l.say(command.about))
	}
	return nil
}

func (l *linePlay) quit(string) error {
	l.done = true
	return nil
}
