package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// replayCommand plays records and compares them with what they claim.
func (t *tool) replayCommand() *cobra.Command {
	var quiet bool
	command := &cobra.Command{
		Use:   t.say(words{en: "replay FILE…", de: "replay DATEI…"}),
		Short: t.say(words{en: "Replay records and check what they claim", de: "Aufzeichnungen nachspielen und ihre Angaben prüfen"}),
		Long: t.say(words{
			en: `Replays the records of files, - being the standard input: JSON, one object a line,
or tags and moves, many records a file. Each record is played move by move, and its
status, score, moveCount and stateSha256 are compared with what comes out.

The exit code is 0 only if every record replays as it claims. Of the first refused
move, the table before it is drawn.`,
			de: `Spielt die Aufzeichnungen in Dateien nach, - ist die Standardeingabe: JSON, ein Objekt
je Zeile, oder Tags und Züge, viele Aufzeichnungen je Datei. Jede wird Zug um Zug
gespielt, und ihre Angaben status, score, moveCount und stateSha256 werden mit dem
verglichen, was herauskommt.

Der Rückgabewert ist nur dann 0, wenn jede Aufzeichnung so verläuft, wie sie angibt.
Vom ersten abgelehnten Zug wird der Tisch davor gezeichnet.`,
		}),
		Example: example(
			"talon replay games.jsonl",
			"zcat games.txt.gz | talon replay - --quiet",
			"talon replay games.jsonl --json",
		),
		GroupID: groupText,
		Args:    t.takes(1, -1),
	}
	command.Flags().BoolVarP(&quiet, "quiet", "q", false, t.say(words{
		en: "say nothing but what does not replay",
		de: "nur nennen, was nicht stimmt",
	}))
	command.RunE = func(c *cobra.Command, args []string) error {
		r := &replay{tool: t, quiet: quiet, line: t.progress()}
		if quiet {
			r.line.to = nil
		}
		err := r.run(c.Context(), args)
		r.line.away()
		if err != nil {
			return err
		}
		return r.finish()
	}
	return command
}

// replay is one run over files of records.
type replay struct {
	*tool
	quiet       bool
	done, wrong int
	drawn       bool // the table of the first refusal
	line        *progress
}

// entry is a record as a file holds it, or what is wrong with it.
type entry struct {
	file   string
	line   int
	record *engine.Record
	err    error
}

// verdict is the answer about one record in JSON.
type verdict struct {
	File    string          `json:"file"`
	Line    int             `json:"line"`
	Replays bool            `json:"replays"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *problem        `json:"error,omitempty"`
}

// run replays the records of files. One goroutine reads and sends them, this one
// takes the results and prints.
func (r *replay) run(ctx context.Context, files []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	replays, err := r.rules.ReplayGames(ctx)
	if err != nil {
		return err
	}
	defer replays.Close()
	const ahead = 256 // records that may be on their way
	entries := make(chan entry, ahead)
	read := make(chan error, 1)
	go func() {
		defer close(entries)
		read <- r.send(ctx, files, entries, replays)
	}()
	for e := range entries {
		e.file = printable(e.file)
		if err := r.entry(e, replays); err != nil {
			return err
		}
		r.done++
		r.line.tell(func() string {
			return r.say(words{en: "%d records, %d wrong", de: "%d Aufzeichnungen, %d falsch"}, r.done, r.wrong)
		})
		if len(entries) == 0 { // who sends records one by one waits for each answer
			if err := r.flush(); err != nil {
				return err
			}
		}
	}
	return <-read
}

// send reads the records of files and sends those that can be replayed.
func (r *replay) send(ctx context.Context, files []string, entries chan<- entry, replays replays) error {
	for _, name := range files {
		err := r.file(name, func(e entry) bool {
			select {
			case entries <- e:
			case <-ctx.Done():
				return false
			}
			// Where sending fails, the next result says why.
			return e.err != nil || replays.Send(r.request(e.record)) == nil
		})
		if err != nil {
			return err
		}
	}
	return replays.CloseSend()
}

// file reads the records of a file until yield has had enough.
func (r *replay) file(name string, yield func(entry) bool) error {
	in := r.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return r.fileError(err)
		}
		defer file.Close()
		in = file
	}
	records := engine.ReadRecords(in)
	for found := 0; ; found++ {
		record, err := records.Next()
		if err == nil {
			_, err = records.Start()
		}
		var wrong *engine.RecordError
		switch {
		case err == io.EOF && found == 0:
			return fmt.Errorf(r.say(words{
				en: "%s: no record, expected one as JSON on a line, or tags such as [Variant \"klondike\"] and moves",
				de: "%s: keine Aufzeichnung, erwartet wird eine als JSON in einer Zeile oder als Tags wie [Variant \"klondike\"] und Züge",
			}), r.nameOfFile(name))
		case err == io.EOF:
			return nil
		case err != nil && !errors.As(err, &wrong):
			return r.fileError(err)
		case !yield(entry{name, records.Line(), record, err}):
			return nil
		}
	}
}

// nameOfFile names a file of records, - being the standard input.
func (r *replay) nameOfFile(name string) string {
	if name == "-" {
		return r.nameOf(name)
	}
	return name
}

// entry takes the result of a record and tells what is wrong with it. Its error
// ends the run.
func (r *replay) entry(e entry, replays replays) error {
	if e.err != nil {
		return r.unreadable(e, e.err)
	}
	answer, err := replays.Next()
	switch {
	case err == nil:
		return r.result(e, answer)
	case aboutRequest(err):
		return r.unreadable(e, err)
	case err == io.EOF:
		return errors.New(r.say(words{en: "the server ended the call early", de: "der Server hat die Verbindung vorzeitig beendet"}))
	}
	return err
}

// result tells of a record that was replayed.
func (r *replay) result(e entry, answer *solitairev1.ReplayGameResponse) error {
	replays := answer.GetComplete() && len(answer.GetDifferences()) == 0
	if !replays {
		r.wrong++
	}
	if r.flags.json {
		result, err := jsonOf(answer)
		if err != nil {
			return err
		}
		return r.tell(verdict{File: e.file, Line: e.line, Replays: replays, Result: result})
	}
	if replays {
		return nil
	}
	r.line.away()
	if stop := answer.GetStop(); stop != nil {
		r.stopped(e, stop, answer.GetGame())
		return nil
	}
	for _, d := range answer.GetDifferences() {
		fmt.Fprintln(r.out, printable(r.say(words{
			en: "%s:%d: %s: the record claims %s, the moves lead to %s",
			de: "%s:%d: %s: angegeben ist %s, die Züge führen zu %s",
		}, e.file, e.line, d.GetField(), d.GetWant(), d.GetGot())))
	}
	return nil
}

// stopped tells of a record in which a move is refused; of the first one the table
// is drawn.
func (r *replay) stopped(e entry, stop *solitairev1.ReplayGameResponse_Stop, before *solitairev1.Game) {
	move := ""
	if i := int(stop.GetIndex()); i >= 0 && i < len(e.record.Moves) {
		move = e.record.Moves[i]
	}
	fmt.Fprintln(r.out, r.say(words{
		en: "%s:%d: move %q at index %d: %s",
		de: "%s:%d: Zug „%s“ bei Index %d: %s",
	}, e.file, e.line, move, stop.GetIndex(), r.refusal(stop.GetRefusal(), move)))
	if !r.drawn {
		r.drawn = true
		fmt.Fprintln(r.out)
		r.printTable(before)
		fmt.Fprintln(r.out)
	}
}

// unreadable tells of a record that cannot be replayed at all.
func (r *replay) unreadable(e entry, err error) error {
	r.wrong++
	if r.flags.json {
		return r.tell(verdict{File: e.file, Line: e.line, Error: r.problem(err)})
	}
	r.line.away()
	where := fmt.Sprintf("%s:%d", e.file, e.line)
	if at := (*engine.RecordError)(nil); errors.As(err, &at) && at.Line > 0 {
		// The place within the record, said once.
		where = fmt.Sprintf("%s:%d:%d", e.file, at.Line, at.Column)
		err = &engine.RecordError{Field: at.Field, Wanted: at.Wanted, Err: at.Err}
	}
	fmt.Fprintf(r.out, "%s: %s\n", where, r.explain(err))
	return nil
}

func (r *replay) tell(v verdict) error { return json.NewEncoder(r.out).Encode(v) }

// finish sums up.
func (r *replay) finish() error {
	if !r.flags.json && !r.quiet {
		fmt.Fprintln(r.out, r.summary())
	}
	if r.wrong > 0 {
		return errNo
	}
	return nil
}

// summary says how many records there were and how many of them are wrong.
func (r *replay) summary() string {
	records := words{en: "%d records replayed, ", de: "%d Aufzeichnungen nachgespielt, "}
	if r.done == 1 {
		records = words{en: "%d record replayed, ", de: "%d Aufzeichnung nachgespielt, "}
	}
	text := r.say(records, r.done)
	if r.wrong == 0 {
		return text + r.say(words{en: "as claimed", de: "wie angegeben"})
	}
	return text + r.say(words{en: "%d not as claimed", de: "%d nicht wie angegeben"}, r.wrong)
}

// request asks for the replay of a record. A table is drawn of the first refusal
// only, but which one that will be is not known yet.
func (r *replay) request(record *engine.Record) *solitairev1.ReplayGameRequest {
	request := &solitairev1.ReplayGameRequest{
		Moves:  record.Moves,
		Expect: &solitairev1.Expectation{StateSha256: record.StateSHA256},
		View:   solitairev1.Game_TABLE,
	}
	if r.flags.json {
		request.View = solitairev1.Game_STATE
	}
	if record.Status != nil {
		status := solitairev1.Game_Status(solitairev1.Game_Status_value[*record.Status])
		request.Expect.Status = &status
	}
	if record.Score != nil {
		request.Expect.Score = number(*record.Score)
	}
	if record.MoveCount != nil {
		request.Expect.MoveCount = number(*record.MoveCount)
	}
	request.Deal, request.State = dealOf(record), record.State
	return request
}

// dealOf is the deal in which a record begins, nil where it begins in a state.
func dealOf(record *engine.Record) *solitairev1.Deal {
	if record.Deal == nil {
		return nil
	}
	message := &solitairev1.Deal{Variant: record.Variant, Options: record.Options}
	switch deal := record.Deal; {
	case deal.Number != 0:
		number := uint32(deal.Number)
		message.Number = &number
	case deal.Seed != "":
		message.Seed = &deal.Seed
	default:
		message.Deck = &deal.Deck
	}
	return message
}

func number(n int) *int32 {
	n32 := int32(n)
	return &n32
}
