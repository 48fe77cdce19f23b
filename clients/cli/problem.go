package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// problem is an error in JSON.
type problem struct {
	// Code is the gRPC code by its name, INVALID_ARGUMENT; empty for what this
	// program itself could not do, such as reading a file.
	Code       string          `json:"code,omitempty"`
	Reason     string          `json:"reason,omitempty"`
	Message    string          `json:"message"`
	Violations []violation     `json:"violations,omitempty"`
	MoveIndex  *int            `json:"moveIndex,omitempty"`
	Move       string          `json:"move,omitempty"`
	Refusal    json.RawMessage `json:"refusal,omitempty"`
}

type violation struct {
	Field       string `json:"field"`
	Description string `json:"description"`
}

// complain says on standard error what went wrong and chooses the exit code.
func (t *tool) complain(err error) int {
	if t.flags.json {
		// Every field of a problem can be encoded.
		_ = json.NewEncoder(t.err).Encode(map[string]*problem{"error": t.problem(err)})
	} else {
		fmt.Fprintf(t.err, "talon: %s\n", t.explain(err))
	}
	if talon.RefusalOf(err) != nil {
		return exitNo
	}
	return exitTrouble
}

// mostViolations is how many violations are listed for people; an empty table
// alone has one for each card.
const mostViolations = 16

// explain says what went wrong, in the user's language where it can.
func (t *tool) explain(err error) string {
	var e *talon.Error
	if !errors.As(err, &e) {
		return printable(phrase.Error(t.language, err))
	}
	if text, unreached := t.unreached(e); unreached {
		return printable(text)
	}
	if e.Refusal != nil {
		text := t.refusal(e.Refusal, e.Metadata["move"])
		move := printable(e.Metadata["move"])
		switch index, err := strconv.Atoi(e.Metadata["move_index"]); {
		case err == nil:
			text = t.say(words{en: "move %d, %s: %s", de: "Zug %d, %s: %s"}, index+1, move, text)
		case e.Metadata["line"] != "":
			text = t.say(words{en: "line %s, column %s, %s: %s", de: "Zeile %s, Spalte %s, %s: %s"},
				printable(e.Metadata["line"]), printable(e.Metadata["column"]), move, text)
		}
		return text
	}
	if len(e.Violations) < 2 {
		return printable(e.Message)
	}
	text := t.say(words{en: "the request cannot be carried out:", de: "die Anfrage lässt sich nicht ausführen:"})
	switch e.Reason {
	case solitairev1.ErrorReason_IMPOSSIBLE_STATE:
		text = t.say(words{en: "the position is impossible:", de: "die Stellung ist unmöglich:"})
	case solitairev1.ErrorReason_INVALID_DEAL:
		text = t.say(words{en: "the deck is not that of the game:", de: "die Karten sind nicht die des Spiels:"})
	}
	for i, v := range e.Violations {
		if i == mostViolations {
			text += "\n  " + t.say(words{en: "and %d more", de: "und %d weitere"}, len(e.Violations)-i)
			break
		}
		text += "\n  " + v.Description
	}
	return printable(text)
}

// problem puts an error into JSON.
func (t *tool) problem(err error) *problem {
	var e *talon.Error
	if !errors.As(err, &e) {
		return &problem{Message: phrase.Error(t.language, err)}
	}
	p := &problem{Code: codeName(e.Code), Message: e.Message}
	if text, unreached := t.unreached(e); unreached {
		p.Message = text
	}
	if e.Reason != 0 {
		p.Reason = e.Reason.String()
	}
	for _, v := range e.Violations {
		p.Violations = append(p.Violations, violation{v.Field, v.Description})
	}
	if e.Refusal != nil {
		// A refusal always encodes.
		p.Refusal, _ = jsonOf(e.Refusal)
		if p.Move = e.Metadata["move"]; p.Move != "" {
			if index, err := strconv.Atoi(e.Metadata["move_index"]); err == nil {
				p.MoveIndex = &index
			}
		}
	}
	return p
}

// codeName is the name of a code as google.rpc.Code writes it.
func codeName(code codes.Code) string {
	var name strings.Builder
	for i, r := range code.String() {
		if i > 0 && r >= 'A' && r <= 'Z' {
			name.WriteByte('_')
		}
		name.WriteRune(r)
	}
	return strings.ToUpper(name.String())
}

// aboutRequest tells an error that says what is wrong with a request from one of
// the server or the way there.
func aboutRequest(err error) bool {
	var e *talon.Error
	return errors.As(err, &e) && (e.Code == codes.InvalidArgument || e.Code == codes.FailedPrecondition)
}
