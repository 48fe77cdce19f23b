package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// convertCommand converts between the notation and the formats of other programs.
func (t *tool) convertCommand() *cobra.Command {
	var (
		from, to, variant, state, autoplay string
		number                             uint32
		options                            []string
		single                             bool
	)
	command := &cobra.Command{
		Use:   t.say(words{en: "convert --from FORMAT --to FORMAT INPUT", de: "convert --from FORMAT --to FORMAT EINGABE"}),
		Short: t.say(words{en: "Convert between notations and formats", de: "Zwischen Notationen und Formaten umwandeln"}),
		Long: t.say(words{
			en: `Converts a position, moves or a record. INPUT is the text itself, - for the standard
input, or @FILE; for piles it is JSON with variant, options, piles and counters.

Moves begin in the position of --state or in the FreeCell deal of --number.

Formats:%s`,
			de: `Wandelt eine Stellung, Züge oder eine Aufzeichnung um. EINGABE ist der Text selbst,
- für die Standardeingabe oder @DATEI; bei piles ist sie JSON mit variant, options,
piles und counters.

Züge beginnen in der Stellung von --state oder im FreeCell-Spiel von --number.

Formate:%s`,
		}, wrap(formats(), 72)),
		Example: example(
			"talon convert --from microsoft-number --to position 11982",
			"talon deal freecell --number 1 | talon convert --from position --to fc-solve-board -",
			`talon convert --from freecell-standard --to moves --number 1 "3a 3b"`,
		),
		GroupID: groupText,
		Args:    t.takes(1, 1),
	}
	flags := command.Flags()
	flags.StringVar(&from, "from", "", t.say(words{en: "`FORMAT` of the input", de: "`FORMAT` der Eingabe"}))
	flags.StringVar(&to, "to", "position", t.say(words{en: "`FORMAT` to write", de: "`FORMAT` der Ausgabe"}))
	flags.StringVar(&variant, "variant", "", t.say(words{en: "`GAME`, where the format does not name it", de: "`SPIEL`, wo das Format es nicht nennt"}))
	t.optionFlag(command, &options)
	flags.StringVar(&state, "state", "", t.say(words{en: "`STATE` in which the moves begin, or @FILE", de: "`STELLUNG`, in der die Züge beginnen, oder @DATEI"}))
	flags.Uint32Var(&number, "number", 0, t.say(words{en: "Microsoft `NUMBER` of the deal in which the moves begin", de: "`SPIELNUMMER` von Microsoft, mit der die Züge beginnen"}))
	flags.StringVar(&autoplay, "autoplay", "none", t.say(words{
		en: "`RULE` of plays that freecell-standard leaves unwritten: none, horne, raymond",
		de: "`REGEL` für Züge, die freecell-standard nicht schreibt: none, horne, raymond",
	}))
	flags.BoolVar(&single, "single", false, t.say(words{
		en: "write each group in freecell-standard as single moves",
		de: "in freecell-standard jede Gruppe als Einzelzüge schreiben",
	}))
	for _, name := range []string{"from", "to"} {
		_ = command.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(formats(), cobra.ShellCompDirectiveNoFileComp))
	}
	command.RunE = func(c *cobra.Command, args []string) error {
		request := &solitairev1.ConvertPositionRequest{Variant: variant, Single: single}
		var err error
		if request.From, err = t.format("from", from); err != nil {
			return err
		}
		if request.To, err = t.format("to", to); err != nil {
			return err
		}
		if request.Options, err = t.options(options); err != nil {
			return err
		}
		if err := t.checkConversion(c, request.GetFrom(), request.GetTo()); err != nil {
			return err
		}
		if c.Flags().Changed("autoplay") {
			name := strings.ToUpper(autoplay)
			if autoplay != strings.ToLower(name) || solitairev1.ConvertPositionRequest_Autoplay_value[name] == 0 {
				return t.usage(words{
					en: "--autoplay cannot be %.40q, wanted none, horne or raymond",
					de: "--autoplay kann nicht „%.40s“ sein, erwartet wird none, horne oder raymond",
				}, autoplay)
			}
			request.Autoplay = solitairev1.ConvertPositionRequest_Autoplay(solitairev1.ConvertPositionRequest_Autoplay_value[name])
		}
		if state != "" {
			if request.State, err = t.state(state); err != nil {
				return err
			}
		}
		if c.Flags().Changed("number") {
			request.Number = &number
		}
		text, err := t.operand(args[0], maxText)
		if err != nil {
			return err
		}
		if text == "" {
			return t.usage(words{en: "there is nothing to convert", de: "es gibt nichts umzuwandeln"})
		}
		if err := t.input(request, text); err != nil {
			return err
		}
		answer, err := t.rules.ConvertPosition(c.Context(), request)
		if err != nil {
			return err
		}
		if t.flags.json {
			return t.encode(answer)
		}
		t.printConverted(request.GetTo(), answer)
		return nil
	}
	return command
}

// reading holds, for each format, the flags that reading it uses; a board of
// another program is read with --variant and options.
var reading = map[solitairev1.ConvertPositionRequest_Format][]string{
	solitairev1.ConvertPositionRequest_POSITION:          {},
	solitairev1.ConvertPositionRequest_PILES:             {"variant", "option"},
	solitairev1.ConvertPositionRequest_MOVES:             {"state", "number", "option"},
	solitairev1.ConvertPositionRequest_RECORD_JSON:       {},
	solitairev1.ConvertPositionRequest_RECORD_TEXT:       {},
	solitairev1.ConvertPositionRequest_MICROSOFT_NUMBER:  {"option"},
	solitairev1.ConvertPositionRequest_FREECELL_STANDARD: {"state", "number", "option", "autoplay"},
}

// checkConversion refuses flags that the conversion would not look at, and moves
// that begin nowhere.
func (t *tool) checkConversion(c *cobra.Command, from, to solitairev1.ConvertPositionRequest_Format) error {
	used, known := reading[from]
	if !known {
		used = []string{"variant", "option"}
		// A board of fc-solve is one of FreeCell where nothing else is said.
		if !c.Flags().Changed("variant") && from != solitairev1.ConvertPositionRequest_FC_SOLVE_BOARD {
			return t.usage(words{
				en: "say with --variant which game the board is of",
				de: "mit --variant angeben, zu welchem Spiel die Stellung gehört",
			})
		}
	}
	if to == solitairev1.ConvertPositionRequest_FREECELL_STANDARD {
		used = append(slices.Clone(used), "autoplay", "single")
	}
	for _, flag := range []string{"variant", "option", "state", "number", "autoplay", "single"} {
		if c.Flags().Changed(flag) && !slices.Contains(used, flag) {
			return t.usage(words{
				en: "--%s means nothing for this conversion",
				de: "--%s bedeutet bei dieser Umwandlung nichts",
			}, flag)
		}
	}
	if !slices.Contains(used, "state") {
		return nil
	}
	if !c.Flags().Changed("state") && !c.Flags().Changed("number") {
		return t.usage(words{
			en: "say with --state or --number where the moves begin",
			de: "mit --state oder --number angeben, wo die Züge beginnen",
		})
	}
	if c.Flags().Changed("option") {
		return t.onlyOne(c, "state", "option")
	}
	return t.onlyOne(c, "state", "number")
}

// noPiles says what piles look like, and where the text stops being JSON at all or
// which of its fields belongs to something else.
func (t *tool) noPiles(text string) error {
	var (
		syntax *json.SyntaxError
		fields map[string]json.RawMessage
	)
	if err := json.Unmarshal([]byte(text), &fields); errors.As(err, &syntax) {
		return t.usage(words{
			en: `the piles are no JSON: it ends at byte %d; expected {"variant":"golf","piles":[{"id":"t1","cards":"Ac"}]} or the like`,
			de: `die Stapel sind kein JSON: Es endet bei Byte %d; erwartet wird etwas wie {"variant":"golf","piles":[{"id":"t1","cards":"Ac"}]}`,
		}, syntax.Offset)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains([]string{"variant", "options", "piles", "counters"}, name) {
			return t.usage(words{
				en: "the piles have a field %.40q, wanted variant, options, piles and counters",
				de: "die Stapel haben ein Feld „%.40s“, erwartet werden variant, options, piles und counters",
			}, name)
		}
	}
	return t.usage(words{
		en: `the piles hold something else; expected variant, options, piles and counters as in {"variant":"golf","piles":[{"id":"t1","cards":"Ac"}]}`,
		de: `die Stapel enthalten etwas anderes; erwartet werden variant, options, piles und counters wie in {"variant":"golf","piles":[{"id":"t1","cards":"Ac"}]}`,
	})
}

// input puts what was read into the field that the format reads.
func (t *tool) input(request *solitairev1.ConvertPositionRequest, text string) error {
	switch request.GetFrom() {
	case solitairev1.ConvertPositionRequest_POSITION:
		request.State = text
	case solitairev1.ConvertPositionRequest_MOVES:
		request.Moves = strings.Fields(text)
	case solitairev1.ConvertPositionRequest_MICROSOFT_NUMBER:
		number, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return t.noNumber("number", text)
		}
		n := uint32(number)
		request.Number = &n
	case solitairev1.ConvertPositionRequest_PILES:
		var piles solitairev1.ConvertPositionRequest
		if err := protojson.Unmarshal([]byte(text), &piles); err != nil {
			return t.noPiles(text)
		}
		request.Piles, request.Counters = piles.GetPiles(), piles.GetCounters()
		if request.Variant == "" {
			request.Variant = piles.GetVariant()
		}
		if len(request.Options) == 0 {
			request.Options = piles.GetOptions()
		}
	default:
		request.Text = text
	}
	return nil
}

// printConverted prints what the format consists of.
func (t *tool) printConverted(to solitairev1.ConvertPositionRequest_Format, answer *solitairev1.ConvertPositionResponse) {
	switch to {
	case solitairev1.ConvertPositionRequest_MICROSOFT_NUMBER:
		fmt.Fprintln(t.out, answer.GetNumber())
	case solitairev1.ConvertPositionRequest_PILES:
		for _, pile := range answer.GetPiles() {
			fmt.Fprintln(t.out, strings.TrimRight(fmt.Sprintf("%-3s %s", printable(pile.GetId()), printable(pile.GetCards())), " "))
		}
	default:
		fmt.Fprintln(t.out, strings.TrimRight(printable(answer.GetText()), "\n"))
	}
}

// formats names the formats as flags take them: position, fc-solve-board, ….
func formats() []string {
	var names []string
	for value := int32(1); ; value++ {
		name, found := solitairev1.ConvertPositionRequest_Format_name[value]
		if !found {
			return names
		}
		names = append(names, strings.ToLower(strings.ReplaceAll(name, "_", "-")))
	}
}

// format reads the name of a format.
func (t *tool) format(flag, name string) (solitairev1.ConvertPositionRequest_Format, error) {
	if i := slices.Index(formats(), name); i >= 0 {
		return solitairev1.ConvertPositionRequest_Format(i + 1), nil
	}
	return 0, t.usage(words{
		en: "--%s cannot be %.40q, wanted one of %s",
		de: "--%s kann nicht „%.40s“ sein, erwartet wird eines von %s",
	}, flag, name, strings.Join(formats(), ", "))
}

// wrap joins words to lines of at most width characters.
func wrap(list []string, width int) string {
	var text strings.Builder
	used := width // the list begins on a line of its own
	for i, word := range list {
		if i < len(list)-1 {
			word += ","
		}
		if used+1+len(word) > width {
			text.WriteString("\n  ")
			used = 2
		} else {
			text.WriteByte(' ')
			used++
		}
		text.WriteString(word)
		used += len(word)
	}
	return text.String()
}
