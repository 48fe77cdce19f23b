package strictjson

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestWhatIsTaken(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       proto.Message
	}{
		{"an empty object", ` {	} `, &solitairev1.DealGameRequest{}},
		{
			"every type of field",
			`{"variant":"golf","options":{"wrap":"on","on_king":"queen"},"number":4294967295,"view":"STATE"}`,
			&solitairev1.DealGameRequest{
				Variant: "golf", Options: map[string]string{"wrap": "on", "on_king": "queen"},
				Number: proto.Uint32(4294967295), View: solitairev1.Game_STATE,
			},
		},
		{
			"a list and messages within messages",
			`{"deal":{"variant":"golf","seed":""},"moves":["d", "u"],"expect":{"status":"WON","score":-4},"snapshotInterval":0}`,
			&solitairev1.ReplayGameRequest{
				Deal: &solitairev1.Deal{Variant: "golf", Seed: proto.String("")}, Moves: []string{"d", "u"},
				Expect: &solitairev1.Expectation{Status: solitairev1.Game_WON.Enum(), Score: proto.Int32(-4)},
			},
		},
		{
			"a list of messages",
			`{"piles":[{"id":"t1","cards":"5c"},{}]}`,
			&solitairev1.ConvertPositionRequest{Piles: []*solitairev1.Pile{{Id: "t1", Cards: "5c"}, {}}},
		},
		{"true", `{"single":true}`, &solitairev1.ConvertPositionRequest{Single: true}},
		{"null stands for an absent field", `{"variant":null,"options":null,"number":null}`, &solitairev1.DealGameRequest{}},
		{"escapes", `{"state":"a\"\\\/\b\f\n\r\t\u00e4\ud83c\udca1ä"}`, &solitairev1.InspectGameRequest{State: "a\"\\/\b\f\n\r\tä🂡ä"}},
		{"the name of the zero value", `{"view":"VIEW_UNSPECIFIED"}`, &solitairev1.InspectGameRequest{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := test.want.ProtoReflect().New().Interface()
			if err := Unmarshal(test.body, got, 100); err != nil {
				t.Fatal(err)
			}
			if !proto.Equal(got, test.want) {
				t.Errorf("got  %v\nwant %v", got, test.want)
			}
		})
	}
}

func TestWhatIsRefused(t *testing.T) {
	deal := &solitairev1.DealGameRequest{}
	replay := &solitairev1.ReplayGameRequest{}
	convert := &solitairev1.ConvertPositionRequest{}
	for _, test := range []struct {
		name, body string
		into       proto.Message
		kind       Kind
		field      string
		offset     int
	}{
		{"an empty body", "", deal, Empty, "", 0},
		{"blanks", " \r\n\t", deal, Empty, "", 4},
		{"null", "null", deal, WrongType, "", 0},
		{"a list", "[]", deal, WrongType, "", 0},
		{"a string", `"x"`, deal, WrongType, "", 0},
		{"no JSON", "variant=golf", deal, Syntax, "", 0},
		{"a byte order mark", "\ufeff{}", deal, Syntax, "", 0},
		{"a second object", `{"variant":"golf"}{"variant":"yukon"}`, deal, TrailingText, "", 18},
		{"text after the object", `{"variant":"golf"} x`, deal, TrailingText, "", 19},
		{"an unknown field", `{"variant":"freecell","option":{"cells":"3"}}`, deal, UnknownField, "option", 21 + 1},
		{"a name in snake case", `{"move_count":1}`, &solitairev1.Counters{}, UnknownField, "move_count", 1},
		{"an unknown field further in", `{"deal":{"number":1,"nmber":2}}`, replay, UnknownField, "deal.nmber", 20},
		{"a name of another case", `{"Variant":"golf"}`, deal, UnknownField, "Variant", 1},
		{"a field twice", `{"number":1,"number":1}`, deal, DuplicateField, "number", 12},
		{"a field twice, once null", `{"number":null,"number":1}`, deal, DuplicateField, "number", 15},
		{"a key of a map twice", `{"options":{"draw":"1","draw":"3"}}`, deal, DuplicateField, "options[draw]", 23},
		{"a number for a string", `{"options":{"draw":1}}`, deal, WrongType, "options[draw]", 19},
		{"a number for a string in a list", `{"moves":["d",3]}`, replay, WrongType, "moves[1]", 14},
		{"null in a list", `{"moves":[null]}`, replay, WrongType, "moves[0]", 10},
		{"null in a map", `{"options":{"draw":null}}`, deal, WrongType, "options[draw]", 19},
		{"a string for a number", `{"number":"010"}`, deal, WrongType, "number", 10},
		{"a plain number in quotes", `{"number":"10"}`, deal, WrongType, "number", 10},
		{"a leading zero", `{"number":010}`, deal, Syntax, "number", 11},
		{"a hexadecimal number", `{"number":0x10}`, deal, Syntax, "number", 11},
		{"an underscore", `{"number":1_000}`, deal, Syntax, "number", 11},
		{"a plus", `{"number":+5}`, deal, Syntax, "number", 10},
		{"an exponent", `{"number":1e3}`, deal, WrongType, "number", 10},
		{"a fraction", `{"number":1.0}`, deal, WrongType, "number", 10},
		{"a number below the range", `{"number":-1}`, deal, OutOfRange, "number", 10},
		{"a number above the range", `{"number":4294967296}`, deal, OutOfRange, "number", 10},
		{"a number far above the range", `{"number":99999999999999999999}`, deal, OutOfRange, "number", 10},
		{"minus zero", `{"number":-0}`, deal, WrongType, "number", 10},
		{"a boolean for a number", `{"number":true}`, deal, WrongType, "number", 10},
		{"a list for an object", `{"options":[]}`, deal, WrongType, "options", 11},
		{"an object for a list", `{"moves":{}}`, replay, WrongType, "moves", 9},
		{"a word for a boolean", `{"single":"true"}`, convert, WrongType, "single", 10},
		{"a number for a boolean", `{"single":1}`, convert, WrongType, "single", 10},
		{"an unknown enum name", `{"view":"EVERYTHING"}`, deal, UnknownName, "view", 8},
		{"an enum name in lower case", `{"view":"state"}`, deal, UnknownName, "view", 8},
		{"an enum by number", `{"view":1}`, deal, WrongType, "view", 8},
		{"a message of a list", `{"piles":[{"id":"t1"},{"id":7}]}`, convert, WrongType, "piles[1].id", 28},
		{"a trailing comma", `{"variant":"golf",}`, deal, Syntax, "", 18},
		{"a missing comma", `{"variant":"golf" "number":1}`, deal, Syntax, "", 18},
		{"a missing colon", `{"variant" "golf"}`, deal, Syntax, "", 11},
		{"a name without quotes", `{variant:"golf"}`, deal, Syntax, "", 1},
		{"single quotes", `{'variant':'golf'}`, deal, Syntax, "", 1},
		{"a comment", `{/**/}`, deal, Syntax, "", 1},
		{"an open object", `{"variant":"golf"`, deal, Syntax, "", 17},
		{"an open string", `{"variant":"golf`, deal, Syntax, "variant", 16},
		{"an open list", `{"moves":["d"`, replay, Syntax, "moves", 13},
		{"a control character", "{\"variant\":\"g\nolf\"}", deal, Syntax, "variant", 13},
		{"invalid UTF-8", "{\"variant\":\"g\xffolf\"}", deal, Syntax, "variant", 13},
		{"invalid UTF-8 after an escape", "{\"variant\":\"\\n\xc3\"}", deal, Syntax, "variant", 14},
		{"an unknown escape", `{"variant":"\x41"}`, deal, Syntax, "variant", 13},
		{"a short escape", `{"variant":"\u00g0"}`, deal, Syntax, "variant", 16},
		{"a lone high surrogate", `{"variant":"\ud83c"}`, deal, Syntax, "variant", 12},
		{"a high surrogate before a letter", `{"variant":"\ud83c\u0041"}`, deal, Syntax, "variant", 12},
		{"a lone low surrogate", `{"variant":"\udca1"}`, deal, Syntax, "variant", 12},
		{"a bare minus", `{"number":-}`, deal, Syntax, "number", 11},
		{"an unknown word", `{"variant":nil}`, deal, Syntax, "variant", 11},
		{"a word that begins like null", `{"variant":nullx}`, deal, Syntax, "variant", 11},
		{"a list too long", `{"moves":["d","d","d","d"]}`, replay, TooMany, "moves", 22},
		{"deep nesting", strings.Repeat(`{"options":`, 100000), deal, WrongType, "options[options]", 22},
		{"a deep list", `{"moves":` + strings.Repeat(`[`, 100000), replay, WrongType, "moves[0]", 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := unmarshal(test.body, test.into.ProtoReflect().New(), 3)
			if err == nil {
				t.Fatal("it was taken")
			}
			if err.Kind != test.kind || err.Field != test.field || err.Offset != test.offset {
				t.Errorf("kind %d, field %q, offset %d, want %d, %q, %d: %v",
					err.Kind, err.Field, err.Offset, test.kind, test.field, test.offset, err)
			}
			if len(err.Error()) > 400 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
		})
	}
}

func TestAListTooLongIsCountedToItsEnd(t *testing.T) {
	for body, asked := range map[string]int{
		`{"moves":["d","d","d","d"]}`:                                     4,
		`{"moves":["d","d","d","d" , "d","]\\\",]",[1,{"a":[2]},3],{} ]}`: 8,
		`{"moves":["d","d","d",` + strings.Repeat(`"",`, 1<<16) + `""]}`:  4 + 1<<16,
	} {
		err := unmarshal(body, (&solitairev1.ReplayGameRequest{}).ProtoReflect(), 3)
		if err == nil || err.Kind != TooMany || err.Limit != 3 || err.Asked != asked {
			t.Errorf("%.60s: %+v, want %d", body, err, asked)
		}
	}
	for _, body := range []string{`{"moves":["d","d","d","d"`, `{"moves":["d","d","d","d","`, `{"moves":["d","d","d","d"}`, `{"moves":["d","d","d",[`} {
		if err := unmarshal(body, (&solitairev1.ReplayGameRequest{}).ProtoReflect(), 3); err == nil || err.Kind != Syntax {
			t.Errorf("%s: %+v, want it refused as no JSON", body, err)
		}
	}
}

func TestTheMessageSaysWhatWasFoundAndWanted(t *testing.T) {
	for body, want := range map[string]string{
		`{"option":1}`:           `option: unknown field "option" at byte 1 of the body; wanted one of variant, options, number, seed, deck, view, daily, winnable, difficulty, sealed`,
		`{"options":{"draw":1}}`: `options[draw]: a number at byte 19 of the body; wanted a string`,
		`{"number":"010"}`:       `number: a string at byte 10 of the body; wanted a whole number from 0 to 4294967295 in plain digits`,
		`{"view":"x"}`:           `view: unknown name "x" at byte 8 of the body; wanted one of STATE, TABLE, TABLE_AND_MOVES`,
		``:                       `an empty body at byte 0 of the body; wanted a JSON object`,
	} {
		if err := unmarshal(body, (&solitairev1.DealGameRequest{}).ProtoReflect(), 3); err.Error() != want {
			t.Errorf("%s:\ngot  %s\nwant %s", body, err, want)
		}
	}
}

func TestEveryRequestOfTheServiceCanBeRead(t *testing.T) {
	methods := solitairev1.File_solitaire_v1_rules_service_proto.Services().ByName("RulesService").Methods()
	seen := map[protoreflect.FullName]bool{}
	for i := range methods.Len() {
		readable(t, methods.Get(i).Input(), seen)
	}
	if len(seen) < methods.Len() {
		t.Errorf("%d messages for %d methods", len(seen), methods.Len())
	}
}

// readable walks over a message type and complains about fields that this package has no reader for.
func readable(t *testing.T, message protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) {
	if seen[message.FullName()] {
		return
	}
	seen[message.FullName()] = true
	if strings.HasPrefix(string(message.FullName()), "google.protobuf.") {
		t.Errorf("%s has a JSON form of its own", message.FullName())
	}
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		switch {
		case field.IsMap():
			if field.MapKey().Kind() != protoreflect.StringKind || field.MapValue().Message() != nil {
				t.Errorf("%s is no map from text to a scalar", field.FullName())
			}
		case field.Message() != nil:
			readable(t, field.Message(), seen)
		case field.Kind() == protoreflect.FloatKind:
			t.Errorf("%s is a float", field.FullName())
		}
	}
}

func FuzzUnmarshalAgreesWithProtojson(f *testing.F) {
	for _, seed := range []string{
		`{"variant":"golf","options":{"wrap":"on"},"number":12,"view":"STATE","seed":"\u00e4\ud83c\udca1"}`,
		`{"deal":{"variant":"golf","number":1},"moves":["d","u"],"expect":{"status":"WON","score":-4},"snapshotInterval":1}`,
		`{"from":"PILES","to":"POSITION","piles":[{"id":"t1","cards":"5c"}],"counters":{"moveCount":3},"single":true}`,
		`{"variant":null}`, `{"number":1e2}`, `{"number":1.0}`, `{"number":"1"}`, "{\"seed\":\"\xff\"}",
	} {
		f.Add(seed)
	}
	messages := []proto.Message{
		&solitairev1.DealGameRequest{}, &solitairev1.ReplayGameRequest{}, &solitairev1.ConvertPositionRequest{},
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, m := range messages {
			ours, theirs := m.ProtoReflect().New().Interface(), m.ProtoReflect().New().Interface()
			if Unmarshal(body, ours, 100) != nil {
				continue
			}
			if err := protojson.Unmarshal([]byte(body), theirs); err != nil {
				t.Fatalf("taken, but protojson says %v", err)
			}
			if !proto.Equal(ours, theirs) {
				t.Fatalf("got  %v\nwant %v", ours, theirs)
			}
		}
	})
}
