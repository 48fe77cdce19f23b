package main

import (
	"strings"

	"google.golang.org/grpc/codes"
)

// brokenSeal is a sealed state that does not open, whatever the reason.
func brokenSeal(field string) *problem {
	return invalid(brokenSealed, field, bilingual{
		"This sealed state was not made by this service, or it was changed on its way.",
		"Dieser versiegelte Spielstand stammt nicht von diesem Dienst, oder er wurde unterwegs verändert.",
	}, nil)
}

// retiredKey is a state that was sealed well, under a key that opens nothing any more.
func retiredKey(field, id string, served []string) *problem {
	p := invalid(keyRetired, field, bilingual{
		"This state was sealed under key " + id + ", which is retired; the game cannot go on.",
		"Dieser Spielstand wurde mit dem Schlüssel " + id + " versiegelt, der nicht mehr gilt; das Spiel kann nicht weitergehen.",
	}, map[string]string{"key": id, "served": strings.Join(served, ", ")})
	p.code = codes.FailedPrecondition
	return p
}

// otherForm is a form of states that this server does not serve.
func otherForm(field, form, served string) *problem {
	text := bilingual{
		"This server takes and gives open states only.", "Dieser Server nimmt und gibt nur offene Spielstände.",
	}
	if served == formSealed {
		text = bilingual{
			"This server takes and gives sealed states only.", "Dieser Server nimmt und gibt nur versiegelte Spielstände.",
		}
	}
	p := invalid(formNotServed, field, text, map[string]string{"form": form, "served": served})
	p.code = codes.FailedPrecondition
	return p
}

// aboutSealed is a field that asks for what a sealed game keeps to itself.
func aboutSealed(field string) *problem {
	p := invalid(sealedKeeps, field, bilingual{
		"This would tell the hidden cards of a sealed game.", "Das würde die verdeckten Karten eines versiegelten Spiels verraten.",
	}, nil)
	p.code = codes.FailedPrecondition
	return p
}

// adviceWithheld is advice about a sealed game that this server does not give.
func adviceWithheld(given advice) *problem {
	text := bilingual{
		"About a sealed game this server tells what its player sees, and nothing that rests on hidden cards.",
		"Zu einem versiegelten Spiel verrät dieser Server nur, was man sieht, und nichts aus verdeckten Karten.",
	}
	if given == adviceNone {
		text = bilingual{
			"About a sealed game this server gives no advice.", "Zu einem versiegelten Spiel gibt dieser Server keine Tipps.",
		}
	}
	return &problem{
		code: codes.FailedPrecondition, reason: sealedKeeps, text: text,
		facts: map[string]string{"served": given.word()},
	}
}

var errNoSealingKey = &problem{code: codes.Unavailable, reason: noSealingKey, text: bilingual{
	"This server has no key to seal with right now; another one may have one.",
	"Dieser Server hat gerade keinen Schlüssel zum Versiegeln; ein anderer hat vielleicht einen.",
}}
