package wire

import (
	"strconv"
	"testing"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestElementsAreCountedBeforeTheyAreDecoded(t *testing.T) {
	const limit = 10
	options := func(from, to int) map[string]string {
		m := map[string]string{}
		for i := from; i < to; i++ {
			m[strconv.Itoa(i)] = "on"
		}
		return m
	}
	log := func(moves int) *solitairev1.ReplayGameRequest {
		return &solitairev1.ReplayGameRequest{Moves: make([]string, moves), State: "a state that is longer than the limit"}
	}
	twice := func(a, b proto.Message) []byte { return append(marshaled(t, a), marshaled(t, b)...) }
	replay := func(from, to int) proto.Message {
		return &solitairev1.ReplayGameRequest{Deal: &solitairev1.Deal{Options: options(from, to)}}
	}
	for name, test := range map[string]struct {
		text  []byte
		about proto.Message
		field string
		asked int
	}{
		"as many as may be":         {marshaled(t, log(10)), &solitairev1.ReplayGameRequest{}, "", 0},
		"one more":                  {marshaled(t, log(11)), &solitairev1.ReplayGameRequest{}, "moves", 11},
		"one more, further in":      {marshaled(t, &solitairev1.ReplayGamesRequest{Replay: log(11)}), &solitairev1.ReplayGamesRequest{}, "replay.moves", 11},
		"entries of a map":          {marshaled(t, replay(0, 12)), &solitairev1.ReplayGameRequest{}, "deal.options", 12},
		"a list in two pieces":      {twice(log(6), log(6)), &solitairev1.ReplayGameRequest{}, "moves", 12},
		"a map in two pieces":       {twice(replay(0, 8), replay(8, 16)), &solitairev1.ReplayGameRequest{}, "deal.options", 16},
		"numbers that are packed":   {marshaled(t, &solitairev1.GetVersionResponse_RulesVersions{Versions: make([]int32, 30)}), &solitairev1.GetVersionResponse_RulesVersions{}, "versions", 30},
		"no message of its type":    {[]byte("this is no message of any type at all, I fear"), &solitairev1.ReplayGameRequest{}, "", 0},
		"a message that is cut off": {marshaled(t, log(10))[:30], &solitairev1.ReplayGameRequest{}, "", 0},
	} {
		err := countElements(test.text, test.about.ProtoReflect().Descriptor(), limit)
		switch {
		case err == nil && test.field == "":
		case err == nil || err.Field != test.field || err.Asked != test.asked || err.Limit != limit:
			t.Errorf("%s: %v, want %d in %q", name, err, test.asked, test.field)
		}
	}
}

func marshaled(t *testing.T, m proto.Message) []byte {
	t.Helper()
	text, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
