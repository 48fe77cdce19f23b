package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// shownGame is a sealed state as an operator sees it.
type shownGame struct {
	State      string `json:"state"`
	Secret     bool   `json:"secret"`
	Number     uint32 `json:"number,omitempty"`
	Seed       string `json:"seed,omitempty"`
	Deck       string `json:"deck,omitempty"`
	Salt       string `json:"salt,omitempty"`
	Commitment string `json:"commitment,omitempty"`
}

// longestShown is the longest line that the tool reads, in bytes.
const longestShown = 64 << 10

// eachText turns a text into a line of the output, or, where it is "-", each line of the input. For a line that
// cannot be turned it writes an empty one, and for an empty one too, so that the lines go on belonging together.
func eachText(file, text string, turn func(s *states, text string) (string, error), in io.Reader, out io.Writer) error {
	keys, err := seal.Load(file)
	if err != nil {
		return err
	}
	s := &states{keys: keys, open: true}
	if text != "-" {
		turned, err := turn(s, text)
		if err == nil {
			_, err = fmt.Fprintln(out, turned)
		}
		return err
	}
	var first error
	number, failed := 0, 0
	lines := bufio.NewScanner(in)
	for lines.Buffer(nil, longestShown); lines.Scan(); {
		number++
		turned := ""
		if lines.Text() != "" {
			if turned, err = turn(s, lines.Text()); err != nil {
				failed++
				first = cmp.Or(first, fmt.Errorf("line %d: %w", number, err))
			}
		}
		if _, err := fmt.Fprintln(out, turned); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	if failed > 1 {
		return fmt.Errorf("%w; and %d more", first, failed-1)
	}
	return first
}

// openState shows what is in a sealed state.
func openState(s *states, text string) (string, error) {
	g, err := s.unseal("state", text)
	if err != nil {
		return "", errors.New(problemOf(err).text.english)
	}
	o := &g.origin
	shown, err := json.Marshal(shownGame{g.state, o.Secret(), o.Number, o.Seed, o.Deck, o.Salt, o.Commitment()})
	return string(shown), err
}

// sealState seals what openState showed.
func sealState(s *states, text string) (string, error) {
	var shown shownGame
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&shown); err != nil {
		return "", fmt.Errorf("wanted the JSON that open shows: %w", err)
	}
	if rest, err := io.ReadAll(in.Buffered()); err != nil || strings.TrimSpace(string(rest)) != "" {
		return "", errors.New("wanted the JSON that open shows, and nothing behind it")
	}
	p, err := engine.ParseState(shown.State)
	if err != nil {
		return "", fmt.Errorf("state: %w", err)
	}
	origin, err := shown.origin(p.Options())
	if err != nil {
		return "", err
	}
	return s.sealed(&p, origin).seal(p.String())
}

// origin is how the game was dealt, which has to be told in exactly one way.
func (g *shownGame) origin(o engine.Options) (seal.Origin, error) {
	if g.Secret {
		origin := seal.Origin{Way: seal.BySecret, Seed: g.Seed, Salt: g.Salt}
		switch {
		case !seal.IsSecret(g.Seed) || !seal.IsSecret(g.Salt) || g.Number != 0 || g.Deck != "":
			return origin, errors.New("a secret game has a seed and a salt of 32 lower-case hexadecimal digits each, and nothing else")
		case g.Commitment != "" && g.Commitment != origin.Commitment():
			return origin, errors.New("the commitment is not the SHA-256 of seed and salt")
		}
		return origin, nil
	}
	has := given{number: g.Number != 0, seed: g.Seed != "", deck: g.Deck != ""}
	if len(has.names()) != 1 || g.Salt != "" || g.Commitment != "" {
		return seal.Origin{}, errors.New("a game that is not secret has one of number, seed and deck, and neither salt nor commitment")
	}
	c := defaults()
	dealt, err := c.limits.readDeal("", shownDeal{g, o}, has)
	if err != nil {
		return seal.Origin{}, errors.New(problemOf(err).text.english)
	}
	return originOf(dealt), nil
}

// shownDeal is a shown game as a deal.
type shownDeal struct {
	*shownGame
	options engine.Options
}

func (d shownDeal) GetVariant() string            { return d.options.Variant().String() }
func (d shownDeal) GetOptions() map[string]string { return d.options.Map() }
func (d shownDeal) GetNumber() uint32             { return d.Number }
func (d shownDeal) GetSeed() string               { return d.Seed }
func (d shownDeal) GetDeck() string               { return d.Deck }
func (d shownDeal) GetDaily() string              { return "" }
