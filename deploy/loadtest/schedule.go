package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// stage is a time in which calls come at a rate that stays, or goes evenly from one to another. Without
// a rate it is a closed loop: so many workers make one call after the other.
type stage struct {
	from, to float64
	workers  int
	length   time.Duration
	// calls ends the stage early once so many have been made; 0 does not.
	calls int64
}

func (s stage) String() string {
	rate := func(r float64) string { return strconv.FormatFloat(r, 'f', -1, 64) }
	switch {
	case s.workers > 0:
		return fmt.Sprintf("%d workers", s.workers)
	case s.from != s.to:
		return rate(s.from) + "-" + rate(s.to) + "/s"
	}
	return rate(s.from) + "/s"
}

// readStages reads a list such as "100/10s,100-500/30s,500/1m".
func readStages(text string) ([]stage, error) {
	var stages []stage
	for item := range strings.SplitSeq(text, ",") {
		rates, length, parted := strings.Cut(strings.TrimSpace(item), "/")
		from, to, ramp := strings.Cut(rates, "-")
		if !ramp {
			to = from
		}
		s := stage{}
		var errs [3]error
		s.from, errs[0] = strconv.ParseFloat(from, 64)
		s.to, errs[1] = strconv.ParseFloat(to, 64)
		s.length, errs[2] = time.ParseDuration(length)
		if !parted || errs != [3]error{} {
			return nil, fmt.Errorf("-stages: %q is no rate and time, such as 500/30s or 100-500/30s", item)
		}
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("-stages: %q: %w", item, err)
		}
		stages = append(stages, s)
	}
	return stages, nil
}

// mostRate bounds a rate, in calls a second.
const mostRate = 1e6

func (s stage) check() error {
	for _, rate := range []float64{s.from, s.to} {
		if !(rate > 0 && rate <= mostRate) {
			return fmt.Errorf("a rate is above 0 and at most %.0f calls a second", mostRate)
		}
	}
	if s.length <= 0 {
		return errors.New("a time is above 0")
	}
	return nil
}

// arrivals says when the calls of a stage come. It is the same for every run with the same random.
type arrivals struct {
	stage  stage
	random *rand.Rand // nil where calls come evenly
	// sum is how many calls should have come, on the average, when the next one does.
	sum float64
}

// next gives the time from the beginning of the stage until the next call, false once the stage is over.
func (a *arrivals) next() (time.Duration, bool) {
	if a.random == nil {
		a.sum++
	} else {
		a.sum += a.random.ExpFloat64()
	}
	s, n := a.stage, a.sum
	if a.random == nil {
		n-- // the first one comes at once
	}
	// Of from·t + (to−from)·t²/(2·length) = n the time t; written so that a ramp of no slope is no
	// division by zero.
	slope := (s.to - s.from) / s.length.Seconds()
	root := s.from*s.from + 2*slope*n
	if root < 0 {
		return 0, false
	}
	at := time.Duration(2 * n / (s.from + math.Sqrt(root)) * float64(time.Second))
	return at, at < s.length
}
