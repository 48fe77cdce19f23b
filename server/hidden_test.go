package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// TestNoHiddenCardLeavesTheServer plays random games and asks everything about them twice: of the game, and of one
// that differs in its hidden cards only. The answers and what the log says have to be the same to the byte, but
// for what is sealed, which has to be as long. And no answer may name a card that is hidden after it.
//
// TALON_BATTERY says how many games of each variant; TALON_BATTERY_SEED where they begin.
func TestNoHiddenCardLeavesTheServer(t *testing.T) {
	games, first := setting(t, "TALON_BATTERY", 12), setting(t, "TALON_BATTERY_SEED", 1)
	for _, v := range engine.Variants() {
		if !v.Hidden() {
			continue
		}
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			w := newWatch(t)
			options := enginetest.AllOptions(t, v)
			for i := 0; i < games && !t.Failed(); i++ {
				w.play(options[i%len(options)], enginetest.Source(uint64(first+i)))
			}
			t.Logf("%d games, %d calls, %d of them compared", w.games, w.calls, w.compared)
			if w.compared < w.calls/3 {
				t.Errorf("only %d of %d calls were compared", w.compared, w.calls)
			}
			w.scan("metrics", w.ask("GET", "/metrics", "", w.s.admin.Handler), nil)
			w.scanSpans()
		})
	}
}

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv(name), strconv.Itoa(otherwise)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// watch looks at everything that leaves a server.
type watch struct {
	*testing.T
	s                      *server
	log                    *bytes.Buffer
	traces                 *collector
	random                 *rand.Rand
	origin                 seal.Origin
	games, calls, compared int
}

func newWatch(t *testing.T) *watch {
	t.Helper()
	c := patient()
	c.logLevel = -4
	sealing(t, bothForms, adviceVisible)(&c)
	traces := newCollector(t)
	tracingTo(t, traces.endpoint)(&c)
	// Where nothing is hidden a hint may search; it is to end by its nodes and not by the time.
	c.limits.solverNodes, c.limits.solverTime = 500, time.Hour
	log := &bytes.Buffer{}
	return &watch{T: t, s: newServer(&c, newLogger(&c, log), &net.TCPAddr{}), log: log, traces: traces, origin: seal.NewSecret()}
}

// scanSpans looks for any card in the spans of the calls; of many calls some spans are dropped.
func (w *watch) scanSpans() {
	w.s.flushTraces()
	spans := w.traces.text()
	if !strings.Contains(spans, "RulesService/ApplyMoves") {
		w.Error("the calls left no spans")
	}
	if card := cardRun.FindString(spans); card != "" {
		w.Errorf("a span names %s:\n%s", card, spans)
	}
}

// play plays a random game and looks at one of its positions.
func (w *watch) play(o engine.Options, random *rand.Rand) {
	w.random = random
	start := enginetest.RandomDeal(random, o).Position()
	if random.IntN(3) == 0 {
		start = enginetest.LatePosition(w, random, o)
	}
	player := enginetest.NewPlayer(random)
	p := start
	var log []string
	for range random.IntN(120) {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := player.Pick(legal)
		if err := p.Apply(m); err != nil {
			w.Fatal(err)
		}
		log = append(log, m.String())
	}
	w.look(&start, log, &p)
}

// view is what a player sees of a position.
func view(p *engine.Position) string {
	return fmt.Sprint(p.Table(), p.Status(), p.FinishAvailable(), p.Moves(), p.Score(), p.Redeals(), p.Streak())
}

// look asks everything about a position.
func (w *watch) look(start *engine.Position, log []string, p *engine.Position) {
	w.games++
	twin := enginetest.SwapHidden(w, w.random, *p)
	same := view(p) == view(&twin)
	hash := sha256.Sum256([]byte(p.String()))
	move := "d"
	legal := p.LegalMoves(nil)
	if len(legal) > 0 {
		move = legal[w.random.IntN(len(legal))].String()
	}
	other := w.anyMove(p)
	for _, body := range []string{
		`inspect {"state":"STATE","view":"STATE"}`,
		`inspect {"state":"STATE","view":"TABLE_AND_MOVES"}`,
		`enumerateMoves {"state":"STATE"}`,
		`finish {"state":"STATE"}`,
		`validateMove {"state":"STATE","move":"` + move + `"}`,
		`validateMove {"state":"STATE","move":"` + other + `"}`,
		`applyMoves {"state":"STATE","moves":["` + other + `","zz"]}`,
		`suggestMove {"state":"STATE"}`,
		`suggestMove {"state":"STATE","knowledge":"FULL"}`,
		`solve {"state":"STATE"}`,
		`watchSolve {"state":"STATE"}`,
		`findLastWinnable {"state":"STATE"}`,
		`replay {"state":"STATE","moves":["u"],"snapshotInterval":1}`,
		`replay {"state":"STATE","moves":["` + move + `","u"],"snapshotInterval":2,"expect":{"status":"WON","score":7,"moveCount":3}}`,
		`replay {"state":"STATE","moves":[],"expect":{"stateSha256":"` + hex.EncodeToString(hash[:]) + `"}}`,
		`convert {"from":"POSITION","to":"POSITION","state":"STATE"}`,
		`convert {"from":"POSITION","to":"PILES","state":"STATE"}`,
		`convert {"from":"POSITION","to":"FC_SOLVE_BOARD","state":"STATE"}`,
		`convert {"from":"MOVES","to":"RECORD_JSON","state":"STATE","moves":["` + move + `"]}`,
		`convert {"from":"MOVES","to":"RECORD_TEXT","state":"STATE","moves":[]}`,
		`convert {"from":"RECORD_JSON","to":"RECORD_TEXT","text":"{\"state\":\"STATE\",\"moves\":[]}"}`,
		`inspect {"state":"STATEx"}`,
	} {
		// A game that is won tells its hidden cards.
		w.both(body, p, &twin, same && !p.Won(), p)
	}
	if len(legal) > 0 {
		after, twinAfter := *p, twin
		m, err := engine.ParseMove(move)
		if err := cmp.Or(err, after.Apply(m), twinAfter.Apply(m)); err != nil {
			w.Fatal(err)
		}
		w.both(`applyMoves {"state":"STATE","moves":["`+move+`"]}`, p, &twin, same && view(&after) == view(&twinAfter), &after)
	}
	// The whole game from its beginning, and back to it: what was turned up is hidden again.
	w.whole(start, log, p)
}

// whole replays a game from its sealed beginning.
func (w *watch) whole(start *engine.Position, log []string, p *engine.Position) {
	played := `"` + strings.Join(log, `","`) + `"`
	if len(log) == 0 {
		played = ""
	}
	w.one(`replay {"state":"STATE","moves":[`+played+`],"snapshotInterval":7}`, start, p)
	w.one(`suggestMove {"state":"STATE","moves":[`+played+`]}`, start, p)
	if len(log) > 0 {
		back := strings.Repeat(`,"u"`, len(log))
		w.one(`replay {"state":"STATE","moves":[`+played+back+`],"snapshotInterval":7}`, start, start)
	}
}

// anyMove gives a move that may be of another position or another game.
func (w *watch) anyMove(p *engine.Position) string {
	piles := p.Options().Piles()
	m := engine.Move{Kind: engine.Transfer, From: piles[w.random.IntN(len(piles))], To: piles[w.random.IntN(len(piles))], Count: uint8(1 + w.random.IntN(3))}
	if text := m.String(); w.random.IntN(6) > 0 {
		if _, err := engine.ParseMove(text); err == nil {
			return text
		}
	}
	return []string{"d", "r", "t1t2x9", "p28", "w", "s", "wfh", "t3t5x20"}[w.random.IntN(8)]
}

// both makes a call about a position and about its twin, and compares the answers if they have to be the same. After
// the answer the game stands at the position after.
func (w *watch) both(call string, p, twin *engine.Position, same bool, after *engine.Position) {
	got := w.one(call, p, after)
	if !same {
		return
	}
	w.compared++
	if other := w.one(call, twin, nil); other != got {
		w.Errorf("%s\nin %s\nsays\n%s\nand in %s\n%s", call, p.String(), got, twin.String(), other)
	}
}

// one makes a call about a sealed position and gives all that came of it: status, headers, body and log, with sealed
// texts told by their length only. Unless after is nil, no card that is hidden there may be among it.
func (w *watch) one(call string, p, after *engine.Position) string {
	w.calls++
	g := w.s.states.sealed(p, w.origin)
	text, err := g.seal(g.state)
	if err != nil {
		w.Fatal(err)
	}
	path, body, _ := strings.Cut(call, " ")
	w.log.Reset()
	said := w.ask("POST", "/v1/games:"+path, strings.Replace(body, "STATE", text, 1), w.s.http.Handler)
	said += took.ReplaceAllString(w.log.String(), "")
	w.scan(call, said, after)
	return sealedText.ReplaceAllStringFunc(said, func(text string) string { return "sealed:" + strconv.Itoa(len(text)) })
}

// took is what differs between two log lines of the same call.
var took = regexp.MustCompile(`(time|took|trace_id)=\S+`)

func (w *watch) ask(method, path, body string, handler http.Handler) string {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Request-Id", "watched")
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return fmt.Sprintln(answer.Code, answer.Header()) + answer.Body.String()
}

// cardRun is a text of nothing but cards, as tables, moves, decks and states have them.
var cardRun = regexp.MustCompile(`\b(?:[A23456789TJQK][cdhs])+\b`)

// scan looks for cards that are hidden in the position, and for open states.
func (w *watch) scan(call, said string, p *engine.Position) {
	said = sealedText.ReplaceAllString(said, "")
	for _, v := range engine.Variants() {
		if strings.Contains(said, v.String()+"/1") {
			w.Errorf("%s tells an open state:\n%s", call, said)
		}
	}
	if p == nil {
		return
	}
	seen := openCards(p)
	for _, run := range cardRun.FindAllString(strings.ReplaceAll(said, "??", " "), -1) {
		for i := 0; i < len(run); i += 2 {
			if card := run[i : i+2]; !seen[card] {
				w.Errorf("%s names %s, hidden in\n%s:\n%s", call, card, p.String(), said)
				return
			}
		}
	}
}

// openCards holds the cards of the position that do not lie face down. Of a pack that has a card several times one of
// them is enough; and in Pyramid those that are gone have been seen.
func openCards(p *engine.Position) map[string]bool {
	hidden := map[string]bool{}
	seen := map[string]bool{}
	for _, id := range p.Options().Piles() {
		for i, c := range p.Pile(id) {
			if i < p.FaceDown(id) {
				hidden[c.String()] = true
			} else {
				seen[c.String()] = true
			}
		}
	}
	for _, king := range p.Pile(engine.Finished) {
		for r := engine.Ace; r <= engine.King; r++ {
			seen[engine.NewCard(r, king.Suit()).String()] = true
		}
	}
	for _, suit := range engine.Suits {
		for r := engine.Ace; r <= engine.King; r++ {
			if c := engine.NewCard(r, suit).String(); !hidden[c] {
				seen[c] = true
			}
		}
	}
	return seen
}

func TestAStateIsNeverLongerThanItsSeal(t *testing.T) {
	random := enginetest.Source(7)
	counters := regexp.MustCompile(` m=[^:]*( [a-z0-9]+:)`)
	for _, v := range engine.Variants() {
		for _, o := range enginetest.AllOptions(t, v) {
			room, longest, extreme := longestState(o), 0, 0
			for range 20 {
				p := enginetest.Wander(random, enginetest.RandomDeal(random, o).Position(), random.IntN(200))
				if random.IntN(2) == 0 {
					p = enginetest.LatePosition(t, random, o)
				}
				longest = max(longest, len(p.String()))
				for _, largest := range []string{
					" m=2147483647", " m=2147483647 r=2147483647", " m=2147483647 score=-2147483648",
					" m=2147483647 r=2147483647 score=-2147483648", " m=2147483647 score=-2147483648 streak=28",
				} {
					text := counters.ReplaceAllString(p.String(), largest+"$1")
					if _, err := engine.ParseState(text); err == nil {
						extreme++
						longest = max(longest, len(text))
					}
				}
			}
			if extreme == 0 || longest > room || room > longest+120 {
				t.Errorf("%s: %d bytes are kept for at most %d, %d with the largest counters", o, room, longest, extreme)
			}
		}
	}
}

func TestTheLengthOfASealedStateIsThatOfItsOptions(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	random := enginetest.Source(8)
	for _, v := range engine.Variants() {
		for _, o := range enginetest.AllOptions(t, v) {
			lengths := map[int]bool{}
			origin := seal.NewSecret()
			for range 6 {
				p := enginetest.Wander(random, enginetest.RandomDeal(random, o).Position(), random.IntN(150))
				lengths[len(s.sealOf(t, &p, origin))] = true
			}
			if len(lengths) != 1 {
				t.Errorf("%s is sealed in %v bytes", o, slices.Sorted(maps.Keys(lengths)))
			}
		}
	}
}

// rowOfLengths is a row of the table of docs/sealed.md: a game, its state as dealt, and that sealed.
var rowOfLengths = regexp.MustCompile(`(?m)^\| ([A-Za-z-]+) \| ([0-9]+) \| ([0-9]+) \|$`)

func TestThePageTellsTheLengthsThatThereAre(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	page, err := os.ReadFile("../docs/sealed.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := rowOfLengths.FindAllStringSubmatch(string(page), -1)
	if len(rows) != len(engine.Variants()) {
		t.Fatalf("the page tells of %d games", len(rows))
	}
	for i, v := range engine.Variants() {
		d, err := engine.DealByNumber(v.Defaults(), 1)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		want := []string{v.Title(), strconv.Itoa(len(p.String())), strconv.Itoa(len(s.sealOf(t, &p, seal.NewSecret())))}
		if !slices.Equal(rows[i][1:], want) {
			t.Errorf("the page says %v, and it is %v", rows[i][1:], want)
		}
	}
}
