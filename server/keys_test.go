package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// serving asks both kinds of health.
func (r *running) serving(t *testing.T) (http, grpc bool) {
	t.Helper()
	answer, err := healthpb.NewHealthClient(r.conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: "solitaire.v1.RulesService"})
	if err != nil {
		t.Fatal(err)
	}
	return r.do(t, "GET", "/readyz", "").status == 200, answer.Status == healthpb.HealthCheckResponse_SERVING
}

func TestWithoutAPrimaryKeyTheServerIsNotReady(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	if err := seal.NewFile().Create(path); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(bytes.Replace(good, []byte("primary"), []byte("old"), 1))
	s := start(t, func(c *config) {
		c.sealKeys = path
		if err := c.loadKeys(); err != nil {
			t.Fatal(err)
		}
	})
	// A call has to have come through before the state of readiness is a promise.
	if a := s.do(t, "GET", "/readyz", ""); a.status != http.StatusServiceUnavailable || string(a.body) != "{\"status\":\"NO_SEALING_KEY\"}\n" {
		t.Errorf("/readyz: %d %s", a.status, a.body)
	}
	if a, b := s.serving(t); a || b {
		t.Errorf("ready over JSON %v, over gRPC %v", a, b)
	}
	_, err = s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "golf", Sealed: proto.Bool(true)})
	if status.Code(err) != codes.Unavailable || reasonOf(err) != noSealingKey {
		t.Errorf("a sealed deal: %v", err)
	}
	if _, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "golf"}); err != nil {
		t.Errorf("an open deal: %v", err)
	}
	write(good)
	s.look()
	if a, b := s.serving(t); !a || !b {
		t.Errorf("with a key: ready over JSON %v, over gRPC %v", a, b)
	}
	s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"})

	write([]byte("nonsense"))
	s.look()
	if a, b := s.serving(t); !a || !b {
		t.Errorf("with a broken file: ready over JSON %v, over gRPC %v", a, b)
	}
	s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"})
	id := s.states.keys.Uses()[0].ID
	for _, want := range []string{"level=ERROR msg=\"keys not reloaded\"", "line 1: wanted the line talon-keys 1", "keys=\"primary " + id} {
		if !strings.Contains(s.log.String(), want) {
			t.Errorf("%q is not in the log:\n%s", want, s.log)
		}
	}
	for _, want := range []string{
		`talon_states_sealed_total{key="` + id + `"} 2`, `talon_states_opened_total{key="` + id + `"} 0`,
		`talon_seal_key_reloads_total{result="refused"} 1`, `talon_seal_key_reloads_total{result="taken"} 1`, "talon_seal_keys_stale 1",
	} {
		if text := string((&running{url: s.admin}).do(t, "GET", "/metrics", "").body); !strings.Contains(text, want) {
			t.Errorf("%q is not in the metrics:\n%s", want, text)
		}
	}
}

func TestRunNamesTheKeyFileThatItCannotUse(t *testing.T) {
	folder := t.TempDir()
	wrong := filepath.Join(folder, "wrong")
	if err := os.WriteFile(wrong, []byte("talon-keys 1\nprimary x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	shared := filepath.Join(folder, "shared")
	if err := os.WriteFile(shared, seal.NewFile().AppendText(nil), 0o644); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		wrong:                           wrong + ": line 2: wanted",
		shared:                          "0644",
		filepath.Join(folder, "absent"): "no such file",
	} {
		err := run(context.Background(), []string{"-seal-keys=" + file, "-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0"}, environment(), &logbook{})
		if err == nil || !strings.HasPrefix(err.Error(), "-seal-keys (TALON_SEAL_KEYS): ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestTheToolMakesAndRotatesKeys(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	tool := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := keyTool(args, strings.NewReader(""), &out); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out.String()
	}
	made := strings.Fields(tool("new", file))
	if len(made) != 2 || made[0] != "primary" {
		t.Fatalf("new: %v", made)
	}
	s := start(t, func(c *config) {
		c.sealKeys = file
		if err := c.loadKeys(); err != nil {
			t.Fatal(err)
		}
	})
	game := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf"}).Game
	added := strings.Fields(tool("rotate", file))
	if added[0] != "next" || !strings.HasSuffix(strings.Join(added, " "), "rotate again.") {
		t.Errorf("rotate: %v", added)
	}
	if got := tool("rotate", file); got != "primary "+added[1]+"\n" {
		t.Errorf("rotate: %q", got)
	}
	if got := tool("list", file); got != "primary "+added[1]+"\nold     "+made[1]+"\n" {
		t.Errorf("list: %q", got)
	}
	var shown struct {
		State, Seed, Salt, Commitment string
		Secret                        bool
	}
	if err := json.Unmarshal([]byte(tool("open", file, game.State)), &shown); err != nil {
		t.Fatal(err)
	}
	dealt, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "golf", Seed: &shown.Seed})
	if err != nil || dealt.Game.State != shown.State || !shown.Secret || shown.Salt == "" || shown.Commitment != game.Seal.Commitment {
		t.Errorf("open: %+v, %v, %v", shown, dealt, err)
	}
	if got := tool("retire", file, made[1]); got != "retired "+made[1]+"\n" {
		t.Errorf("retire: %q", got)
	}
	if got := tool("-help"); got != keysUsage {
		t.Errorf("help: %q", got)
	}
	for _, args := range [][]string{
		nil,
		{"new"},
		{"new", file},
		{"new", file, "x"},
		{"rotate", file + "x"},
		{"retire", file},
		{"retire", file, "x"},
		{"retire", file, added[1]},
		{"list", file + "x"},
		{"open", file},
		{"open", file, "x"},
		{"open", file, game.State},
		{"open", file + "x", "x"},
		{"seal", file},
		{"seal", file, "x"},
		{"seal", file + "x", "-"},
		{"make", file},
		{"list", file, "x", "y"},
	} {
		var out bytes.Buffer
		if err := keyTool(args, strings.NewReader(""), &out); err == nil || strings.Contains(err.Error(), "golf/1") {
			t.Errorf("%v: %v, %q", args, err, out.String())
		}
	}
}

// tool runs the tool with an input and gives what it writes.
func tool(t *testing.T, in string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := keyTool(args, strings.NewReader(in), &out); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out.String()
}

func TestTheToolSealsWhatItOpened(t *testing.T) {
	folder := t.TempDir()
	was, is := filepath.Join(folder, "was"), filepath.Join(folder, "is")
	tool(t, "", "new", was)
	tool(t, "", "new", is)
	serving := func(file string) *running {
		return start(t, func(c *config) {
			c.sealKeys = file
			if err := c.loadKeys(); err != nil {
				t.Fatal(err)
			}
		})
	}
	old, now := serving(was), serving(is)
	deck := ""
	for _, suit := range "cdhs" {
		for _, rank := range "A23456789TJQK" {
			deck += string(rank) + string(suit)
		}
	}
	var games []*solitairev1.Game
	for _, request := range []*solitairev1.DealGameRequest{
		{Variant: "golf"},
		{Variant: "golf", Number: proto.Uint32(7)},
		{Variant: "spider", Seed: proto.String("Zoë")},
		{Variant: "tripeaks", Deck: &deck},
	} {
		games = append(games, old.dealSealed(t, request).Game)
	}
	var states strings.Builder
	for _, game := range games {
		states.WriteString(game.State + "\n")
	}
	shown := tool(t, states.String(), "open", was, "-")
	sealed := strings.Fields(tool(t, shown, "seal", is, "-"))
	if len(sealed) != len(games) {
		t.Fatalf("%d games were opened and sealed to %d states", len(games), len(sealed))
	}
	for i, state := range sealed {
		again, err := now.client.InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: state})
		if err != nil {
			t.Fatal(err)
		}
		if !proto.Equal(again.Game.Seal, games[i].Seal) || len(state) != len(games[i].State) {
			t.Errorf("%v under another key is %v", games[i].Seal, again.Game.Seal)
		}
	}
	if got := tool(t, strings.Join(sealed, "\n"), "open", is, "-"); got != shown {
		t.Errorf("opened again they are %s, want %s", got, shown)
	}
}

func TestTheToolSealsNothingElse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	tool(t, "", "new", file)
	const (
		state  = `"state":"klondike/1 m=88 t1:Kd t2:Qd t3:Ks fc:K fd:J fh:K fs:Q"`
		secret = `"secret":true,"seed":"000102030405060708090a0b0c0d0e0f","salt":"f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"`
	)
	for _, test := range []struct{ shown, want string }{
		{`{}`, "state: "},
		{`{"state":"golf/1 m=0"}`, "state: "},
		{`{` + state + `}`, "one of number, seed and deck"},
		{`{` + state + `,"number":1,"seed":"x"}`, "one of number, seed and deck"},
		{`{` + state + `,"number":1,"salt":"x"}`, "neither salt nor commitment"},
		{`{` + state + `,"number":1,"commitment":"x"}`, "neither salt nor commitment"},
		{`{` + state + `,"deck":"AhAh"}`, "deck"},
		{`{` + state + `,"seed":"` + strings.Repeat("x", 129) + `"}`, "seed"},
		{`{` + state + `,"secret":true}`, "32 lower-case hexadecimal digits"},
		{`{` + state + `,"number":1,` + secret + `}`, "nothing else"},
		{`{` + state + `,` + strings.ReplaceAll(secret, "f", "F") + `}`, "32 lower-case hexadecimal digits"},
		{`{` + state + `,` + secret + `,"commitment":"00"}`, "not the SHA-256"},
		{`{` + state + `,"number":1,"day":"x"}`, "unknown field"},
		{`{` + state + `,"number":1} {}`, "nothing behind it"},
		{`x`, "the JSON that open shows"},
	} {
		shown, want := test.shown, test.want
		var out bytes.Buffer
		good := `{` + state + `,"number":1}`
		err := keyTool([]string{"seal", file, "-"}, strings.NewReader(strings.Join([]string{good, shown, "", shown, good}, "\n")), &out)
		if err == nil || !strings.HasPrefix(err.Error(), "line 2: ") || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), "; and 1 more") {
			t.Errorf("%s: %v, want it to say %q", shown, err, want)
		}
		for i, sealed := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			if goodOne := i == 0 || i == 4; strings.HasPrefix(sealed, seal.Prefix) != goodOne || !goodOne && sealed != "" {
				t.Errorf("%s: line %d is %q", shown, i+1, sealed)
			}
		}
	}
	var out bytes.Buffer
	long := strings.Repeat("x", longestShown+1)
	if err := keyTool([]string{"seal", file, "-"}, strings.NewReader(long), &out); err == nil || !strings.HasPrefix(err.Error(), "line 1: ") {
		t.Errorf("a line that is too long: %v", err)
	}
}
