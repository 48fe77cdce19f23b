package main

import "regexp"

// drawn are the texts that a server draws anew each time: sealed states, by what they are sealed for, and what a
// secret deal is committed to.
var drawn = []*regexp.Regexp{
	regexp.MustCompile(`^(talon1\.[a-z]+-\d+)\.[a-z0-9]+\.[A-Za-z0-9_-]+$`),
	regexp.MustCompile(`^()[0-9a-f]{64}$`),
}

// steady gives an answer with the drawn texts of the one before in the places where both have one of the same kind
// and length, so that asking again changes only what has changed.
func steady(before, now any) any {
	switch now := now.(type) {
	case object:
		was, _ := before.(object)
		kept := make(object, len(now))
		for i, m := range now {
			kept[i] = member{m.name, steady(was.get(m.name), m.value)}
		}
		return kept
	case []any:
		was, _ := before.([]any)
		kept := make([]any, len(now))
		for i, value := range now {
			var old any
			if i < len(was) {
				old = was[i]
			}
			kept[i] = steady(old, value)
		}
		return kept
	case string:
		if was, text := before.(string); text && alike(was, now) {
			return was
		}
	}
	return now
}

func alike(a, b string) bool {
	for _, kind := range drawn {
		x, y := kind.FindStringSubmatch(a), kind.FindStringSubmatch(b)
		if x != nil && y != nil {
			return x[1] == y[1] && len(a) == len(b)
		}
	}
	return false
}
