package main

import (
	"context"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// BenchmarkSealing plays a move as the service does, without a network: of an open state by the service that knows no
// others, by the one that takes both forms, and of a sealed state.
func BenchmarkSealing(b *testing.B) {
	request, _, err := benchmarked()
	if err != nil {
		b.Fatal(err)
	}
	s := start(b, sealing(b, bothForms, adviceVisible))
	inner := newRulesService(&s.config.limits, s.search, "", nil, nil)
	outer := newSealedRules(inner, s.states)
	p, err := engine.ParseState(request.State)
	if err != nil {
		b.Fatal(err)
	}
	sealed := proto.CloneOf(request)
	sealed.State = s.sealOf(b, &p, seal.NewSecret())
	for _, c := range []struct {
		name    string
		play    func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error)
		request *solitairev1.ApplyMovesRequest
	}{{"open", inner.ApplyMoves, request}, {"open-of-both", outer.ApplyMoves, request}, {"sealed", outer.ApplyMoves, sealed}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := c.play(context.Background(), c.request); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
