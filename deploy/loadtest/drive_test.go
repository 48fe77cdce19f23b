package main

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// stalled is a line to a server that does one call at a time, the first of them slowly.
type stalled struct {
	turn  chan struct{}
	first time.Duration
}

func (s *stalled) call(ctx context.Context, _ *question, _ bool) (proto.Message, error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	defer func() { <-s.turn }()
	stall := s.first
	s.first = 0
	time.Sleep(stall) //nolint:forbidigo // time in the bubble costs none
	return nil, nil
}

func (*stalled) close() {}

// driven runs a stage of a call every tenth of a second on a clock of its own.
func driven(t *testing.T, first time.Duration, change func(*settings)) *tally {
	t.Helper()
	var counted *tally
	synctest.Test(t, func(t *testing.T) {
		s := standard()
		s.arrivals, s.check = constant, 0
		change(&s)
		d := &driver{
			settings: &s, lines: &lines{grpc: &stalled{make(chan struct{}, 1), first}},
			deck: deck{{kind: applyOne}},
		}
		counted = d.run(t.Context(), stage{from: 10, to: 10, length: 2 * time.Second})
	})
	return counted
}

// A loop that waited for the first answer would have seen one slow call.
func TestAnOpenLoopCountsFromWhenACallWasDue(t *testing.T) {
	counted := driven(t, time.Second, func(*settings) {})
	if counted.calls != 20 || counted.right != 20 {
		t.Fatalf("%d calls, %d right, want 20", counted.calls, counted.right)
	}
	took := counted.took()
	for i := range 11 {
		want := time.Second - time.Duration(i)*100*time.Millisecond
		share := 100 * (1 - float64(i)/20)
		if got := at(took, share).Round(10 * time.Millisecond); got != want {
			t.Errorf("percentile %v: %v, want %v", share, got, want)
		}
	}
	if counted.mostInFlight != 10 && counted.mostInFlight != 11 {
		t.Errorf("%d in flight, want those of a second", counted.mostInFlight)
	}
}

func TestAnAnswerAfterItsTimeIsAFailure(t *testing.T) {
	counted := driven(t, time.Second, func(s *settings) { s.timeout = 450 * time.Millisecond })
	late := counted.failures[failure{"apply", "grpc", "DEADLINE_EXCEEDED", ""}]
	if late == nil || late.count+counted.right != 20 || late.count < 5 || late.count > 6 {
		t.Errorf("%d right, late: %+v", counted.right, late)
	}
}

func TestCallsBeyondTheMostAreNotMade(t *testing.T) {
	counted := driven(t, time.Second, func(s *settings) { s.maxInFlight = 3 })
	if counted.calls != 20 || counted.notMade < 6 || counted.notMade > 8 || counted.right+counted.notMade != 20 {
		t.Errorf("%d calls, %d not made, %d right", counted.calls, counted.notMade, counted.right)
	}
}

func TestGoodputIsWhatCameWhileTheStageLasted(t *testing.T) {
	counted := driven(t, 3*time.Second, func(*settings) {})
	if counted.right != 20 || counted.goodput() != 0 {
		t.Errorf("%d right, goodput %v: all came after the stage", counted.right, counted.goodput())
	}
}

func TestARampComesAsOftenAsItsMean(t *testing.T) {
	for _, random := range []*rand.Rand{nil, rand.New(rand.NewPCG(1, 2))} {
		a := arrivals{stage: stage{from: 1000, to: 3000, length: 10 * time.Second}, random: random}
		var calls, early int
		last := time.Duration(-1)
		for at, more := a.next(); more; at, more = a.next() {
			if at < last {
				t.Fatalf("%v after %v", at, last)
			}
			last = at
			calls++
			if at < 5*time.Second {
				early++
			}
		}
		if calls < 19_400 || calls > 20_600 || early < 7_200 || early > 7_800 {
			t.Errorf("%d calls, %d in the first half; want about 20000 and 7500", calls, early)
		}
	}
}

func TestHistogramsAreMerged(t *testing.T) {
	all, began := newTally(time.Now()), time.Now()
	for part := range 2 {
		one := newTally(began)
		for i := range 100 {
			done := began.Add(time.Duration(100*part+i+1) * time.Millisecond)
			e := &ended{kind: applyOne, wire: overGRPC, due: began, made: began, done: done}
			if i == 99 {
				e.fault = &fault{code: codes.ResourceExhausted, reason: "OVERLOADED", retry: part == 0}
			}
			one.add(e)
		}
		one.end(time.Second, 1, int64(part))
		all.merge(one)
	}
	took := all.took()
	if took.TotalCount() != 198 || at(took, 50).Round(time.Millisecond) != 99*time.Millisecond || took.Max() < 199_000 {
		t.Errorf("%d, median %v, most %d", took.TotalCount(), at(took, 50), took.Max())
	}
	if all.calls != 200 || all.refused != 2 || all.told != 1 || all.length != 2*time.Second || all.retries != 2 || all.mostInFlight != 1 {
		t.Errorf("%+v", all)
	}
	if c := all.failures[failure{"apply", "grpc", "RESOURCE_EXHAUSTED", "OVERLOADED"}]; c == nil || c.count != 2 {
		t.Errorf("%v", all.failures)
	}
}

func TestGoodputIsComparedByMedians(t *testing.T) {
	o := &overloaded{}
	for round, goodput := range [][]float64{{900, 1000, 800}, {1000, 5000, 900}, {950, 1100, 1}} {
		for i, times := range []float64{1, 2, 3} {
			o.Offered = append(o.Offered, offeredLoad{Round: round + 1, Times: times, Goodput: goodput[i]})
		}
	}
	o.compare(3)
	if o.Highest != 1100 || o.Kept != 800.0/1100 || o.Offered[0].Kept != 900.0/1100 {
		t.Errorf("highest %v, kept %v, the first %v", o.Highest, o.Kept, o.Offered[0].Kept)
	}
	nothing := &overloaded{Offered: []offeredLoad{{Times: 3}}}
	if nothing.compare(3); nothing.Highest != 0 || nothing.Kept != 0 {
		t.Errorf("of nothing: highest %v, kept %v", nothing.Highest, nothing.Kept)
	}
}
