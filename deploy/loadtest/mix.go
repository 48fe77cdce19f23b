package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"strings"
)

// mixes are the mixes that have a name.
var mixes = map[string]string{
	// What front ends of players ask in the course of a game.
	"play": "apply=40 validate=20 list=10 inspect=8 hint=8 illegal=4 unreadable=1 deal=4 replay=4 solve=0.5 advise=0.5",
	// The same without searches: every call takes microseconds.
	"rules": "apply=40 validate=20 list=10 inspect=8 hint=8 illegal=4 unreadable=1 deal=4 replay=5",
	// The two calls of every move.
	"moves": "apply=50 validate=50",
	// Searches alone.
	"searches": "solve=70 advise=30",
}

// mix is how often each kind of question is asked, as shares that add up.
type mix struct {
	askings []asking
	upTo    []float64
}

// readMix reads a mix: a name, weights such as "apply=3 validate=1", or @ and a file of them.
func readMix(text string) (*mix, error) {
	if path, file := strings.CutPrefix(text, "@"); file {
		read, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		text = uncommented(string(read))
	} else if named, known := mixes[text]; known {
		text = named
	}
	m, total := &mix{}, 0.0
	seen := map[kind]bool{}
	for _, item := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,\t\r\n", c) }) {
		name, weight, _ := strings.Cut(item, "=")
		a, known := askingOf(name)
		if !known {
			return nil, fmt.Errorf("mix: %q is no kind of call and no mix; there are the mixes %s and the kinds %s", name, mixNames(), kindNames())
		}
		share, err := strconv.ParseFloat(weight, 64)
		if err != nil || !(share > 0 && share <= 1e6) {
			return nil, fmt.Errorf("mix: %q wants a weight above 0 and at most 1000000, as in %s=10", item, name)
		}
		if seen[a.kind] {
			return nil, fmt.Errorf("mix: %s stands there twice", name)
		}
		seen[a.kind] = true
		total += share
		m.askings, m.upTo = append(m.askings, a), append(m.upTo, total)
	}
	if len(m.askings) == 0 {
		return nil, fmt.Errorf("mix: it names no kind of call; there are %s", kindNames())
	}
	return m, nil
}

// uncommented takes away what follows a # in each line.
func uncommented(text string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		kept.WriteString(line + "\n")
	}
	return kept.String()
}

func mixNames() string {
	names := make([]string, 0, len(mixes))
	for name := range mixes {
		names = append(names, name)
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}

func kindNames() string {
	names := make([]string, 0, len(askings))
	for _, a := range askings {
		names = append(names, string(a.kind))
	}
	return strings.Join(names, ", ")
}

// pick chooses a kind by the weights; it gives its index.
func (m *mix) pick(random *rand.Rand) int {
	return sort.SearchFloat64s(m.upTo, random.Float64()*m.upTo[len(m.upTo)-1])
}

// questionsEach is how many questions of a kind are made before a run.
const questionsEach = 500

// deck is the questions of a run in the order in which they are asked, over and over.
type deck []*question

// shuffle makes questions of the mix.
func (m *mix) shuffle(s *supply, count int) (deck, error) {
	pools := make([][]*question, len(m.askings))
	d := make(deck, 0, count)
	for len(d) < count {
		i := m.pick(s.random)
		if pools[i] == nil {
			made, err := s.questions(m.askings[i], questionsEach)
			if err != nil {
				return nil, err
			}
			pools[i] = made
		}
		d = append(d, pools[i][s.random.IntN(len(pools[i]))])
	}
	return d, nil
}
