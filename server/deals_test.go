package main

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// tableOf is a table with a deal of each difficulty and two days.
func tableOf(t *testing.T) *pool.Table {
	t.Helper()
	table, err := pool.Read("options golf/1\ncuts 3000 1000\ndeal 2 4000 7\ndeal 9 2000 7\ndeal 10 500 7\nday 2026-12-01 24 7\nday 2026-12-02 29 7\n")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestADayIsDealtByTheTable(t *testing.T) {
	table := tableOf(t)
	scored, err := engine.ParseOptions(engine.Golf, map[string]string{"scoring": "strokes"})
	if err != nil {
		t.Fatal(err)
	}
	for date, number := range map[string]engine.DealNumber{"2026-12-01": 24, "2026-12-02": 29} {
		for _, o := range []engine.Options{engine.Golf.Defaults(), scored} {
			if d, err := dealOfDay("daily", o, table, date); err != nil || d.Number != number || d.Options != o {
				t.Errorf("%s: %v, %v", date, d, err)
			}
		}
	}
	for date, want := range map[string]struct {
		reason reasonCode
		wanted string
	}{
		"2026-11-30":           {noDealTable, "2026-12-01 to 2026-12-02"},
		"2026-12-03":           {noDealTable, "2026-12-01 to 2026-12-02"},
		"0000-01-01":           {noDealTable, "2026-12-01 to 2026-12-02"},
		"2026-02-30":           {invalidDeal, "YYYY-MM-DD"},
		"2026-12-1":            {invalidDeal, "YYYY-MM-DD"},
		"20261201":             {invalidDeal, "YYYY-MM-DD"},
		"":                     {invalidDeal, "YYYY-MM-DD"},
		"2026-12-01T00:00:00Z": {invalidDeal, "YYYY-MM-DD"},
		" 2026-12-01":          {invalidDeal, "YYYY-MM-DD"},
		"٢٠٢٦-١٢-٠١":           {invalidDeal, "YYYY-MM-DD"},
	} {
		_, err := dealOfDay("daily", engine.Golf.Defaults(), table, date)
		var p *problem
		if !errors.As(err, &p) || p.reason != want.reason || p.facts["wanted"] != want.wanted || p.code != codes.InvalidArgument {
			t.Errorf("%q: %v", date, err)
		}
	}
}

func TestADifficultyIsDrawnFromTheTable(t *testing.T) {
	table := tableOf(t)
	for d, number := range map[pool.Difficulty]engine.DealNumber{pool.Easy: 2, pool.Medium: 9, pool.Hard: 10} {
		got, err := drawn(engine.Golf.Defaults(), table, d)
		if err != nil || got.Number != number || !got.proved || got.difficulty != d {
			t.Errorf("%v: %v, %v", d, got, err)
		}
	}
	all := map[engine.DealNumber]bool{}
	for len(all) < 3 {
		got, err := drawn(engine.Golf.Defaults(), table, pool.NoDifficulty)
		if err != nil || got.difficulty == pool.NoDifficulty {
			t.Fatalf("%v, %v", got, err)
		}
		all[got.Number] = true
	}
}

func TestWithoutATableTheErrorSaysWhatThereIs(t *testing.T) {
	s := start(t, nil)
	// Nobody proves deals for seven redeals beforehand.
	odd := map[string]string{"redeals": "7"}
	wanted := strings.Join(tabled(engine.Klondike, dated), ", ")
	for name, test := range map[string]struct {
		field, wanted string
		err           error
	}{
		"a day": {"daily", wanted, s.invoke(t, "DealGame", &solitairev1.DealGameRequest{Variant: "klondike", Options: odd, Daily: proto.String("2026-12-01")})},
		"a day of a log": {"deal.daily", wanted, s.invoke(t, "ReplayGame", &solitairev1.ReplayGameRequest{
			Deal: &solitairev1.Deal{Variant: "klondike", Options: odd, Daily: proto.String("2026-12-01")},
		})},
		"a day of a lost game": {"deal.daily", wanted, s.invoke(t, "FindLastWinnable", &solitairev1.FindLastWinnableRequest{
			Deal: &solitairev1.Deal{Variant: "klondike", Options: odd, Daily: proto.String("2026-12-01")},
		})},
		"a difficulty": {
			"difficulty", strings.Join(tabled(engine.Klondike, func(t *pool.Table) bool { return len(t.Deals(pool.Hard)) > 0 }), ", "),
			s.invoke(t, "DealGame", &solitairev1.DealGameRequest{Variant: "klondike", Options: odd, Difficulty: solitairev1.Difficulty_HARD}),
		},
	} {
		e := asJSON(t, test.err)
		if test.wanted == "" {
			test.wanted = "another game"
		}
		if status.Code(test.err) != codes.InvalidArgument || e.reason() != "NO_DEAL_TABLE" || e.fields()[0] != test.field || e.fact("wanted") != test.wanted {
			t.Errorf("%s: %v", name, test.err)
		}
	}
	a := s.do(t, "GET", "/v1/variants/klondike/daily/2026-12-01?options[redeals]=7", "")
	if e := a.failure(t); a.status != http.StatusBadRequest || e.reason() != "NO_DEAL_TABLE" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	for query, reason := range map[string]string{"?number=1": "UNKNOWN_PARAMETER", "?winnable=true": "UNKNOWN_PARAMETER", "?options[cells]=3": "INVALID_OPTION"} {
		if a := s.do(t, "GET", "/v1/variants/klondike/daily/2026-12-01"+query, ""); a.failure(t).reason() != reason {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
}

// TestEveryTableIsServed holds for whatever tables the library has.
func TestEveryTableIsServed(t *testing.T) {
	s := start(t, nil)
	for _, v := range engine.Variants() {
		for _, table := range pool.Tables(v) {
			options := table.Options.Map()
			var query []string
			for name, value := range options {
				query = append(query, "options["+name+"]="+value)
			}
			if days := table.Days(); len(days) > 0 {
				for _, day := range days[:1] {
					answer, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.String(), Options: options, Daily: &day.Date})
					if err != nil || answer.Deal.GetNumber() != uint32(day.Number) || answer.Deal.Daily != nil || answer.Proof.GetVerdict() != solitairev1.Verdict_WINNABLE {
						t.Errorf("%v on %s: %v, %v", table.Options, day.Date, answer, err)
					}
					replayed, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{
						Deal: &solitairev1.Deal{Variant: v.String(), Options: options, Daily: &day.Date},
					})
					if err != nil || replayed.Game.State != answer.GetGame().GetState() {
						t.Errorf("%v on %s: a log begins with %v, %v", table.Options, day.Date, replayed, err)
					}
					a := s.do(t, "GET", "/v1/variants/"+v.String()+"/daily/"+day.Date+"?"+strings.Join(query, "&"), "")
					if a.status != http.StatusOK || a.header.Get("Cache-Control") != "public, max-age=2592000" || !strings.Contains(string(a.body), answer.GetGame().GetState()) {
						t.Errorf("%v on %s: %d %v %s", table.Options, day.Date, a.status, a.header, a.body)
					}
				}
			}
			for _, d := range pool.Difficulties() {
				wish := solitairev1.Difficulty(solitairev1.Difficulty_value[d.String()])
				answer, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: v.String(), Options: options, Difficulty: wish})
				switch {
				case len(table.Deals(d)) == 0:
					if reasonOf(err) != noDealTable {
						t.Errorf("%v, none %v: %v, %v", table.Options, d, answer, err)
					}
				case err != nil || answer.Proof.GetDifficulty() != wish:
					t.Errorf("%v, %v: %v, %v", table.Options, d, answer, err)
				}
			}
		}
	}
}

func TestAWinnableDealIsProvedAndNamed(t *testing.T) {
	s := start(t, nil)
	for _, request := range []*solitairev1.DealGameRequest{
		{Variant: "klondike", Options: map[string]string{"draw": "1", "redeals": "7"}, Winnable: true},
		{Variant: "freecell", Winnable: true},
		{Variant: "tripeaks", Winnable: true},
	} {
		answer, err := s.client.DealGame(t.Context(), request)
		if err != nil || answer.Proof.GetVerdict() != solitairev1.Verdict_WINNABLE || answer.Deal.GetNumber() == 0 {
			t.Fatalf("%v: %v, %v", request, answer, err)
		}
		again, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: request.Variant, Options: request.Options, Number: answer.Deal.Number})
		if err != nil || again.Game.State != answer.Game.State || again.Proof != nil {
			t.Errorf("by its number: %v, %v", again, err)
		}
		if got := s.solution(t, answer.Game.State); got.Verdict != solitairev1.Verdict_WINNABLE {
			t.Errorf("%v is %v", answer.Deal, got.Verdict)
		}
	}
	if answer, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "golf", Number: proto.Uint32(1)}); err != nil || answer.Proof != nil {
		t.Errorf("a deal of which nothing was asked: %v, %v", answer, err)
	}
}

func TestAWinnableDealThatIsNotFoundInTimeIsAnError(t *testing.T) {
	s := start(t, func(c *config) { c.limits.solverTime = time.Nanosecond })
	request := &solitairev1.DealGameRequest{Variant: "spider", Options: map[string]string{"suits": "4"}, Winnable: true}
	if len(tabled(engine.Spider, func(t *pool.Table) bool { return t.Options.Get("suits") == "4" })) > 0 {
		t.Skip("such deals need no search")
	}
	err := s.invoke(t, "DealGame", request)
	if e := asJSON(t, err); status.Code(err) != codes.DeadlineExceeded || e.reason() != "NO_DEAL_FOUND" {
		t.Errorf("got %v", err)
	}
	a := s.do(t, "POST", "/v1/games:deal", `{"variant":"spider","options":{"suits":"4"},"winnable":true}`)
	if a.failure(t); a.status != http.StatusGatewayTimeout {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestWaysToDealExcludeEachOther(t *testing.T) {
	s := start(t, nil)
	ways := map[string]string{"number": `"number":1`, "seed": `"seed":"x"`, "deck": `"deck":"Ac"`, "daily": `"daily":"2026-12-01"`}
	for one, text := range ways {
		for other, second := range map[string]string{
			"number": ways["number"], "seed": ways["seed"], "deck": ways["deck"], "daily": ways["daily"],
			"winnable": `"winnable":true`, "difficulty": `"difficulty":"EASY"`,
		} {
			if one == other {
				continue
			}
			a := s.do(t, "POST", "/v1/games:deal", `{"variant":"golf",`+text+`,`+second+`}`)
			e := a.failure(t)
			fields := strings.Join(e.fields(), " ")
			if a.status != http.StatusBadRequest || e.reason() != "INVALID_REQUEST" || !strings.Contains(fields, one) || !strings.Contains(fields, other) {
				t.Errorf("%s and %s: %d %s", one, other, a.status, a.body)
			}
		}
	}
	for _, d := range []solitairev1.Difficulty{4, -1} {
		if e := asJSON(t, s.invoke(t, "DealGame", &solitairev1.DealGameRequest{Variant: "golf", Difficulty: d})); e.reason() != "UNKNOWN_VALUE" || e.fact("field") != "difficulty" {
			t.Errorf("difficulty %d: %v", d, e)
		}
	}
}
