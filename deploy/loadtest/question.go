package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// question is a call that is ready to be made, and what the engine says to it.
type question struct {
	kind    kind
	request proto.Message
	// path is where JSON asks, with the request as its body.
	path string
	body []byte
	// ask makes the call over gRPC; answer is an empty answer to it.
	ask    func(ctx context.Context, client *talon.Client) (proto.Message, error)
	answer proto.Message
	// wrong says what is wrong with an answer, nothing where it is right. It repeats no state.
	wrong func(answer proto.Message) string
	// refused says the same of an error; nil where none is right.
	refused func(f *fault) string
}

// about makes a question of a request, the method that it is for, and what is wrong with an answer.
func about[Request, Answer proto.Message](
	request Request, method func(*talon.Client, context.Context, Request) (Answer, error), wrong func(Answer) string,
) *question {
	var none Answer
	return &question{
		request: request,
		answer:  none.ProtoReflect().New().Interface(),
		ask: func(ctx context.Context, client *talon.Client) (proto.Message, error) {
			return method(client, ctx, request)
		},
		wrong: func(answer proto.Message) string {
			told, is := answer.(Answer)
			if !is {
				told = none
			}
			return wrong(told)
		},
	}
}

// kind is a kind of question.
type kind string

// The kinds of questions, as mixes and reports name them.
const (
	applyOne   kind = "apply"
	validate   kind = "validate"
	list       kind = "list"
	inspect    kind = "inspect"
	deal       kind = "deal"
	replay     kind = "replay"
	suggest    kind = "hint"
	illegal    kind = "illegal"
	unreadable kind = "unreadable"
	search     kind = "solve"
	advise     kind = "advise"
)

// asking is how questions of a kind come about.
type asking struct {
	kind kind
	// path is where JSON asks.
	path string
	// about says it in the usage text.
	about string
	// make makes a question; nil where the spot is no place for one.
	make func(s *supply) *question
}

var askings = []asking{
	{applyOne, "/v1/games:applyMoves", "ApplyMoves of a move of a game", (*supply).apply},
	{validate, "/v1/games:validateMove", "ValidateMove, legal and not", (*supply).validate},
	{list, "/v1/games:enumerateMoves", "EnumerateMoves", (*supply).list},
	{inspect, "/v1/games:inspect", "InspectGame with table and moves", (*supply).inspect},
	{deal, "/v1/games:deal", "DealGame by number", (*supply).deal},
	{replay, "/v1/games:replay", "ReplayGame of a won game", (*supply).replay},
	{suggest, "/v1/games:suggestMove", "SuggestMove from what the player sees", (*supply).suggest},
	{illegal, "/v1/games:applyMoves", "ApplyMoves of a move that a rule forbids; the refusal is expected", (*supply).illegal},
	{unreadable, "/v1/games:inspect", "InspectGame of what is no state; the refusal is expected", (*supply).unreadable},
	{search, "/v1/games:solve", "SolveGame of a game that can be won", (*supply).solve},
	{advise, "/v1/games:suggestMove", "SuggestMove that looks at every card", (*supply).advise},
}

// askingOf finds a kind by its name.
func askingOf(name string) (asking, bool) {
	i := slices.IndexFunc(askings, func(a asking) bool { return string(a.kind) == name })
	if i < 0 {
		return asking{}, false
	}
	return askings[i], true
}

// supply makes questions out of games. The same seed makes the same questions.
type supply struct {
	games  []*game
	spots  []spot
	random *rand.Rand
	// nodes bounds the searches asked for.
	nodes uint32
}

func newSupply(games []*game, seed uint64, nodes uint32) *supply {
	random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // the same load again is the point
	return &supply{games: games, spots: spots(games, random), random: random, nodes: nodes}
}

// questions makes so many of a kind.
func (s *supply) questions(a asking, count int) ([]*question, error) {
	var made []*question
	for tries := 0; len(made) < count; tries++ {
		if tries > 100*count {
			return nil, fmt.Errorf("no game has a place for %s", a.kind)
		}
		q := a.make(s)
		if q == nil {
			continue
		}
		body, err := protojson.Marshal(q.request)
		if err != nil {
			return nil, err
		}
		q.kind, q.path, q.body = a.kind, a.path, body
		made = append(made, q)
	}
	return made, nil
}

func (s *supply) spot() spot { return s.spots[s.random.IntN(len(s.spots))] }

func (s *supply) game() *game { return s.games[s.random.IntN(len(s.games))] }

// stood gives what says what is wrong with a game that should be at a position.
func stood(at engine.Position) func(g *solitairev1.Game) string {
	text, status, moves, score := at.String(), at.Status().String(), at.Moves(), at.Score()
	return func(g *solitairev1.Game) string {
		switch {
		case g.GetState() != text:
			return "the state is not the engine's"
		case g.GetStatus().String() != status:
			return "the status is not the engine's"
		case int(g.GetMoveCount()) != moves || int(g.GetScore()) != score:
			return "the counters are not the engine's"
		}
		return ""
	}
}
