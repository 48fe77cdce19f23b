package main

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// sealedRules is the RulesService for sealed states too. It opens what came sealed, has the service
// answer as for an open state, and seals what goes out; the service itself knows open states only.
type sealedRules struct {
	*rulesService
	states *states
}

func newSealedRules(inner *rulesService, s *states) *sealedRules {
	rules := &sealedRules{inner, s}
	inner.version.StateForms, inner.version.SealedAdvice = s.forms(), solitairev1.GetVersionResponse_SealedAdvice(s.told())
	inner.replay = rules.ReplayGame
	return rules
}

// sealedSolver is the SolverService for sealed states too, as far as it may tell about them.
type sealedSolver struct {
	*solverService
	states *states
}

// stated is a request with a state.
type stated interface {
	proto.Message
	GetState() string
}

// guarded makes a call whose state may be sealed, if the server tells as much about sealed games as is wanted.
func guarded[Q stated, A proto.Message](s *states, wanted advice, request Q, call func(Q) (A, error)) (answer A, err error) {
	g, err := s.receive("state", request.GetState())
	if err == nil && g != nil {
		err = s.mayTell(wanted)
	}
	if err != nil {
		return answer, err
	}
	return keep(g, request, func() (A, error) { return call(opened(g, request)) })
}

// opened gives the request with the open state in place of the sealed one.
func opened[Q proto.Message](g *sealedGame, request Q) Q {
	if g == nil {
		return request
	}
	return changed(request, map[string]string{"state": g.state})
}

// changed gives a copy of a request with other texts in some of its fields. All else is shared.
func changed[Q proto.Message](request Q, texts map[string]string) Q {
	from := request.ProtoReflect()
	to := from.New()
	from.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		to.Set(field, value)
		return true
	})
	for name, text := range texts {
		to.Set(to.Descriptor().Fields().ByName(protoreflect.Name(name)), protoreflect.ValueOfString(text))
	}
	return to.Interface().(Q)
}

// forms lists the forms of states as GetVersion tells them.
func (s *states) forms() []solitairev1.GetVersionResponse_StateForm {
	var forms []solitairev1.GetVersionResponse_StateForm
	if s.open {
		forms = append(forms, solitairev1.GetVersionResponse_OPEN)
	}
	if s.keys != nil {
		forms = append(forms, solitairev1.GetVersionResponse_SEALED)
	}
	return forms
}

func (s *sealedRules) DealGame(ctx context.Context, r *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
	if sealed, err := s.states.asked(r.Sealed); err != nil || !sealed {
		if err != nil {
			return nil, err
		}
		return s.rulesService.DealGame(ctx, r)
	}
	has := given{r.Number != nil, r.Seed != nil, r.Deck != nil, r.Daily != nil}
	if has == (given{}) {
		return s.dealSecretly(ctx, r)
	}
	g, err := s.states.dealt(s.limits, "", r, has)
	if err != nil {
		return nil, err
	}
	return keep(g, r, func() (*solitairev1.DealGameResponse, error) { return s.rulesService.DealGame(ctx, r) })
}

// dealSecretly deals a game by a seed that nobody learns before it is won.
func (s *sealedRules) dealSecretly(ctx context.Context, r *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
	if err := checkView("view", r.View); err != nil {
		return nil, err
	}
	w, err := wishOf(r)
	if err != nil {
		return nil, err
	}
	d, err := s.search.secretDeal(ctx, r, w)
	if err != nil {
		return nil, err
	}
	seeded := &solitairev1.DealGameRequest{Variant: r.Variant, Options: r.Options, Seed: &d.origin.Seed, View: r.View}
	return keep(s.states.secret(d), r, func() (*solitairev1.DealGameResponse, error) {
		answer, err := s.rulesService.DealGame(ctx, seeded)
		if err == nil && d.proved {
			answer.Proof = message.Proof(d.difficulty)
		}
		return answer, err
	})
}

func (s *sealedRules) InspectGame(ctx context.Context, r *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
	return guarded(s.states, adviceUnset, r, func(r *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
		return s.rulesService.InspectGame(ctx, r)
	})
}

func (s *sealedRules) ValidateMove(ctx context.Context, r *solitairev1.ValidateMoveRequest) (*solitairev1.ValidateMoveResponse, error) {
	return guarded(s.states, adviceUnset, r, func(r *solitairev1.ValidateMoveRequest) (*solitairev1.ValidateMoveResponse, error) {
		return s.rulesService.ValidateMove(ctx, r)
	})
}

func (s *sealedRules) ApplyMoves(ctx context.Context, r *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	return guarded(s.states, adviceUnset, r, func(r *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		return s.rulesService.ApplyMoves(ctx, r)
	})
}

func (s *sealedRules) EnumerateMoves(ctx context.Context, r *solitairev1.EnumerateMovesRequest) (*solitairev1.EnumerateMovesResponse, error) {
	return guarded(s.states, adviceUnset, r, func(r *solitairev1.EnumerateMovesRequest) (*solitairev1.EnumerateMovesResponse, error) {
		return s.rulesService.EnumerateMoves(ctx, r)
	})
}

func (s *sealedRules) FinishGame(ctx context.Context, r *solitairev1.FinishGameRequest) (*solitairev1.FinishGameResponse, error) {
	return guarded(s.states, adviceUnset, r, func(r *solitairev1.FinishGameRequest) (*solitairev1.FinishGameResponse, error) {
		return s.rulesService.FinishGame(ctx, r)
	})
}

func (s *sealedRules) ReplayGame(ctx context.Context, r *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	g, err := s.states.begin(s.limits, r.State, r.Deal, r.Deal != nil, waysOf(r.Deal))
	if err != nil {
		return nil, err
	}
	if r.State != "" {
		r = opened(g, r)
	}
	return keep(g, r, func() (*solitairev1.ReplayGameResponse, error) { return s.rulesService.ReplayGame(ctx, r) })
}

func (s *sealedRules) ConvertPosition(ctx context.Context, r *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	if r.State != "" {
		return guarded(s.states, adviceUnset, r, func(r *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
			return s.rulesService.ConvertPosition(ctx, r)
		})
	}
	switch r.From {
	case solitairev1.ConvertPositionRequest_RECORD_JSON, solitairev1.ConvertPositionRequest_RECORD_TEXT:
		g, text, err := s.states.sealedRecord("text", r.Text)
		if err != nil {
			return nil, err
		}
		if g != nil {
			r = changed(r, map[string]string{"text": text})
			return keep(g, r, func() (*solitairev1.ConvertPositionResponse, error) { return s.rulesService.ConvertPosition(ctx, r) })
		}
	}
	if !s.states.open {
		return nil, otherForm("from", formOpen, formSealed)
	}
	return s.rulesService.ConvertPosition(ctx, r)
}

func (s *sealedSolver) SolveGame(ctx context.Context, r *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
	return guarded(s.states, adviceFull, r, func(r *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
		return s.solverService.SolveGame(ctx, r)
	})
}

func (s *sealedSolver) WatchSolve(r *solitairev1.WatchSolveRequest, stream grpc.ServerStreamingServer[solitairev1.WatchSolveResponse]) error {
	_, err := guarded(s.states, adviceFull, r, func(r *solitairev1.WatchSolveRequest) (*solitairev1.WatchSolveResponse, error) {
		return nil, s.solverService.WatchSolve(r, stream)
	})
	return err
}

func (s *sealedSolver) SuggestMove(ctx context.Context, r *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error) {
	wanted := adviceVisible
	if r.Knowledge == solitairev1.Knowledge_FULL {
		wanted = adviceFull
	}
	return guarded(s.states, wanted, r, func(r *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error) {
		return s.solverService.SuggestMove(ctx, r)
	})
}

func (s *sealedSolver) FindLastWinnable(ctx context.Context, r *solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error) {
	g, err := s.states.begin(s.limits, r.State, r.Deal, r.Deal != nil, waysOf(r.Deal))
	if err != nil {
		return nil, err
	}
	if r.State != "" && g != nil {
		if err := s.states.mayTell(adviceFull); err != nil {
			return nil, err
		}
		r = opened(g, r)
	}
	return keep(g, r, func() (*solitairev1.FindLastWinnableResponse, error) { return s.solverService.FindLastWinnable(ctx, r) })
}
