package talon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// ErrNotRevealed is the error of VerifyDeal while the service keeps the deal of a secret
// game to itself: until the game is won.
var ErrNotRevealed = errors.New("the deal is not revealed before the game is won")

// ErrBrokenPromise is the error of a sealed game that is not the one that the service
// committed itself to before the first move.
var ErrBrokenPromise = errors.New("the game is not the one that was promised")

// Commitment is what the service commits itself to with a secret deal: the SHA-256 of
// the seed and behind it the salt, in lower-case hexadecimal.
func Commitment(seed, salt string) string {
	sum := sha256.Sum256([]byte(seed + salt))
	return hex.EncodeToString(sum[:])
}

// VerifySeal holds the seal of a secret game that is won to the seal that it had at its
// beginning: the seed and the salt that it tells are those of the commitment. The error is
// ErrNotRevealed or ErrBrokenPromise. That the game comes from the seed, only dealing by it
// shows; Session.VerifyDeal does both.
func VerifySeal(first, last *solitairev1.Seal) error {
	switch {
	case !first.GetSecret() || first.GetCommitment() == "":
		return fmt.Errorf("%w: nothing was committed to", ErrBrokenPromise)
	case last.GetCommitment() != first.GetCommitment():
		return fmt.Errorf("%w: the commitment was %s and is %s", ErrBrokenPromise, first.GetCommitment(), last.GetCommitment())
	case last.GetDeal() == nil || last.Salt == nil:
		return ErrNotRevealed
	}
	if told := Commitment(last.GetDeal().GetSeed(), last.GetSalt()); told != first.GetCommitment() {
		return fmt.Errorf("%w: the commitment was %s, seed and salt give %s", ErrBrokenPromise, first.GetCommitment(), told)
	}
	return nil
}

// Sealed tells whether the states of the session are sealed.
func (s *Session) Sealed() bool { return s.start.GetSeal() != nil }

// Revealed is the seal of a sealed game with how it was dealt, as far as the service has
// told: of a secret game once it was won, also when moves are taken back after that; nil
// before.
func (s *Session) Revealed() *solitairev1.Seal { return s.revealed }

// see keeps what a game tells of its deal.
func (s *Session) see(game *solitairev1.Game) {
	if game.GetSeal().GetDeal() != nil {
		s.revealed = game.GetSeal()
	}
}

// VerifyDeal checks that the cards of a sealed game were fixed before its first move: that
// the seed told when the game was won is the one that the service had committed itself to,
// and that dealing by it and playing the moves again leads to the same boards. Nil says that
// it is so. The error is ErrNotRevealed before the win and ErrBrokenPromise where it is not
// so; a session that began after the first move cannot be checked.
func (s *Session) VerifyDeal(ctx context.Context) error {
	switch {
	case !s.Sealed() || s.start.GetMoveCount() > 0:
		return errors.New("the session does not begin with the deal of a sealed game")
	case s.revealed == nil:
		return ErrNotRevealed
	case s.revealed.GetSecret() || s.start.GetSeal().GetSecret():
		if err := VerifySeal(s.start.GetSeal(), s.revealed); err != nil {
			return err
		}
	}
	deal := s.revealed.GetDeal()
	dealt, err := s.client.DealGame(ctx, &solitairev1.DealGameRequest{
		Variant: deal.GetVariant(), Options: deal.GetOptions(), Number: deal.Number, Seed: deal.Seed, Deck: deal.Deck,
		Sealed: proto.Bool(true), View: solitairev1.Game_TABLE,
	})
	if err != nil {
		return err
	}
	if !sameGame(s.start, dealt.GetGame()) {
		return fmt.Errorf("%w: the seed deals another board", ErrBrokenPromise)
	}
	moves, last := s.played()
	replayed, err := s.client.ReplayGame(ctx, &solitairev1.ReplayGameRequest{
		State: dealt.GetGame().GetState(), Moves: moves, View: solitairev1.Game_TABLE,
	})
	if err != nil {
		return err
	}
	if !replayed.GetComplete() || !sameGame(last, replayed.GetGame()) {
		return fmt.Errorf("%w: the moves lead to another board", ErrBrokenPromise)
	}
	return nil
}

// played is the whole line, with the steps that were taken back, and where it ends.
func (s *Session) played() (moves []string, last *solitairev1.Game) {
	last = s.start
	for _, step := range s.steps {
		moves, last = append(moves, step.Moves...), step.Game
	}
	return moves, last
}

// sameGame tells whether two games look the same to their player. The view of the first may
// have no table.
func sameGame(a, b *solitairev1.Game) bool {
	return a.GetVariant() == b.GetVariant() && a.GetStatus() == b.GetStatus() && a.GetMoveCount() == b.GetMoveCount() &&
		a.GetScore() == b.GetScore() && (a.GetTable() == nil || proto.Equal(a.GetTable(), b.GetTable()))
}
