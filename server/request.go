package main

import (
	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/quota"
)

// checkView refuses a view that this version does not know.
func checkView(field string, view solitairev1.Game_View) error {
	if _, known := solitairev1.Game_View_name[int32(view)]; !known {
		return noSuchValue(field, int32(view))
	}
	return nil
}

// checkExpectation refuses a status that this version does not know.
func checkExpectation(e *solitairev1.Expectation) error {
	if e == nil || e.Status == nil {
		return nil
	}
	if _, known := solitairev1.Game_Status_name[int32(*e.Status)]; !known || *e.Status == solitairev1.Game_STATUS_UNSPECIFIED {
		return noSuchValue("expect.status", int32(*e.Status))
	}
	return nil
}

// replay plays a log and tells in the language how far it is legal.
func (l *limits) replay(in language, r *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	if err := checkView("view", r.View); err != nil {
		return nil, err
	}
	if err := l.checkLog(len(r.Moves), int(r.SnapshotInterval)); err != nil {
		return nil, err
	}
	start, err := l.readStart(r.State, r.Deal, r.Deal != nil, waysOf(r.Deal))
	if err != nil {
		return nil, err
	}
	if err := checkExpectation(r.Expect); err != nil {
		return nil, err
	}
	answer, err := message.Replay(in, start, r)
	if err != nil {
		return nil, logProblem(err)
	}
	for _, d := range answer.Differences {
		d.Want = fit(d.Want)
	}
	return answer, nil
}

// waysOf tells the ways to deal that a deal names.
func waysOf(d *solitairev1.Deal) given {
	if d == nil {
		return given{}
	}
	return given{d.Number != nil, d.Seed != nil, d.Deck != nil, d.Daily != nil}
}

// convert reads one format and writes another.
func (l *limits) convert(r *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	if err := l.checkConversion(r); err != nil {
		return nil, err
	}
	answer, err := message.Convert(r, l.conversion())
	if err != nil {
		return nil, conversionProblem(err)
	}
	return answer, nil
}

// mostPiles is more than any game has.
const mostPiles = 64

func (l *limits) checkConversion(r *solitairev1.ConvertPositionRequest) error {
	for _, format := range []struct {
		field string
		value solitairev1.ConvertPositionRequest_Format
	}{{"from", r.From}, {"to", r.To}} {
		if format.value == solitairev1.ConvertPositionRequest_FORMAT_UNSPECIFIED {
			return missing(format.field)
		}
		if _, known := solitairev1.ConvertPositionRequest_Format_name[int32(format.value)]; !known {
			return noSuchValue(format.field, int32(format.value))
		}
	}
	if len(r.Piles) > mostPiles {
		return overLimit("piles", "piles", mostPiles, len(r.Piles))
	}
	if err := l.checkMoves("moves", len(r.Moves)); err != nil {
		return err
	}
	if _, known := solitairev1.ConvertPositionRequest_Autoplay_name[int32(r.Autoplay)]; !known {
		return noSuchValue("autoplay", int32(r.Autoplay))
	}
	return nil
}

// version says what this build serves.
func (l *limits) version(build string) *solitairev1.GetVersionResponse {
	return &solitairev1.GetVersionResponse{
		Build:           build,
		RulesVersions:   message.RulesVersions(),
		NotationVersion: notationVersion,
		Limits: &solitairev1.GetVersionResponse_Limits{
			MessageBytes:  int32(l.messageBytes),
			Moves:         int32(l.moves),
			DeckCards:     int32(l.deckCards),
			SeedBytes:     int32(l.seedBytes),
			Snapshots:     int32(l.snapshots),
			SolverNodes:   uint32(l.solverNodes),
			SolverSeconds: l.solverTime.Seconds(),
			SolverBytes:   int64(l.solverBytes),
			Calls:         rateOf(l.callRate),
			Searches:      rateOf(l.searchRate),
		},
		TokenRequired: l.tokens,
	}
}

// rateOf tells a rate, nil where there is none.
func rateOf(r quota.Rate) *solitairev1.GetVersionResponse_Rate {
	if !r.Limited() {
		return nil
	}
	return &solitairev1.GetVersionResponse_Rate{PerSecond: r.PerSecond, Burst: int32(r.Burst)}
}
