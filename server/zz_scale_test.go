package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestZZScale(t *testing.T) {
	l := defaults().limits
	const tags = "[Variant \"freecell\"]\n[Deal \"number=617\"]\n\n"
	type tx struct{ a, m, e string }
	texts := []tx{
		{"", "x", ""}, {"", " ", ""}, {"", "\n", ""}, {"", "2a ", ""}, {"", "[", ""}, {"", "{", ""}, {"", "\"", ""}, {"", "\\", ""}, {"", "Ac ", ""}, {"", "Ac", ""}, {"", "AC\n", ""}, {"", ": ", ""}, {"", "(", ""}, {"", "ä", ""}, {"", "\x00", ""},
		{tags, "u ", ""}, {tags, "t2c1 u ", ""}, {tags, "{comment} ", ""}, {tags, "; x\n", ""}, {tags, "1. ", ""},
		{"", "[Variant \"freecell\"]\n", "\n\n"}, {"[Note \"", "x", "\"]\n\n"}, {"[Note \"", "\\\"", "\"]\n\n"}, {tags + "{", "x", "}"},
		{`{"variant":"freecell","deal":{"number":617},"moves":["`, "x", `"]}`}, {`{"variant":"freecell","deal":{"number":617},"moves":[`, `"u",`, `"u"]}`},
		{`{"variant":"freecell","x":`, "[", ""}, {`{"variant":"freecell",`, `"x":1,`, `"y":1}`}, {`{"variant":"freecell","deal":{"number":617},"options":{`, `"x":"1",`, `"y":"1"}}`},
		{"freecell/1 m=0 t1:", "Ac", ""}, {"freecell/1 ", "t1:Ac ", ""}, {"freecell/1 ", "x=1 ", ""}, {"Foundations: ", "H-K ", "\n"}, {"Freecells: ", "Ac ", "\n"}, {"Talon: ", "Ac ", "\n"},
		{"", "Ac 2c\n", ""}, {"", "# x\n", ""}, {"", "[A \"b\"]\n", "\n\n"}, {tags, "$1 ", ""}, {tags, "((", ""},
	}
	n := uint32(617)
	for _, x := range texts {
		for v, name := range solitairev1.ConvertPositionRequest_Format_name {
			if v == 0 {
				continue
			}
			var took [2]time.Duration
			for i, size := range []int{1 << 20, 4<<20 - 1024} {
				text := x.a + strings.Repeat(x.m, (size-len(x.a)-len(x.e))/len(x.m)) + x.e
				r := &solitairev1.ConvertPositionRequest{From: solitairev1.ConvertPositionRequest_Format(v), To: solitairev1.ConvertPositionRequest_RECORD_TEXT, Text: text, Variant: "freecell", Number: &n}
				b := time.Now()
				_, err := l.convert(r)
				took[i] = time.Since(b)
				if err != nil && took[i] > 0 {
					b = time.Now()
					_ = statusError(t.Context(), err)
					took[i] += time.Since(b)
				}
			}
			if took[1] > 100*time.Millisecond || took[1] > 8*took[0] && took[1] > 20*time.Millisecond {
				fmt.Fprintf(os.Stderr, "%s %.30q %v %v\n", name, x.a+x.m, took[0], took[1])
			}
		}
	}
	for _, state := range []string{"x", " ", "klondike/1 " + "t1:", "Ac", "/", "|", "??"} {
		for _, a := range []string{"", "klondike/1 m=0 t1:", "freecell/1 "} {
			s := a + strings.Repeat(state, 4<<20/len(state))
			b := time.Now()
			_, err := readState("state", s)
			_ = statusError(t.Context(), err)
			if d := time.Since(b); d > 50*time.Millisecond {
				fmt.Fprintf(os.Stderr, "state %.20q %.10q %v\n", a, state, d)
			}
			b = time.Now()
			_, err = readMove("move", 0, s)
			_ = statusError(t.Context(), err)
			if d := time.Since(b); d > 50*time.Millisecond {
				fmt.Fprintf(os.Stderr, "move %.20q %.10q %v\n", a, state, d)
			}
		}
	}
	_ = message.Convert
}
