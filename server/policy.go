package main

import (
	"errors"
	"slices"
	"strings"
)

// formPolicy says which forms of states are taken and given; its zero value is both where there are keys, and
// else open.
type formPolicy string

const (
	formsAuto  formPolicy = ""
	openOnly   formPolicy = "open"
	sealedOnly formPolicy = "sealed"
	bothForms  formPolicy = "both"
)

func (p *formPolicy) String() string {
	if *p == formsAuto {
		return "auto"
	}
	return string(*p)
}

// Set reads a policy.
func (p *formPolicy) Set(text string) error {
	switch policy := formPolicy(text); policy {
	case "auto":
		*p = formsAuto
	case openOnly, sealedOnly, bothForms:
		*p = policy
	default:
		return errors.New("wanted open, sealed, both or auto")
	}
	return nil
}

// The forms by the names that errors give them.
const (
	formOpen   = "OPEN"
	formSealed = "SEALED"
)

// advice is how much is told about a sealed game besides its rules; more comprises less. The numbers are those
// of GetVersion.
type advice int32

const (
	adviceUnset advice = iota
	adviceNone
	adviceVisible
	adviceFull
)

var adviceNames = []string{"", "none", "visible", "full"}

func (a *advice) String() string { return adviceNames[*a] }

// Set reads how much is told.
func (a *advice) Set(text string) error {
	at := slices.Index(adviceNames, text)
	if at < int(adviceNone) {
		return errors.New("wanted none, visible or full")
	}
	*a = advice(at)
	return nil
}

// word is the name that the API gives it.
func (a advice) word() string { return strings.ToUpper(a.String()) }
