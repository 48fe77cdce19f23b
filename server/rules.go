package main

import (
	"context"
	"fmt"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// rulesService is the RulesService. It holds nothing that a call could change.
type rulesService struct {
	solitairev1.UnimplementedRulesServiceServer
	limits *limits
	search *searches
	// variants are the answers of ListVariants and GetVariant by language, made once.
	variants map[language]catalogue
	version  *solitairev1.GetVersionResponse
	// stop ends the streams.
	stop <-chan struct{}
	// replay answers one log of a stream.
	replay func(context.Context, *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error)
	// queue has long logs of a stream answered, a few at a time.
	queue func(ctx context.Context, answer func() error) error
	// panicked is asked for the error of a panic outside the goroutine of the call.
	panicked func(ctx context.Context, cause any) error
}

func newRulesService(l *limits, search *searches, build string, stop <-chan struct{}, panicked func(context.Context, any) error) *rulesService {
	s := &rulesService{
		limits: l, search: search, variants: catalogues(), version: l.version(build), stop: stop, panicked: panicked,
	}
	s.replay = s.ReplayGame
	return s
}

func (s *rulesService) ListVariants(ctx context.Context, _ *solitairev1.ListVariantsRequest) (*solitairev1.ListVariantsResponse, error) {
	return s.variants[languageOf(ctx)].list, nil
}

func (s *rulesService) GetVariant(ctx context.Context, r *solitairev1.GetVariantRequest) (*solitairev1.GetVariantResponse, error) {
	if r.Variant == "" {
		return nil, missing("variant")
	}
	answer, found := s.variants[languageOf(ctx)].byName[r.Variant]
	if !found {
		return nil, noSuchVariant(r.Variant)
	}
	return answer, nil
}

func (s *rulesService) DealGame(ctx context.Context, r *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
	if err := checkView("view", r.View); err != nil {
		return nil, err
	}
	w, err := wishOf(r)
	if err != nil {
		return nil, err
	}
	d, err := s.search.deal(ctx, r, given{r.Number != nil, r.Seed != nil, r.Deck != nil, r.Daily != nil}, w)
	if err != nil {
		return nil, err
	}
	p := d.Position()
	answer := &solitairev1.DealGameResponse{Game: message.Game(&p, r.View), Deal: message.Deal(d.Deal)}
	if d.proved {
		answer.Proof = message.Proof(d.difficulty)
	}
	return answer, nil
}

// wishOf gives what a request wants proved about the deal.
func wishOf(r *solitairev1.DealGameRequest) (wish, error) {
	difficulty, known := message.Difficulty(r.Difficulty)
	switch {
	case !known:
		return wish{}, noSuchValue("difficulty", int32(r.Difficulty))
	case r.Difficulty != solitairev1.Difficulty_DIFFICULTY_UNSPECIFIED:
		return wish{"difficulty", difficulty}, nil
	case r.Winnable:
		return wish{"winnable", difficulty}, nil
	}
	return wish{}, nil
}

func (s *rulesService) InspectGame(_ context.Context, r *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
	if err := checkView("view", r.View); err != nil {
		return nil, err
	}
	p, err := readState("state", r.State)
	if err != nil {
		return nil, err
	}
	return &solitairev1.InspectGameResponse{Game: message.Game(&p, r.View)}, nil
}

func (s *rulesService) ValidateMove(ctx context.Context, r *solitairev1.ValidateMoveRequest) (*solitairev1.ValidateMoveResponse, error) {
	p, err := readState("state", r.State)
	if err != nil {
		return nil, err
	}
	if r.Move == "" {
		return nil, missing("move")
	}
	m, err := readMove("move", 0, r.Move)
	if err != nil {
		return nil, err
	}
	refusal := message.Check(languageOf(ctx), &p, m)
	return &solitairev1.ValidateMoveResponse{Legal: refusal == nil, Refusal: refusal}, nil
}

func (s *rulesService) ApplyMoves(_ context.Context, r *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	if err := checkView("view", r.View); err != nil {
		return nil, err
	}
	if err := s.limits.checkMoves("moves", len(r.Moves)); err != nil {
		return nil, err
	}
	p, err := readState("state", r.State)
	if err != nil {
		return nil, err
	}
	if len(r.Moves) == 0 {
		return nil, missing("moves")
	}
	events, err := message.Play(&p, r.Moves)
	if err != nil {
		return nil, logProblem(err)
	}
	return &solitairev1.ApplyMovesResponse{Game: message.Game(&p, r.View), Events: events}, nil
}

func (s *rulesService) EnumerateMoves(_ context.Context, r *solitairev1.EnumerateMovesRequest) (*solitairev1.EnumerateMovesResponse, error) {
	p, err := readState("state", r.State)
	if err != nil {
		return nil, err
	}
	return &solitairev1.EnumerateMovesResponse{Moves: message.Moves(&p)}, nil
}

func (s *rulesService) FinishGame(_ context.Context, r *solitairev1.FinishGameRequest) (*solitairev1.FinishGameResponse, error) {
	if err := checkView("view", r.View); err != nil {
		return nil, err
	}
	p, err := readState("state", r.State)
	if err != nil {
		return nil, err
	}
	moves, err := p.Finish()
	if err != nil {
		return nil, finishProblem(err)
	}
	played, events, err := message.PlayMoves(&p, moves)
	if err != nil {
		return nil, fmt.Errorf("finishing: %w", err)
	}
	return &solitairev1.FinishGameResponse{Game: message.Game(&p, r.View), Moves: played, Events: events}, nil
}

func (s *rulesService) ReplayGame(ctx context.Context, r *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	return s.limits.replay(languageOf(ctx), r)
}

func (s *rulesService) ConvertPosition(_ context.Context, r *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	return s.limits.convert(r)
}

func (s *rulesService) GetVersion(context.Context, *solitairev1.GetVersionRequest) (*solitairev1.GetVersionResponse, error) {
	return s.version, nil
}
