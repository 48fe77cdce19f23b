package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// share is a part of a whole, from 0 to 1.
type share float64

func (s *share) String() string { return strconv.FormatFloat(float64(*s), 'f', -1, 64) }

// Set reads a share: 0.001, or 0.1%.
func (s *share) Set(text string) error {
	number, percent := strings.CutSuffix(text, "%")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return errors.New("wanted a share such as 0.01 or 1%")
	}
	if percent {
		value /= 100
	}
	*s = share(value)
	return nil
}

// bounds are what a run has to keep.
type bounds struct {
	p99     time.Duration
	failed  share
	goodput float64
	ratio   share
}

func (b *bounds) flags(f *flag.FlagSet) {
	f.DurationVar(&b.p99, "max-p99", b.p99, "`time` that 99 of 100 right answers must not exceed; 0 for none")
	f.Var(&b.failed, "max-failed", "`share` of the calls that may fail, refusals for overload included: 0.001 or 0.1%")
	f.Float64Var(&b.goodput, "min-goodput", b.goodput, "right `answers` a second that have to come")
	f.Var(&b.ratio, "min-ratio", "`share` of the highest goodput that -overload has to keep at its highest rate")
}

// defects are what no load excuses: wrong answers, and refusals that do not say when to come back.
func defects(t *tally) []string {
	var broken []string
	if t.wrong > 0 {
		broken = append(broken, fmt.Sprintf("%d wrong answers", t.wrong))
	}
	if untold := t.refused - t.told; untold > 0 {
		broken = append(broken, fmt.Sprintf("%d refusals for overload without RetryInfo", untold))
	}
	return broken
}

// broken says which bounds a run did not keep.
func (b *bounds) broken(t *tally) []string {
	broken := defects(t)
	if t.calls == 0 {
		return append(broken, "no call was made")
	}
	if failed := t.share(t.failed); failed > float64(b.failed) {
		broken = append(broken, fmt.Sprintf("%s of the calls failed, at most %s may", percent(failed), percent(float64(b.failed))))
	}
	if p99 := at(t.took(), 99); b.p99 > 0 && (t.right == 0 || p99 > b.p99) {
		broken = append(broken, fmt.Sprintf("p99 is %v, at most %v is wanted", p99, b.p99))
	}
	if goodput := t.goodput(); goodput < b.goodput {
		broken = append(broken, fmt.Sprintf("goodput is %.1f a second, at least %.1f is wanted", goodput, b.goodput))
	}
	return broken
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 3, 64) + "%" }
