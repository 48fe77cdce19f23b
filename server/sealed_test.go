package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// sealedText is a sealed state.
var sealedText = regexp.MustCompile(`talon1\.[a-z]+-[0-9]+\.[a-z0-9]{8}\.[A-Za-z0-9_-]{40,}`)

// keyFile writes a file with a key of each role in which keys open or are told apart.
func keyFile(t testing.TB, f seal.File) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, f.AppendText(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sealing gives a server keys and a policy.
func sealing(t testing.TB, forms formPolicy, told advice) func(*config) {
	t.Helper()
	path := keyFile(t, seal.NewFile())
	return func(c *config) {
		c.states, c.advice, c.sealKeys = forms, told, path
		if err := c.loadKeys(); err != nil {
			t.Fatal(err)
		}
	}
}

// sealOf seals a position as the server does.
func (r *running) sealOf(t testing.TB, p *engine.Position, origin seal.Origin) string {
	t.Helper()
	g := r.states.sealed(p, origin)
	text, err := g.seal(g.state)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// dealSealed deals a sealed game over gRPC.
func (r *running) dealSealed(t testing.TB, request *solitairev1.DealGameRequest) *solitairev1.DealGameResponse {
	t.Helper()
	request.Sealed = proto.Bool(true)
	answer, err := r.client.DealGame(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	checkSealed(t, answer.Game)
	return answer
}

func checkSealed(t testing.TB, g *solitairev1.Game) {
	t.Helper()
	if !strings.HasPrefix(g.State, "talon1."+g.Variant+"-1.") || g.Seal == nil {
		t.Fatalf("no sealed game: %v", g)
	}
}

func TestASecretGameIsCommittedToAndTellsItsSeedWhenItIsWon(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceFull))
	dealt := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf", Options: map[string]string{"on_king": "queen", "wrap": "on"}, Winnable: true})
	seal := dealt.Game.Seal
	if dealt.Deal != nil || !seal.Secret || len(seal.Commitment) != 64 || seal.Deal != nil || seal.Salt != nil {
		t.Fatalf("dealt %v", dealt)
	}
	if dealt.Proof.GetVerdict() != solitairev1.Verdict_WINNABLE {
		t.Errorf("proof %v", dealt.Proof)
	}
	line := s.solution(t, dealt.Game.State).Moves
	state := dealt.Game.State
	for i, move := range line {
		played, err := s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: state, Moves: []string{move}})
		if err != nil {
			t.Fatal(err)
		}
		checkSealed(t, played.Game)
		state = played.Game.State
		told := played.Game.Seal
		if told.Commitment != seal.Commitment || !told.Secret {
			t.Fatalf("move %d: %v", i, told)
		}
		won := played.Game.Status == solitairev1.Game_WON
		if won != (told.Deal != nil) || won != (told.Salt != nil) {
			t.Fatalf("move %d, %v: %v", i, played.Game.Status, told)
		}
		seal = told
	}
	sum := sha256.Sum256([]byte(seal.Deal.GetSeed() + seal.GetSalt()))
	if hex.EncodeToString(sum[:]) != seal.Commitment {
		t.Errorf("the commitment is none: %v", seal)
	}
	// With what is revealed everybody can deal the game and play it again.
	replayed, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{Deal: seal.Deal, Moves: line})
	if err != nil || replayed.Game.Status != solitairev1.Game_WON || replayed.Game.Seal != nil {
		t.Errorf("replayed: %v, %v", replayed, err)
	}
}

func TestASealedGameByWhatIsKnownSaysSo(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	deck, err := engine.DealByNumber(engine.Golf.Defaults(), 5)
	if err != nil {
		t.Fatal(err)
	}
	table := pool.For(engine.TriPeaks.Defaults())
	for name, request := range map[string]*solitairev1.DealGameRequest{
		"number": {Variant: "golf", Number: proto.Uint32(5)},
		"seed":   {Variant: "golf", Seed: proto.String("Grüße")},
		"deck":   {Variant: "golf", Deck: proto.String(engine.FormatCards(deck.Deck))},
		"daily":  {Variant: "tripeaks", Daily: proto.String(table.Days()[0].Date)},
	} {
		answer := s.dealSealed(t, proto.CloneOf(request))
		if answer.Game.Seal.Secret || answer.Game.Seal.Commitment != "" || answer.Game.Seal.Salt != nil {
			t.Errorf("%s: %v", name, answer.Game.Seal)
		}
		if answer.Deal == nil || !proto.Equal(answer.Deal, answer.Game.Seal.Deal) {
			t.Errorf("%s: dealt %v, sealed %v", name, answer.Deal, answer.Game.Seal.Deal)
		}
		if (answer.Proof != nil) != (name == "daily") {
			t.Errorf("%s: proof %v", name, answer.Proof)
		}
		open, err := s.client.DealGame(t.Context(), request)
		if err != nil || !proto.Equal(open.Game.Table, answer.Game.Table) || open.Game.Seal != nil {
			t.Errorf("%s: open %v, %v", name, open, err)
		}
		inspected, err := s.client.InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: answer.Game.State})
		if err != nil || !proto.Equal(inspected.Game.Seal, answer.Game.Seal) || !proto.Equal(inspected.Game.Table, answer.Game.Table) {
			t.Errorf("%s: inspected %v, %v", name, inspected, err)
		}
	}
}

// A table of proved deals is public: whoever sees the open cards of one of its deals knows the others.
func TestAWinnableSecretGameIsNoneOfTheTables(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	// The cards that lie open, as the table of a game shows them.
	known := map[string]bool{}
	for _, e := range pool.For(engine.TriPeaks.Defaults()).Deals(pool.NoDifficulty) {
		d, err := engine.DealByNumber(engine.TriPeaks.Defaults(), e.Number)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		known[fmt.Sprint(p.Table())] = true
	}
	for _, request := range []*solitairev1.DealGameRequest{
		{Variant: "tripeaks", Winnable: true},
		{Variant: "tripeaks", Difficulty: solitairev1.Difficulty_HARD},
		{Variant: "tripeaks", Difficulty: solitairev1.Difficulty_EASY},
	} {
		answer := s.dealSealed(t, proto.CloneOf(request))
		if !answer.Game.Seal.Secret || answer.Deal != nil || answer.Proof.GetVerdict() != solitairev1.Verdict_WINNABLE ||
			answer.Proof.GetDifficulty() != request.Difficulty {
			t.Errorf("%v: %v", request, answer)
		}
		var views []engine.PileView
		for _, pile := range answer.Game.Table.Piles {
			id, err := engine.ParsePile(pile.Id)
			if err != nil {
				t.Fatal(err)
			}
			views = append(views, engine.PileView{ID: id, Cards: pile.Cards})
		}
		if known[fmt.Sprint(views)] {
			t.Errorf("%v is a deal of the table", request)
		}
	}
	answer, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{
		Variant: "klondike", Options: map[string]string{"redeals": "7"}, Difficulty: solitairev1.Difficulty_EASY, Sealed: proto.Bool(true),
	})
	if reasonOf(err) != noDealTable {
		t.Errorf("a difficulty without a table: %v, %v", answer, err)
	}
}

func TestEveryCallTakesASealedGame(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceFull))
	for _, v := range engine.Variants() {
		number := proto.Uint32(11)
		open, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.String(), Number: number})
		if err != nil {
			t.Fatal(err)
		}
		sealed := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: v.String(), Number: number})
		moves, err := s.client.EnumerateMoves(t.Context(), &solitairev1.EnumerateMovesRequest{State: open.Game.State})
		if err != nil {
			t.Fatal(err)
		}
		move := moves.Moves[0].Move
		for path, body := range map[string]string{
			"inspect":          `{"state":"STATE","view":"TABLE_AND_MOVES"}`,
			"validateMove":     `{"state":"STATE","move":"` + move + `"}`,
			"applyMoves":       `{"state":"STATE","moves":["` + move + `"],"view":"STATE"}`,
			"enumerateMoves":   `{"state":"STATE"}`,
			"finish":           `{"state":"STATE"}`,
			"replay":           `{"state":"STATE","moves":["` + move + `","u"],"snapshotInterval":1,"expect":{"status":"WON","moveCount":4}}`,
			"convert":          `{"from":"MOVES","to":"RECORD_JSON","state":"STATE","moves":["` + move + `"]}`,
			"suggestMove":      `{"state":"STATE"}`,
			"solve":            `{"state":"STATE","limits":{"nodes":2000}}`,
			"watchSolve":       `{"state":"STATE","limits":{"nodes":2000}}`,
			"findLastWinnable": `{"state":"STATE","moves":["` + move + `"],"limits":{"nodes":2000}}`,
		} {
			want := s.do(t, "POST", "/v1/games:"+path, strings.Replace(body, "STATE", open.Game.State, 1))
			got := s.do(t, "POST", "/v1/games:"+path, strings.Replace(body, "STATE", sealed.Game.State, 1))
			if text := s.unsealed(t, got.body); got.status != want.status || text != s.unsealed(t, want.body) {
				t.Errorf("%s of %s: %d\n%s\nwant %d\n%s", path, v, got.status, text, want.status, want.body)
			}
		}
	}
}

// unsealed gives an answer as it would be of the open game: sealed states opened, the seal left out, time too.
func (r *running) unsealed(t testing.TB, text []byte) string {
	t.Helper()
	text = seconds.ReplaceAll(text, []byte(`"elapsedSeconds":0`))
	text = sealedText.ReplaceAllFunc(text, func(token []byte) []byte {
		g, err := r.states.unseal("", string(token))
		if err != nil {
			t.Fatalf("%s: %v", token, err)
		}
		return []byte(g.state)
	})
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	var all []any
	for decoder.More() {
		var value any
		if err := decoder.Decode(&value); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if o, ok := value.(map[string]any); ok {
			if game, ok := o["game"].(map[string]any); ok {
				delete(game, "seal")
			}
			if o["progress"] != nil {
				continue
			}
		}
		all = append(all, value)
	}
	out, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTheStreamOfReplaysTakesSealedGames(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	state := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "yukon"}).Game.State
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{state, state[:len(state)-1], state} {
		if err := stream.Send(&solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{State: text, SnapshotInterval: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, good := range []bool{true, false, true} {
		answer, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if good {
			checkSealed(t, answer.Result.GetGame())
		} else if e := asJSON(t, status.FromProto(answer.Error).Err()); e.reason() != "BROKEN_SEAL" || e.fields()[0] != "replay.state" {
			t.Errorf("%v", answer)
		}
	}
}

func TestEveryFailureToOpenIsOneError(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceFull))
	text := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"}).Game.State
	other := start(t, sealing(t, bothForms, adviceFull)).dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"}).Game.State
	key := strings.Split(text, ".")[2]
	content := func(label, text string) string {
		sealed, err := s.states.keys.Seal(label, []byte(text), 300)
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	origin := seal.NewSecret()
	broken := map[string]string{
		"damaged":                  text[:len(text)-1] + "_",
		"cut off":                  text[:len(text)/2],
		"another game":             strings.Replace(text, "golf", "yukon", 1),
		"another version":          strings.Replace(text, "golf-1", "golf-2", 1),
		"a key that nobody has":    strings.Replace(text, key, "aaaaaaaa", 1),
		"of another service":       other,
		"with a blank":             text + " ",
		"another kind of text":     strings.Replace(text, "talon1", "talon2", 1),
		"nothing but a beginning":  "talon1.",
		"sealed, and no game":      content("golf-1", "nonsense"),
		"sealed, and no state":     content("golf-1", string(seal.AppendGame(nil, &origin, "golf/1 m=x"))),
		"sealed under a wrong one": content("yukon-1", string(seal.AppendGame(nil, &origin, golfState(t)))),
		"sealed, and impossible":   content("golf-1", string(seal.AppendGame(nil, &origin, "golf/1 m=0 w:Ac"))),
	}
	var first answer
	for name, wrong := range broken {
		body, err := json.Marshal(map[string]string{"state": wrong})
		if err != nil {
			t.Fatal(err)
		}
		a := s.do(t, "POST", "/v1/games:inspect", string(body), "Accept-Language", "de")
		if first.body == nil {
			first = a
			if e := a.failure(t); a.status != http.StatusBadRequest || e.Code != int(codes.InvalidArgument) || e.reason() != "BROKEN_SEAL" || e.fields()[0] != "state" {
				t.Errorf("%d %s", a.status, a.body)
			}
		}
		if string(a.body) != string(first.body) || a.status != first.status {
			t.Errorf("%s: %d %s\nand not\n%d %s", name, a.status, a.body, first.status, first.body)
		}
	}
	for _, path := range []string{"validateMove", "applyMoves", "enumerateMoves", "finish", "replay", "solve", "watchSolve", "suggestMove", "findLastWinnable"} {
		a := s.do(t, "POST", "/v1/games:"+path, `{"state":"`+broken["damaged"]+`"}`, "Accept-Language", "de")
		if string(a.body) != string(first.body) {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	a := s.do(t, "POST", "/v1/games:convert", `{"from":"POSITION","to":"PILES","state":"`+broken["damaged"]+`"}`, "Accept-Language", "de")
	if string(a.body) != string(first.body) {
		t.Errorf("convert: %s", a.body)
	}
}

func golfState(t testing.TB) string {
	t.Helper()
	d, err := engine.DealByNumber(engine.Golf.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Position()
	return p.String()
}

func TestAGenuineStateThatIsNotServedAnyMoreSaysWhatIs(t *testing.T) {
	file := seal.NewFile()
	was := file[0].ID
	path := keyFile(t, file)
	s := start(t, func(c *config) {
		c.sealKeys = path
		if err := c.loadKeys(); err != nil {
			t.Fatal(err)
		}
	})
	state := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"}).Game.State
	origin := seal.NewSecret()
	later, err := s.states.keys.Seal("golf-9", seal.AppendGame(nil, &origin, "golf/9 m=0 t1:Ac"), 300)
	if err != nil {
		t.Fatal(err)
	}
	a := s.do(t, "POST", "/v1/games:inspect", `{"state":"`+later+`"}`)
	if e := a.failure(t); e.Code != int(codes.FailedPrecondition) || e.reason() != "UNKNOWN_RULES_VERSION" || e.fact("served") != "1" || e.fact("version") != "9" ||
		strings.Contains(string(a.body), "Ac") {
		t.Errorf("another version: %s", a.body)
	}
	for range 2 {
		if err := seal.Change(path, func(f *seal.File) error { _, err := f.Rotate(); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if err := seal.Change(path, func(f *seal.File) error { return f.Retire(was) }); err != nil {
		t.Fatal(err)
	}
	s.look()
	a = s.do(t, "POST", "/v1/games:inspect", `{"state":"`+state+`"}`)
	if e := a.failure(t); e.Code != int(codes.FailedPrecondition) || e.reason() != "RETIRED_KEY" || e.fact("key") != was || e.fact("served") == "" || strings.Contains(e.fact("served"), was) {
		t.Errorf("a retired key: %s", a.body)
	}
	if e := s.do(t, "POST", "/v1/games:inspect", `{"state":"`+state[:len(state)-1]+`"}`).failure(t); e.reason() != "BROKEN_SEAL" {
		t.Errorf("a damaged one of a retired key: %s", e.reason())
	}
}

func TestAServerTakesTheFormsThatItIsToldTo(t *testing.T) {
	open := golfState(t)
	servers := map[formPolicy]*running{openOnly: start(t, sealing(t, openOnly, adviceVisible)), sealedOnly: start(t, sealing(t, sealedOnly, adviceVisible)), bothForms: start(t, sealing(t, bothForms, adviceVisible))}
	path := map[formPolicy][]solitairev1.GetVersionResponse_StateForm{
		openOnly:   {solitairev1.GetVersionResponse_OPEN},
		sealedOnly: {solitairev1.GetVersionResponse_SEALED},
		bothForms:  {solitairev1.GetVersionResponse_OPEN, solitairev1.GetVersionResponse_SEALED},
	}
	for policy, s := range servers {
		version, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
		if err != nil || !slices.Equal(version.StateForms, path[policy]) || (version.SealedAdvice == solitairev1.GetVersionResponse_VISIBLE) != (policy != openOnly) {
			t.Errorf("%s: %v, %v", policy, version, err)
		}
	}
	refused := func(policy formPolicy, field, form, served string, a answer) {
		t.Helper()
		e := a.failure(t)
		if e.Code != int(codes.FailedPrecondition) || e.reason() != "STATE_FORM_NOT_SERVED" || e.fields()[0] != field || e.fact("form") != form || e.fact("served") != served {
			t.Errorf("%s: %s", policy, a.body)
		}
	}
	sealed := servers[bothForms].dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"}).Game.State
	s := servers[openOnly]
	refused(openOnly, "state", "SEALED", "OPEN", s.do(t, "POST", "/v1/games:inspect", `{"state":"`+sealed+`"}`))
	refused(openOnly, "sealed", "SEALED", "OPEN", s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","sealed":true}`))
	if e := s.do(t, "POST", "/v1/games:inspect", `{"state":"talon"}`).failure(t); e.reason() != "MALFORMED_STATE" {
		t.Errorf("without keys a beginning is no seal: %s", e.reason())
	}

	s = servers[sealedOnly]
	refused(sealedOnly, "sealed", "OPEN", "SEALED", s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","sealed":false}`))
	for path, field := range map[string]string{
		"inspect": "state", "validateMove": "state", "applyMoves": "state", "enumerateMoves": "state", "finish": "state", "replay": "state",
		"solve": "state", "watchSolve": "state", "suggestMove": "state", "findLastWinnable": "state", "convert": "state",
	} {
		refused(sealedOnly, field, "OPEN", "SEALED", s.do(t, "POST", "/v1/games:"+path, `{"state":"`+open+`"}`))
	}
	for _, body := range []string{
		`{"from":"PILES","to":"POSITION","variant":"golf"}`, `{"from":"MICROSOFT_NUMBER","to":"POSITION","number":1}`,
		`{"from":"RECORD_JSON","to":"POSITION","text":"{\"variant\":\"golf\",\"deal\":{\"number\":1},\"moves\":[]}"}`,
		`{"from":"FC_SOLVE_BOARD","to":"POSITION","text":"x"}`,
	} {
		refused(sealedOnly, "from", "OPEN", "SEALED", s.do(t, "POST", "/v1/games:convert", body))
	}
	refused(sealedOnly, "text", "OPEN", "SEALED", s.do(t, "POST", "/v1/games:convert",
		`{"from":"RECORD_JSON","to":"POSITION","text":"{\"state\":\"`+open+`\",\"moves\":[]}"}`))
	for _, answer := range []answer{
		s.do(t, "POST", "/v1/games:deal", `{"variant":"golf"}`),
		s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","number":1}`),
		s.do(t, "GET", "/v1/variants/golf/deals/1", ""),
		s.do(t, "POST", "/v1/games:replay", `{"deal":{"variant":"golf","number":1},"moves":["d"],"snapshotInterval":1}`),
	} {
		game := object(t, answer)["game"].(map[string]any)
		if state, _ := game["state"].(string); !strings.HasPrefix(state, "talon1.golf-1.") || strings.Contains(string(answer.body), "golf/1") {
			t.Errorf("%s", answer.body)
		}
		if answer.header.Get("Cache-Control") != "no-store" || answer.header.Get("ETag") != "" {
			t.Errorf("a sealed state may be kept: %v", answer.header)
		}
	}
	found := object(t, s.do(t, "POST", "/v1/games:findLastWinnable", `{"deal":{"variant":"tripeaks","number":1},"moves":["d"]}`))
	if state, _ := found["state"].(string); state != "" && !strings.HasPrefix(state, "talon1.") {
		t.Errorf("found %v", found)
	}
	if a := s.do(t, "POST", "/v1/games:replay", `{"deal":{"variant":"golf"},"moves":[]}`); a.failure(t).fields()[0] != "deal.number" {
		t.Errorf("a random log: %s", a.body)
	}
}

func TestAdviceAboutSealedGamesIsAPolicy(t *testing.T) {
	for told, allowed := range map[advice][]string{
		adviceNone:    nil,
		adviceVisible: {"suggestMove"},
		adviceFull:    {"suggestMove", "suggestMove FULL", "solve", "watchSolve", "findLastWinnable"},
	} {
		s := start(t, sealing(t, bothForms, told))
		// FreeCell hides nothing, and its sealed games are not solved either.
		for _, v := range []string{"klondike", "freecell"} {
			state := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: v, Number: proto.Uint32(3)}).Game.State
			for _, call := range []string{"suggestMove", "suggestMove FULL", "solve", "watchSolve", "findLastWinnable"} {
				path, knowledge, _ := strings.Cut(call, " ")
				body := `{"state":"` + state + `","limits":{"nodes":3000}`
				if knowledge != "" {
					body += `,"knowledge":"FULL"`
				}
				a := s.do(t, "POST", "/v1/games:"+path, body+"}")
				if slices.Contains(allowed, call) {
					if a.status != http.StatusOK {
						t.Errorf("%s, %s of %s: %d %s", told.word(), call, v, a.status, a.body)
					}
					continue
				}
				if e := a.failure(t); e.Code != int(codes.FailedPrecondition) || e.reason() != "SEALED_GAME" || e.fact("served") != told.word() {
					t.Errorf("%s, %s of %s: %s", told.word(), call, v, a.body)
				}
			}
		}
		if a := s.do(t, "POST", "/v1/games:solve", `{"state":"freecell/1 m=60 t2:Ks fc:K fd:K fh:K fs:Q"}`); a.status != http.StatusOK {
			t.Errorf("%s, an open game: %s", told.word(), a.body)
		}
	}
}
