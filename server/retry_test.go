package main

import (
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/requestid"
)

// The framework's clients make a call again only if its error came without a header.
func TestAnErrorOverGRPCHasItsRequestIDInTheTrailer(t *testing.T) {
	s := start(t, nil)
	for _, brought := range []string{"", "mine-1"} {
		ctx := t.Context()
		if brought != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, requestid.Key, brought)
		}
		for _, fails := range []bool{true, false} {
			request := &solitairev1.GetVariantRequest{Variant: "golf"}
			if fails {
				request.Variant = "whist"
			}
			var header, trailer metadata.MD
			_, err := s.client.GetVariant(ctx, request, grpc.Header(&header), grpc.Trailer(&trailer))
			if (err != nil) != fails {
				t.Fatalf("%s: %v", request.GetVariant(), err)
			}
			inHeader, inTrailer := header.Get(requestid.Key), trailer.Get(requestid.Key)
			if fails && (len(header) > 0 || len(inTrailer) != 1 || brought != "" && inTrailer[0] != brought) {
				t.Errorf("%q, failing: header %v, trailer %v", brought, header, trailer)
			}
			if !fails && (len(inTrailer) > 0 || (len(inHeader) == 1) != (brought != "")) {
				t.Errorf("%q: header %v, trailer %v", brought, header, trailer)
			}
		}
	}
}
