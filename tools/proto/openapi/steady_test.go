package main

import (
	"strings"
	"testing"
)

func TestWhatIsDrawnAnewStaysWhereItWas(t *testing.T) {
	const (
		commitment = "44ddf0990518ee08a29561869f146850becce45f874d9ce883826244dd38e598"
		state      = "talon1.golf-1.aaaaaaaa.AbC-_1"
	)
	for _, test := range []struct{ before, now, want string }{
		{`{"state":"` + state + `"}`, `{"state":"talon1.golf-1.bbbbbbbb.xxxxxx"}`, `{"state":"` + state + `"}`},
		{`{"state":"` + state + `"}`, `{"state":"talon1.golf-1.bbbbbbbb.xxxxxxx"}`, `{"state":"talon1.golf-1.bbbbbbbb.xxxxxxx"}`},
		{`{"state":"` + state + `"}`, `{"state":"talon1.golf-2.bbbbbbbb.xxxxxx"}`, `{"state":"talon1.golf-2.bbbbbbbb.xxxxxx"}`},
		{`{"state":"` + state + `"}`, `{"state":"golf/1 m=0"}`, `{"state":"golf/1 m=0"}`},
		{`{"state":"golf/1 m=1"}`, `{"state":"golf/1 m=0"}`, `{"state":"golf/1 m=0"}`},
		{`{"a":["` + commitment + `"]}`, `{"a":["` + strings.Repeat("0", 64) + `",1]}`, `{"a":["` + commitment + `",1]}`},
		{`{"a":"` + commitment + `"}`, `{"a":"` + state + `"}`, `{"a":"` + state + `"}`},
		{`[]`, `{"a":"` + state + `"}`, `{"a":"` + state + `"}`},
	} {
		before, err := parse([]byte(test.before))
		if err != nil {
			t.Fatal(err)
		}
		now, err := parse([]byte(test.now))
		if err != nil {
			t.Fatal(err)
		}
		got, err := plain(steady(before, now))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.want {
			t.Errorf("%s, then %s: %s, want %s", test.before, test.now, got, test.want)
		}
	}
}
