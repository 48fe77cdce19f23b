package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// session is a game that somebody plays: where it began, the log of all that was
// done, and the way to where it stands, along which moves are taken back and made
// again. A call that fails leaves it as it was.
type session struct {
	*tool
	deal   *solitairev1.Deal // nil where it began in a state
	way    []step            // the first one is the beginning; never empty
	at     int               // where on the way the game stands
	log    []string          // the entries since the beginning, u for a move taken back
	kept   int               // how many of them the player has in a file
	proved string            // what was proved about the deal beforehand, "" if nothing
	game   *solitairev1.Game // the game as it stands, with its table and its moves
	judge
}

// step is a position on the way of a game.
type step struct {
	move  string // which led there, "" at the beginning
	state string
	count int32             // the move counter
	game  *solitairev1.Game // with its table and its moves, nil where it lies too far back
}

// keptGames is how many of the latest positions can be gone back to without a call.
const keptGames = 256

// patience is how long a call that needs no search may take.
const patience = 10 * time.Second

// errFull is the error of a game that has as many moves as a record may hold.
var errFull = errors.New("full")

// newSession begins a game.
func (t *tool) newSession(deal *solitairev1.Deal, game *solitairev1.Game) *session {
	return &session{
		tool: t, deal: deal, game: game,
		way:   []step{{state: game.GetState(), count: game.GetMoveCount(), game: game}},
		judge: newJudge(),
	}
}

// openSession begins a game in a state or by a deal and plays the log that follows it.
func (t *tool) openSession(ctx context.Context, deal *solitairev1.Deal, state string, log []string) (*session, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var game *solitairev1.Game
	if state == "" {
		answer, err := t.rules.DealGame(ctx, &solitairev1.DealGameRequest{
			Variant: deal.GetVariant(), Options: deal.GetOptions(), Number: deal.Number, Seed: deal.Seed, Deck: deal.Deck,
			View: solitairev1.Game_TABLE_AND_MOVES,
		})
		if err != nil {
			return nil, err
		}
		deal, game = answer.GetDeal(), answer.GetGame()
	} else {
		answer, err := t.rules.InspectGame(ctx, &solitairev1.InspectGameRequest{State: state, View: solitairev1.Game_TABLE_AND_MOVES})
		if err != nil {
			return nil, err
		}
		game = answer.GetGame()
	}
	s := t.newSession(deal, game)
	for i, entry := range log {
		if err := s.enter(ctx, entry); err != nil {
			return nil, atEntry(i, err)
		}
	}
	s.kept = len(s.log)
	return s, nil
}

// fork is a copy of the game, which goes its own way. What is proved is known to both.
func (s *session) fork() *session {
	fork := *s
	fork.way, fork.log = slices.Clone(s.way), slices.Clip(s.log)
	return &fork
}

// atEntry is the error of a move that was asked about alone, told as that of an entry
// of a log.
func atEntry(i int, err error) error {
	var e *talon.Error
	if errors.As(err, &e) {
		e.Message = strings.Replace(e.Message, "moves[0]", "moves["+strconv.Itoa(i)+"]", 1)
		if e.Metadata["move_index"] != "" {
			e.Metadata["move_index"] = strconv.Itoa(i)
		}
	}
	return err
}

// halted is the error of moves of which some were made before one was not.
type halted struct {
	move string
	err  error
}

func (h *halted) Error() string { return h.move + ": " + h.err.Error() }
func (h *halted) Unwrap() error { return h.err }

// enterAll plays entries of a log, one after the other. Its error is a *halted where
// some were played.
func (s *session) enterAll(ctx context.Context, entries []string) error {
	for i, entry := range entries {
		switch err := s.enter(ctx, entry); {
		case err == nil:
		case i == 0:
			return err
		default:
			return &halted{entry, err}
		}
	}
	return nil
}

// enter plays an entry of a log.
func (s *session) enter(ctx context.Context, entry string) error {
	if entry == engine.Undo {
		return s.undo(ctx)
	}
	return s.play(ctx, entry)
}

// play makes a move. What was taken back before can no longer be made again.
func (s *session) play(ctx context.Context, move string) error {
	if s.at >= engine.MaxRecordMoves {
		return errFull
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := s.rules.ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{
		State: s.game.GetState(), Moves: []string{move}, View: solitairev1.Game_TABLE_AND_MOVES,
	})
	if err != nil {
		return err
	}
	s.game = answer.GetGame()
	s.at++
	s.way = append(s.way[:s.at], step{move, s.game.GetState(), s.game.GetMoveCount(), s.game})
	if old := s.at - keptGames; old > 0 {
		s.way[old].game = nil
	}
	s.log = append(s.log, move)
	return nil
}

// undo takes the latest move back.
func (s *session) undo(ctx context.Context) error {
	if s.at == 0 {
		variant, _ := engine.ParseVariant(s.game.GetVariant())
		return &engine.IllegalMoveError{Variant: variant, Reason: engine.NothingToUndo}
	}
	return s.back(ctx, s.at-1)
}

// back takes moves back until the game stands at a step of its way.
func (s *session) back(ctx context.Context, to int) error {
	if err := s.look(ctx, to); err != nil {
		return err
	}
	for ; s.at > to; s.at-- {
		s.log = append(s.log, engine.Undo)
	}
	return nil
}

// redo makes the move again that was taken back last; it reports whether there is one.
func (s *session) redo(ctx context.Context) (bool, error) {
	if s.at+1 == len(s.way) {
		return false, nil
	}
	if err := s.look(ctx, s.at+1); err != nil {
		return true, err
	}
	s.at++
	s.log = append(s.log, s.way[s.at].move)
	return true, nil
}

// restart goes back to the beginning, with a new log. The moves can be made again.
func (s *session) restart(ctx context.Context) error {
	if err := s.look(ctx, 0); err != nil {
		return err
	}
	s.at, s.log, s.kept = 0, nil, 0
	return nil
}

// atHand reports whether the game at a step of the way needs no call.
func (s *session) atHand(at int) bool { return at < 0 || s.way[at].game != nil }

// look fetches the game at a step of the way.
func (s *session) look(ctx context.Context, at int) error {
	if s.atHand(at) {
		s.game = s.way[at].game
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := s.rules.InspectGame(ctx, &solitairev1.InspectGameRequest{State: s.way[at].state, View: solitairev1.Game_TABLE_AND_MOVES})
	if err == nil {
		s.game = answer.GetGame()
	}
	return err
}

// finish plays the automatic finish, move by move, so that it can be taken back.
func (s *session) finish(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := s.rules.FinishGame(ctx, &solitairev1.FinishGameRequest{State: s.game.GetState(), View: solitairev1.Game_STATE})
	if err != nil {
		return err
	}
	for _, move := range answer.GetMoves() {
		if err := s.play(ctx, move.GetMove()); err != nil {
			return err
		}
	}
	return nil
}

// moves are the moves on the way to where the game stands.
func (s *session) moves() []string {
	moves := make([]string, s.at)
	for i := range moves {
		moves[i] = s.way[i+1].move
	}
	return moves
}

// over reports whether the game is won, or stuck for good.
func (s *session) over() bool { return s.game.GetStatus() != solitairev1.Game_IN_PROGRESS }

// record is the game as a file keeps it. Where the log is longer than a record may
// be, it holds the way alone.
func (s *session) record() *engine.Record {
	record := &engine.Record{State: s.way[0].state, Moves: s.log}
	if len(record.Moves) > engine.MaxRecordMoves {
		record.Moves = s.moves()
	}
	if deal := s.deal; deal != nil {
		// The state begins with the version of the rules: klondike/1;draw=1 m=0 …
		header, _, _ := strings.Cut(record.State, " ")
		header, _, _ = strings.Cut(header, ";")
		_, version, _ := strings.Cut(header, "/")
		record.RulesVersion, _ = strconv.Atoi(version)
		record.State, record.Variant, record.Options = "", deal.GetVariant(), deal.GetOptions()
		record.Deal = &engine.RecordDeal{Number: engine.DealNumber(deal.GetNumber()), Seed: deal.GetSeed(), Deck: deal.GetDeck()}
	}
	status, score, count := s.game.GetStatus().String(), int(s.game.GetScore()), int(s.game.GetMoveCount())
	sum := sha256.Sum256([]byte(s.game.GetState()))
	digest := hex.EncodeToString(sum[:])
	record.Expectation = engine.Expectation{Status: &status, Score: &score, MoveCount: &count, StateSHA256: &digest}
	return record
}

// save writes the record to a new file: as text where its name ends in .txt, else as
// JSON.
func (s *session) save(path string) error {
	record := s.record().AppendJSON(nil)
	if strings.EqualFold(filepath.Ext(path), ".txt") {
		record = s.record().AppendText(nil)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return s.fileError(err)
	}
	_, err = file.Write(record)
	if err = errors.Join(err, file.Close()); err != nil {
		return s.fileError(err)
	}
	s.kept = len(s.log)
	return nil
}

// unkept reports whether something of the game would be lost without its record.
func (s *session) unkept() bool { return s.kept != len(s.log) }

// reason says why something was not done, in the words of the player's language.
func (s *session) reason(err error) string {
	if errors.Is(err, errFull) {
		return s.say(words{en: "A game has at most %d moves.", de: "Ein Spiel hat höchstens %d Züge."}, engine.MaxRecordMoves)
	}
	var some *halted
	if errors.As(err, &some) {
		return printable(some.move) + ": " + s.reason(some.err)
	}
	var e *talon.Error
	if errors.As(err, &e) && e.Refusal != nil {
		return s.sentence(e.Refusal, e.Metadata["move"])
	}
	if errors.As(err, &e) && len(e.Violations) == 1 {
		return printable(e.Violations[0].Description) // the player has seen no field of a request
	}
	return s.explain(err)
}

// caption says which game it is and how it stands.
func (s *session) caption() string {
	text := s.heading(s.game)
	if s.deal != nil && s.deal.Number != nil {
		text = s.say(words{en: "%s, deal %d", de: "%s, Spiel %d"}, text, s.deal.GetNumber())
	}
	return text
}

// outcome says what there is to say about how the game stands, "" while it goes on.
func (s *session) outcome() string {
	switch s.game.GetStatus() {
	case solitairev1.Game_WON:
		return s.say(words{en: "Won!", de: "Gewonnen!"})
	case solitairev1.Game_STUCK:
		return s.say(words{en: "Stuck: no moves lead any further.", de: "Festgefahren: Kein Zug führt mehr weiter."})
	}
	return ""
}

// advise asks for the moves worth making, as far as the player can see; in no circles.
func (s *session) advise(limits *solitairev1.SolveLimits) func(context.Context) (*solitairev1.SuggestMoveResponse, error) {
	rules := s.rules
	request := &solitairev1.SuggestMoveRequest{
		State: s.way[0].state, Moves: s.moves(), Knowledge: solitairev1.Knowledge_VISIBLE, Limits: limits,
	}
	return func(ctx context.Context) (*solitairev1.SuggestMoveResponse, error) {
		return rules.SuggestMove(ctx, request)
	}
}

// What both ways of playing say.
var (
	noRedo = words{en: "There is no move to make again.", de: "Es gibt keinen Zug, der wieder auszuführen wäre."}
	saved  = words{en: "Saved in %s.", de: "Gespeichert in %s."}
)

// marking says whether lost games are marked.
func marking(on bool) words {
	if on {
		return words{en: "Lost games are marked.", de: "Verlorene Spiele werden angezeigt."}
	}
	return words{en: "Lost games are not marked.", de: "Verlorene Spiele werden nicht angezeigt."}
}
