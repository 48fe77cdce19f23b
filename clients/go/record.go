package talon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Record is a game as a file keeps it: its beginning, its moves, and what is claimed
// about its end. As JSON on one line, which String gives, it is a record that every
// tool of the service reads.
type Record struct {
	// Variant, RulesVersion and Options are there where the beginning is a deal.
	Variant      string            `json:"variant,omitempty"`
	RulesVersion int               `json:"rulesVersion,omitempty"`
	Options      map[string]string `json:"options,omitempty"`
	// Deal is the beginning as a deal, State the beginning as a state: one of them.
	Deal  *RecordDeal `json:"deal,omitempty"`
	State string      `json:"state,omitempty"`
	// Moves are the moves, "u" for one that was taken back.
	Moves []string `json:"moves"`
	// Status, Score, MoveCount and StateSHA256, the lower-case hexadecimal SHA-256 of
	// the open state, are claims about the game after the moves. What is empty is not
	// claimed.
	Status      string `json:"status,omitempty"`
	Score       *int32 `json:"score,omitempty"`
	MoveCount   *int32 `json:"moveCount,omitempty"`
	StateSHA256 string `json:"stateSha256,omitempty"`
	// Date, Player and ElapsedSeconds are kept and never checked.
	Date           string   `json:"date,omitempty"`
	Player         string   `json:"player,omitempty"`
	ElapsedSeconds *float64 `json:"elapsedSeconds,omitempty"`
}

// RecordDeal is how the game of a record was dealt: one of a number, a seed and a
// deck in dealing order.
type RecordDeal struct {
	Number uint32 `json:"number,omitempty"`
	Seed   string `json:"seed,omitempty"`
	Deck   string `json:"deck,omitempty"`
}

// String gives the record as one line of JSON, without an end of line.
func (r *Record) String() string {
	var line bytes.Buffer
	to := json.NewEncoder(&line)
	to.SetEscapeHTML(false)
	if err := to.Encode(r); err != nil {
		// Only a number of seconds that is none cannot be written; it is no claim.
		unknown := *r
		unknown.ElapsedSeconds = nil
		return unknown.String()
	}
	return strings.TrimSuffix(line.String(), "\n")
}

// Record gives the game as it stands as a record. Of a sealed game it claims no hash. That
// of a secret game begins with a sealed state, which servers with its keys can read; as soon
// as the deal was revealed it begins with that, and everybody can play it again.
func (s *Session) Record() *Record {
	game := s.Game()
	score, moves := game.GetScore(), game.GetMoveCount()
	r := &Record{Moves: s.Moves(), Status: game.GetStatus().String(), Score: &score, MoveCount: &moves}
	if !s.Sealed() {
		sum := sha256.Sum256([]byte(game.GetState()))
		r.StateSHA256 = hex.EncodeToString(sum[:])
	}
	deal := s.deal
	if deal == nil && s.start.GetMoveCount() == 0 {
		deal = s.revealed.GetDeal()
	}
	if deal == nil {
		r.State = s.start.GetState()
		return r
	}
	r.Variant, r.RulesVersion, r.Options = deal.GetVariant(), rulesVersion(game.GetState()), deal.GetOptions()
	r.Deal = &RecordDeal{Number: deal.GetNumber(), Seed: deal.GetSeed(), Deck: deal.GetDeck()}
	return r
}

// header is how a state begins, open ("klondike/1;draw=1 …") or sealed
// ("talon1.klondike-1.…").
var header = regexp.MustCompile(`^(?:[a-z]+/|talon1\.[a-z]+-)(\d+)`)

// rulesVersion is the version in the header of a state, 0 where there is none.
func rulesVersion(state string) int {
	found := header.FindStringSubmatch(state)
	if found == nil {
		return 0
	}
	number, err := strconv.Atoi(found[1])
	if err != nil {
		return 0
	}
	return number
}

// line is the moves of the record without those that were taken back.
func (r *Record) line() []string {
	var line []string
	for _, move := range r.Moves {
		switch {
		case move != "u":
			line = append(line, move)
		case len(line) > 0:
			line = line[:len(line)-1]
		}
	}
	return line
}

// deal is the deal of the record, which begins with the game; nil where it begins
// with a state.
func (r *Record) deal(first *solitairev1.Game) *solitairev1.Deal {
	if r.Deal == nil {
		return nil
	}
	d := &solitairev1.Deal{Variant: first.GetVariant(), Options: first.GetOptions()}
	switch {
	case r.Deal.Number != 0:
		d.Number = &r.Deal.Number
	case r.Deal.Seed != "":
		d.Seed = &r.Deal.Seed
	default:
		d.Deck = &r.Deal.Deck
	}
	return d
}

// expectation is what the record claims.
func (r *Record) expectation() *solitairev1.Expectation {
	e := &solitairev1.Expectation{Score: r.Score, MoveCount: r.MoveCount}
	if status, named := solitairev1.Game_Status_value[r.Status]; named {
		e.Status = solitairev1.Game_Status(status).Enum()
	}
	if r.StateSHA256 != "" {
		e.StateSha256 = &r.StateSHA256
	}
	return e
}
