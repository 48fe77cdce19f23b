package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/clients/cli/internal/certify"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
	"github.com/talon-solitaire/talon/engine/solve"
)

// certifyCommand proves many deals winnable.
func (t *tool) certifyCommand() *cobra.Command {
	r := &certifyRun{tool: t}
	command := &cobra.Command{
		Use:   t.say(words{en: "certify GAME (--deals FROM-TO | --days FROM..TO) --out FILE", de: "certify SPIEL (--deals VON-BIS | --days VON..BIS) --out DATEI"}),
		Short: t.say(words{en: "Prove many deals winnable", de: "Viele Spiele als gewinnbar nachweisen"}),
		Long: t.say(words{
			en: `Solves the numbered deals of a range, or finds the deal of each day, and writes a
line of JSON for each to a file: verdict, positions looked at, and for winnable deals of
a range how a simple player fares, which is what difficulty is made of. A run that was
stopped goes on with what its file does not hold yet. --shard 3/10 takes every tenth
deal, from the fourth one on, so that ten machines share a range.

Klondike's deal of a day is proved for draw 1 and for draw 3.`,
			de: `Löst die Spiele eines Nummernbereichs oder sucht das Spiel jedes Tages und schreibt je
eine Zeile JSON in eine Datei: Urteil, untersuchte Stellungen und bei gewinnbaren Spielen
eines Bereichs, wie ein einfacher Spieler abschneidet; daraus ergibt sich die
Schwierigkeit. Ein abgebrochener Lauf geht weiter, wo seine Datei endet. --shard 3/10
nimmt jedes zehnte Spiel ab dem vierten; so teilen sich zehn Rechner einen Bereich.

Das Tagesspiel von Klondike wird für draw 1 und für draw 3 nachgewiesen.`,
		}),
		Example: example(
			"talon certify klondike -o draw=1 --deals 1-20 --out klondike-draw1.jsonl",
			"talon certify golf --days 2026-01-01..2026-01-07 --out golf-days.jsonl",
			"talon certify golf --deals 1-20 --shard 0/2 --out golf-0.jsonl",
		),
		GroupID:           groupSolve,
		Args:              t.takes(1, 1),
		ValidArgsFunction: completeVariant,
	}
	flags := command.Flags()
	t.optionFlag(command, &r.options)
	flags.StringVar(&r.deals, "deals", "", t.say(words{en: "deal numbers `FROM-TO`", de: "Spielnummern `VON-BIS`"}))
	flags.StringVar(&r.days, "days", "", t.say(words{en: "days `FROM..TO`, 2026-01-01..2026-12-31", de: "Tage `VON..BIS`, 2026-01-01..2026-12-31"}))
	flags.StringVar(&r.out, "out", "", t.say(words{en: "`FILE` that grows", de: "`DATEI`, die wächst"}))
	flags.StringVar(&r.shard, "shard", "0/1", t.say(words{en: "part `I/N` of the range, from 0", de: "Teil `I/N` des Bereichs, ab 0"}))
	flags.IntVar(&r.job.Workers, "workers", runtime.GOMAXPROCS(0), t.say(words{en: "`N` deals at a time", de: "`N` Spiele zugleich"}))
	flags.Uint64Var(&r.job.Limit.Nodes, "nodes", 1_000_000, t.say(words{en: "give a deal up after `N` positions", de: "ein Spiel nach `N` Stellungen aufgeben"}))
	flags.IntVar(&r.megabytes, "memory", 256, t.say(words{en: "`MIB` of tables for each deal at a time", de: "`MIB` Tabellen für jedes Spiel"}))
	flags.IntVar(&r.job.Games, "games", 12, t.say(words{en: "measure a winnable deal with `N` games of a simple player", de: "ein gewinnbares Spiel mit `N` Partien eines einfachen Spielers messen"}))
	command.RunE = func(c *cobra.Command, args []string) error {
		r.line = t.progress()
		return r.run(c.Context(), args[0])
	}
	return command
}

// certifyRun is one run of talon certify.
type certifyRun struct {
	*tool
	job                     certify.Job
	options                 []string
	deals, days, out, shard string
	megabytes               int
	line                    *progress
	// total is how many deals there are, before how many of them the file held,
	// done how many it holds now.
	total, before, done, winnable int
	began                         time.Time
}

// certified is the answer of certify in JSON.
type certified struct {
	Deals    int `json:"deals"`
	Done     int `json:"done"`
	Winnable int `json:"winnable"`
	Before   int `json:"before"`
}

func (r *certifyRun) run(ctx context.Context, game string) error {
	if r.flags.server != "" {
		return r.usage(words{en: "certify works in this program, not on a server", de: "certify arbeitet in diesem Programm, nicht auf einem Server"})
	}
	if r.out == "" {
		return r.usage(words{en: "--out FILE is missing", de: "--out DATEI fehlt"})
	}
	for _, flag := range []struct {
		name        string
		value, most uint64
	}{
		{"workers", uint64(r.job.Workers), 1 << 10},
		{"nodes", r.job.Limit.Nodes, math.MaxUint32},
		{"memory", uint64(r.megabytes), 1 << 20},
		{"games", uint64(r.job.Games), 10_000},
	} {
		if flag.value < 1 || flag.value > flag.most {
			return r.usage(words{en: "--%s is 1 to %d", de: "--%s ist 1 bis %d"}, flag.name, flag.most)
		}
	}
	r.job.Memory = r.megabytes << 20
	if err := r.choose(game); err != nil {
		return err
	}
	items, err := r.items()
	if err != nil {
		return err
	}
	file, err := certify.Open(r.out, &r.job)
	if err != nil {
		return r.foreign(err)
	}
	err = r.certify(ctx, file, items)
	if lost := file.Close(); err == nil {
		err = lost
	}
	return err
}

// foreign says why the run cannot go on with its file.
func (r *certifyRun) foreign(err error) error {
	var wrong *certify.LineError
	if !errors.As(err, &wrong) {
		return r.fileError(err)
	}
	where := fmt.Sprintf("%.200s:%d: ", r.out, wrong.Line)
	if wrong.Options == "" {
		return errors.New(where + r.say(words{
			en: "no line of certify, the file is left as it is",
			de: "keine Zeile von certify, die Datei bleibt, wie sie ist",
		}))
	}
	var wanted []string
	for _, o := range r.job.Options {
		wanted = append(wanted, o.String())
	}
	return errors.New(where + r.say(words{
		en: "a deal of %.100s, this run is about %s",
		de: "ein Spiel von %.100s, in diesem Lauf geht es um %s",
	}, wrong.Options, strings.Join(wanted, ", ")))
}

// choose reads the options; of Klondike's days there are always both draws.
func (r *certifyRun) choose(game string) error {
	chosen, err := r.tool.options(r.options)
	if err != nil {
		return err
	}
	v, err := engine.ParseVariant(game)
	if err != nil {
		return err
	}
	draws := []string{chosen["draw"]}
	if v == engine.Klondike && r.days != "" {
		draws = []string{"1", "3"}
	}
	for _, draw := range draws {
		if draw != "" {
			chosen["draw"] = draw
		}
		o, err := engine.ParseOptions(v, chosen)
		if err != nil {
			return err
		}
		r.job.Options = append(r.job.Options, pool.Unscored(o))
	}
	return nil
}

// items lists what the flags ask for, the part of the shard only.
func (r *certifyRun) items() ([]certify.Item, error) {
	var part, parts int
	if n, _ := fmt.Sscanf(r.shard, "%d/%d", &part, &parts); n != 2 || part < 0 || part >= parts || fmt.Sprintf("%d/%d", part, parts) != r.shard {
		return nil, r.usage(words{en: "--shard is I/N with I from 0 to N-1, as in 3/10", de: "--shard ist I/N mit I von 0 bis N-1, wie in 3/10"})
	}
	switch {
	case (r.deals == "") == (r.days == ""):
		return nil, r.usage(words{en: "wanted either --deals FROM-TO or --days FROM..TO", de: "erwartet wird entweder --deals VON-BIS oder --days VON..BIS"})
	case r.deals != "":
		return r.numbers(part, parts)
	default:
		return r.dates(part, parts)
	}
}

// maxItems bounds the deals of one run, all shards together.
const maxItems = 10_000_000

func (r *certifyRun) numbers(part, parts int) ([]certify.Item, error) {
	from, to, found := strings.Cut(r.deals, "-")
	first, err := strconv.ParseUint(from, 10, 32)
	last, err2 := strconv.ParseUint(to, 10, 32)
	if !found || err != nil || err2 != nil || first == 0 || last < first || last-first >= maxItems {
		return nil, r.usage(words{
			en: "--deals is FROM-TO, numbers from 1 to 4294967295, at most %d of them",
			de: "--deals ist VON-BIS, Nummern von 1 bis 4294967295, höchstens %d davon",
		}, maxItems)
	}
	var items []certify.Item
	for n := first + uint64(part); n <= last; n += uint64(parts) {
		items = append(items, certify.Item{Number: engine.DealNumber(n)})
	}
	return items, nil
}

func (r *certifyRun) dates(part, parts int) ([]certify.Item, error) {
	from, to, found := strings.Cut(r.days, "..")
	first, err := time.Parse(time.DateOnly, from)
	last, err2 := time.Parse(time.DateOnly, to)
	if !found || err != nil || err2 != nil || last.Before(first) {
		return nil, r.usage(words{
			en: "--days is FROM..TO, as in 2026-01-01..2026-12-31",
			de: "--days ist VON..BIS, wie in 2026-01-01..2026-12-31",
		})
	}
	var items []certify.Item
	for day, n := first, 0; !day.After(last); day, n = day.AddDate(0, 0, 1), n+1 {
		if n%parts == part {
			items = append(items, certify.Item{Day: day.Format(time.DateOnly)})
		}
	}
	return items, nil
}

// certify looks at the items that the file does not hold yet. An interrupt ends
// it after the lines that are whole.
func (r *certifyRun) certify(ctx context.Context, file *certify.File, items []certify.Item) error {
	r.total, r.began = len(items), time.Now()
	left := slices.DeleteFunc(items, func(item certify.Item) bool { return file.Has(&r.job, item) })
	r.before = r.total - len(left)
	r.done = r.before
	err := r.searching(ctx, func(ctx context.Context) error {
		return r.job.Run(ctx, left, func(lines []certify.Line) error {
			r.done++
			if lines[len(lines)-1].Verdict == solve.Winnable.String() {
				r.winnable++
			}
			r.line.tell(r.bar)
			return file.Add(lines)
		})
	})
	r.line.away()
	if r.flags.json {
		return errors.Join(err, json.NewEncoder(r.tool.out).Encode(certified{r.total, r.done - r.before, r.winnable, r.before}))
	}
	fmt.Fprintln(r.tool.out, r.say(words{
		en: "%d of %d deals done, %d of them winnable, %d from before",
		de: "%d von %d Spielen fertig, davon %d gewinnbar, %d von früher",
	}, r.done-r.before, r.total, r.winnable, r.before))
	return err
}

// bar shows how much is done, and how many deals a second.
func (r *certifyRun) bar() string {
	const width = 30
	full := width * r.done / max(r.total, 1)
	rate := float64(r.done-r.before) / max(time.Since(r.began).Seconds(), 1e-3)
	return fmt.Sprintf("[%s%s] %d/%d  %.1f/s", strings.Repeat("#", full), strings.Repeat(".", width-full), r.done, r.total, rate)
}
