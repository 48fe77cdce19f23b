//go:build linux

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// textAttacks send texts that take long to read.
func textAttacks() []attack {
	fair := []string{"OK", "InvalidArgument", "FailedPrecondition", "ResourceExhausted", "held", "slowest"}
	return []attack{{
		"slow-texts", "8 callers that have texts of 4 MiB converted, in every format", fair,
		func(ctx context.Context, t *target) {
			requests := conversions()
			slowest := make([]time.Duration, len(requests))
			t.dialed(ctx, 8, func(ctx context.Context, conn *grpc.ClientConn, i int) {
				for j := i; j < len(requests) && ctx.Err() == nil; j += 8 {
					began := time.Now()
					_, err := solitairev1.NewRulesServiceClient(conn).ConvertPosition(ctx, requests[j])
					t.heard(ctx, err)
					slowest[j] = max(slowest[j], time.Since(began))
				}
			})
			worst := 0
			for j, d := range slowest {
				if d > slowest[worst] {
					worst = j
				}
			}
			t.answers.add(fmt.Sprintf("slowest %s of %.20q… %d ms", requests[worst].GetFrom(), requests[worst].GetText(), slowest[worst].Milliseconds()))
		},
	}}
}

// conversions are texts in every format that are long in every way.
func conversions() []*solitairev1.ConvertPositionRequest {
	const (
		tags = "[Variant \"freecell\"]\n[Deal \"number=617\"]\n\n"
		room = most - 1024
	)
	fill := func(begin, middle, end string) string {
		return begin + strings.Repeat(middle, (room-len(begin)-len(end))/len(middle)) + end
	}
	texts := []string{
		fill("", "x", ""), fill("", " ", ""), fill("", "\n", ""), fill("", "2a ", ""), fill("", "[", ""), fill("", "{", ""), fill("", "\"", ""), fill("", "\\", ""),
		fill("", "Ac ", ""), fill("", "Ac", ""), fill("", "AC\n", ""), fill("", ": ", ""), fill("", "(", ""), fill("", "ä", ""), fill("", "\x00", ""),
		fill(tags, "u ", ""), fill(tags, "t2c1 u ", ""), fill(tags, "{comment} ", ""), fill(tags, "; x\n", ""), fill(tags, "1. ", ""),
		fill("", "[Variant \"freecell\"]\n", "\n\n"), fill("[Note \"", "x", "\"]\n\n"), fill("[Note \"", "\\\"", "\"]\n\n"), fill(tags+"{", "x", "}"),
		fill(`{"variant":"freecell","deal":{"number":617},"moves":["`, "x", `"]}`), fill(`{"variant":"freecell","deal":{"number":617},"moves":[`, `"u",`, `"u"]}`),
		fill(`{"variant":"freecell","x":`, "[", ""), fill(`{"variant":"freecell",`, `"x":1,`, `"y":1}`),
		fill("freecell/1 m=0 t1:", "Ac", ""), fill("freecell/1 ", "t1:Ac ", ""), fill("freecell/1 ", "x=1 ", ""), fill("Foundations: ", "H-K ", "\n"), fill("Freecells: ", "Ac ", "\n"),
	}
	number := uint32(617)
	var requests []*solitairev1.ConvertPositionRequest
	for _, text := range texts {
		for value := range solitairev1.ConvertPositionRequest_Format_name {
			from := solitairev1.ConvertPositionRequest_Format(value)
			if from == solitairev1.ConvertPositionRequest_FORMAT_UNSPECIFIED {
				continue
			}
			requests = append(requests, &solitairev1.ConvertPositionRequest{
				From: from, To: solitairev1.ConvertPositionRequest_RECORD_TEXT, Text: text, Variant: "freecell", Number: &number,
			})
		}
	}
	return requests
}
