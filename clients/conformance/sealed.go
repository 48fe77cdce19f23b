package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// sealedOf makes vectors that ask the same about sealed games: of each n-th vector, and of
// all that take few calls; and one for each game that deals it in secret.
func sealedOf(vectors []vector, n int, keys *keyholder) []vector {
	var sealed []vector
	for _, v := range sample(vectors, n) {
		if !v.open {
			sealed = append(sealed, vector{id: "sealed:" + v.id, check: func(c *checker) {
				c.sealed = &sealedGame{keys: keys, tokens: map[string]string{}}
				v.check(c)
			}})
		}
	}
	for _, variant := range []string{"klondike", "spider", "freecell", "pyramid", "tripeaks", "golf", "yukon"} {
		sealed = append(sealed, vector{id: "sealed:secret-" + variant, check: func(c *checker) {
			c.sealed = &sealedGame{keys: keys, tokens: map[string]string{}}
			checkSecret(c, variant)
		}})
	}
	return sealed
}

// checkSecret deals a game whose cards nobody knows but the keyholder, and begins to play it.
func checkSecret(c *checker, variant string) {
	const view = solitairev1.Game_TABLE_AND_MOVES
	dealt, ok := ask[solitairev1.DealGameResponse](c, &solitairev1.DealGameRequest{Variant: variant, View: view})
	if !ok {
		return
	}
	game := dealt.GetGame()
	c.game("game", game, nil, view)
	token := c.sealed.tokens[game.GetState()]
	opened, good, err := c.sealed.keys.open(token)
	c.holds("secret", good && opened.Secret, "%s is no state of a secret game: %v", token, err)
	again := &solitairev1.DealGameResponse{}
	err = c.client.call(c.ctx, &solitairev1.DealGameRequest{Variant: variant, Seed: &opened.Seed, View: solitairev1.Game_STATE}, again)
	c.holds("seed", err == nil && again.GetGame().GetState() == game.GetState() && again.GetGame().GetSeal() == nil, "the seed deals %v, %v, want %s", again, err, game.GetState())
	for range 3 {
		if len(game.GetMoves()) == 0 {
			return
		}
		move := game.GetMoves()[len(game.GetMoves())-1].GetMove()
		applied, ok := ask[solitairev1.ApplyMovesResponse](c, &solitairev1.ApplyMovesRequest{State: game.GetState(), Moves: []string{move}, View: view})
		if !ok {
			return
		}
		game = applied.GetGame()
		c.game("game", game, nil, view)
	}
}

// sample is each n-th of the vectors, and all that take few calls.
func sample(vectors []vector, n int) []vector {
	var some []vector
	for i, v := range vectors {
		if i%n == 0 || strings.HasPrefix(v.id, "case-") || strings.HasPrefix(v.id, "setup-") {
			some = append(some, v)
		}
	}
	return some
}

// sealedGame stands between a vector and a client that is asked about sealed games. The vector
// speaks of open states, the client of sealed ones only. What is sealed in an answer is opened, so
// that the vector holds it to the same as of an open game; what is peculiar to sealed games is
// held to here.
type sealedGame struct {
	keys *keyholder
	// tokens are the sealed states of the game by their open ones: those that the service gave
	// last, so that a game goes on from them.
	tokens map[string]string
}

// token is the sealed state for an open one.
func (g *sealedGame) token(state string) (string, error) {
	if token, known := g.tokens[state]; known {
		return token, nil
	}
	token, err := g.keys.seal(state)
	if err == nil {
		g.tokens[state] = token
	}
	return token, err
}

func (g *sealedGame) call(ctx context.Context, c *checker, request, answer proto.Message) error {
	switch r := request.(type) {
	case *solitairev1.DealGameRequest:
		sealed := true
		r = proto.CloneOf(r)
		r.Sealed = &sealed
		if err := c.client.call(ctx, r, answer); err != nil {
			return err
		}
		return g.open(c, "", r, answer)
	case *solitairev1.ReplayGameRequest:
		return g.replay(ctx, c, r, answer)
	case *solitairev1.ConvertPositionRequest:
		if r.GetTo() == solitairev1.ConvertPositionRequest_PILES {
			return g.convertOpen(ctx, c, r, answer)
		}
	}
	return g.ask(ctx, c, request, answer)
}

// ask makes a call about the sealed state in the place of the open one.
func (g *sealedGame) ask(ctx context.Context, c *checker, request, answer proto.Message) error {
	field := request.ProtoReflect().Descriptor().Fields().ByName("state")
	state := request.ProtoReflect().Get(field).String()
	token, err := g.token(state)
	if err != nil {
		return err
	}
	request = proto.Clone(request)
	request.ProtoReflect().Set(field, protoreflect.ValueOfString(token))
	if err := c.client.call(ctx, request, answer); err != nil {
		if f := failureOf(err); f != nil {
			g.checkFailure(c, state, f)
		}
		return err
	}
	return g.open(c, token, request, answer)
}

// replay plays a log of a sealed game. One that begins with a deal begins with the sealed state that
// is dealt. A hash of the open state is compared here, where the service must not.
func (g *sealedGame) replay(ctx context.Context, c *checker, r *solitairev1.ReplayGameRequest, answer proto.Message) error {
	r = proto.CloneOf(r)
	if r.Deal != nil {
		dealt := &solitairev1.DealGameResponse{}
		if err := g.call(ctx, c, &solitairev1.DealGameRequest{
			Variant: r.GetDeal().GetVariant(), Options: r.GetDeal().GetOptions(), Deck: r.Deal.Deck, View: solitairev1.Game_STATE,
		}, dealt); err != nil {
			return err
		}
		r.Deal, r.State = nil, dealt.GetGame().GetState()
	}
	err := g.ask(ctx, c, r, answer)
	hash := r.GetExpect().GetStateSha256()
	if hash == "" {
		return err
	}
	refused := false
	if f := failureOf(err); f != nil && f.reason == solitairev1.ErrorReason_SEALED_GAME {
		refused = true
		r.Expect.StateSha256 = nil
		err = g.ask(ctx, c, r, answer)
	}
	replayed, is := answer.(*solitairev1.ReplayGameResponse)
	if err != nil || !is {
		return err
	}
	game := replayed.GetGame()
	_, unseen := boardOf(game.GetState()).sights()
	compare(c, "hash", refused, len(unseen) > 0 && game.GetStatus() != solitairev1.Game_WON)
	if got := sha256.Sum256([]byte(game.GetState())); refused && hex.EncodeToString(got[:]) != hash {
		c.wrong("hash", "the opened state is %s, of which %s is not the hash", game.GetState(), hash)
	}
	return nil
}

// convertOpen asks for what names every card, which is refused, and then for the same of the open state.
func (g *sealedGame) convertOpen(ctx context.Context, c *checker, r *solitairev1.ConvertPositionRequest, answer proto.Message) error {
	f := failureOf(g.ask(ctx, c, r, &solitairev1.ConvertPositionResponse{}))
	c.holds("SEALED_GAME", f != nil && f.reason == solitairev1.ErrorReason_SEALED_GAME && slices.Equal(f.violations, []string{"to"}),
		"the piles of a sealed game: %v, want SEALED_GAME about the field to", f)
	return c.client.call(ctx, r, answer)
}

// open opens what is sealed in the answer to a request, and holds it to what is promised of sealed games. The
// token is the state that was asked about, empty where there was none.
func (g *sealedGame) open(c *checker, token string, request, answer proto.Message) error {
	before, _, err := g.keys.open(token)
	if err != nil {
		return err
	}
	opening := &opening{game: g, c: c, token: token, before: before}
	switch a := answer.(type) {
	case *solitairev1.DealGameResponse:
		opening.openGame(a.GetGame())
		c.holds("seal", sameWay(a.GetDeal(), opening.after), "the deal is %v, and in the state %v", a.GetDeal(), opening.after)
	case *solitairev1.InspectGameResponse:
		opening.openGame(a.GetGame())
	case *solitairev1.ApplyMovesResponse:
		opening.openGame(a.GetGame())
	case *solitairev1.FinishGameResponse:
		opening.openGame(a.GetGame())
	case *solitairev1.ReplayGameResponse:
		for _, snapshot := range a.GetSnapshots() {
			snapshot.State = opening.state(snapshot.GetState())
		}
		opening.openGame(a.GetGame())
	case *solitairev1.ConvertPositionResponse:
		a.State = opening.state(a.GetState())
	}
	opening.checkSight(request, answer)
	return nil
}

// opening is an answer about a sealed game while it is opened.
type opening struct {
	game   *sealedGame
	c      *checker
	token  string // of the request
	before shown  // what is in it
	after  shown  // what is in the answer's
}

// openGame opens the state of a game and takes its seal off, which is held to what the state says.
func (o *opening) openGame(game *solitairev1.Game) {
	if game == nil {
		return // the vector notices
	}
	game.State = o.state(game.GetState())
	want := o.after.sealOf(game)
	o.c.holds("seal", proto.Equal(game.GetSeal(), want), "got %v, want %v", game.GetSeal(), want)
	game.Seal = nil
}

// state opens a state of an answer: another text each time, as long as the one before, of the same game. What
// does not open is left as it is.
func (o *opening) state(sealed string) string {
	opened, good, err := o.game.keys.open(sealed)
	o.c.holds("seal", good, "%s does not open: %v", sealed, err)
	if !good {
		return sealed
	}
	o.after = opened
	o.game.tokens[opened.State] = sealed
	if o.token == "" {
		return opened.State
	}
	o.c.holds("seal", sealed != o.token && len(sealed) == len(o.token), "%s was answered with %s", o.token, sealed)
	origin := o.before
	origin.State = opened.State
	compare(o.c, "seal", opened, origin)
	return opened.State
}

// sealOf is what an answer has to tell of a game.
func (s shown) sealOf(game *solitairev1.Game) *solitairev1.Seal {
	seal := &solitairev1.Seal{Secret: s.Secret}
	if s.Secret {
		sum := sha256.Sum256([]byte(s.Seed + s.Salt))
		seal.Commitment = hex.EncodeToString(sum[:])
		if game.GetStatus() != solitairev1.Game_WON {
			return seal
		}
		seal.Salt = &s.Salt
	}
	seal.Deal = &solitairev1.Deal{Variant: game.GetVariant(), Options: game.GetOptions()}
	switch {
	case s.Number != 0:
		seal.Deal.Number = &s.Number
	case s.Seed != "":
		seal.Deal.Seed = &s.Seed
	default:
		seal.Deal.Deck = &s.Deck
	}
	return seal
}

// sameWay tells whether a deal is dealt as a state says; of a secret one nothing is told.
func sameWay(d *solitairev1.Deal, s shown) bool {
	if s.Secret {
		return d == nil
	}
	return d.GetNumber() == s.Number && d.GetSeed() == s.Seed && d.GetDeck() == s.Deck
}

// checkSight holds an answer to naming no card that its player does not see.
func (o *opening) checkSight(request, answer proto.Message) {
	sight, unseen := boardOf(o.before.State).sights()
	after, unseenAfter := boardOf(o.after.State).sights()
	unseen = append(unseen, unseenAfter...)
	for card := range after {
		sight[card] = true
	}
	// A card that was drawn may lie hidden again after further moves.
	if r, is := request.(*solitairev1.ApplyMovesRequest); is && len(r.GetMoves()) > 1 {
		if a, is := answer.(*solitairev1.ApplyMovesResponse); is {
			for _, event := range a.GetEvents() {
				for _, card := range pairs(event.GetCards()) {
					sight[card] = true
				}
			}
		}
	}
	told := namedIn(answer.ProtoReflect(), nil)
	for _, card := range unseen {
		o.c.holds("hidden", sight[card] || !slices.Contains(told, card), "%s lies face down, and %v names it", card, answer)
	}
}

// checkFailure holds an error to the same.
func (*sealedGame) checkFailure(c *checker, state string, f *failure) {
	sight, unseen := boardOf(state).sights()
	told := append(cardsIn(f.message), namedIn(f.refusal.ProtoReflect(), nil)...)
	for _, violation := range f.violations {
		told = append(told, cardsIn(violation)...)
	}
	for _, card := range unseen {
		c.holds("hidden", sight[card] || !slices.Contains(told, card), "%s lies face down, and an error names it: %v", card, f)
	}
}

// sights are the cards of a board that its player sees, and those that he does not.
func (b *board) sights() (seen map[string]bool, unseen []string) {
	seen = map[string]bool{}
	for _, id := range b.ids {
		down, up := b.sides(id)
		unseen = append(unseen, pairs(down)...)
		for _, card := range pairs(up) {
			seen[card] = true
		}
	}
	return seen, unseen
}

// pairs are cards that are written one behind the other.
func pairs(cards string) []string {
	var all []string
	for i := 0; i+1 < len(cards); i += 2 {
		all = append(all, cards[i:i+2])
	}
	return all
}

// namedIn are the cards that the texts of a message name. Those of a public deal are left out: whoever has the deck
// knows the cards.
func namedIn(m protoreflect.Message, named []string) []string {
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		each := func(value protoreflect.Value) {
			switch {
			case field.Message() != nil:
				named = namedIn(value.Message(), named)
			case field.Kind() != protoreflect.StringKind, field.Name() == "state", field.Name() == "deck":
			case field.Name() == "cards":
				named = append(named, pairs(value.String())...)
			default:
				named = append(named, cardsIn(value.String())...)
			}
		}
		switch {
		case field.IsMap():
			value.Map().Range(func(_ protoreflect.MapKey, value protoreflect.Value) bool {
				named = append(named, cardsIn(fmt.Sprint(value))...)
				return true
			})
		case field.IsList():
			for i := range value.List().Len() {
				each(value.List().Get(i))
			}
		default:
			each(value)
		}
		return true
	})
	return named
}

// cardText is a card in a text.
var cardText = regexp.MustCompile(`\b[A2-9TJQK][cdhs]\b`)

// cardsIn are the cards in words for people: "Jd does not go on Qd".
func cardsIn(text string) []string { return cardText.FindAllString(text, -1) }
