package main

import (
	"strconv"

	"google.golang.org/grpc/codes"
)

// The errors of this file are those that only HTTP can make: routes, methods, parameters and media
// types.

func noRoute(path string) *problem {
	return &problem{
		code: codes.NotFound, reason: unknownRoute, facts: map[string]string{"path": short(path)},
		text: bilingual{
			"There is no route " + quoted(path) + "; /docs lists them all.",
			"Eine Route " + inGermanQuotes(path) + " gibt es nicht; /docs nennt alle.",
		},
	}
}

func wrongMethod(method, allowed string) *problem {
	return &problem{
		code: codes.Unimplemented, reason: methodNotAllowed, facts: map[string]string{"allow": allowed},
		text: bilingual{
			"The route takes " + allowed + " and not " + quoted(method) + ".",
			"Die Route nimmt " + allowed + " an und nicht " + inGermanQuotes(method) + ".",
		},
	}
}

func wrongMediaType(header, value, wanted string) *problem {
	return &problem{
		code: codes.InvalidArgument, reason: unsupportedMediaType,
		facts: map[string]string{"header": header, "value": short(value), "wanted": wanted},
		text: bilingual{
			"The header " + header + " is " + quoted(value) + "; wanted " + wanted + ".",
			"Der Header " + header + " ist " + inGermanQuotes(value) + "; erwartet wird " + wanted + ".",
		},
	}
}

// brokenBody is a body that breaks off, or is no longer framed as HTTP wants it, after so many bytes.
func brokenBody(offset int64) *problem {
	at := strconv.FormatInt(offset, 10)
	return invalid(malformedJSON, "", bilingual{
		"The body breaks off at byte " + at + ".", "Die Anfrage bricht bei Byte " + at + " ab.",
	}, map[string]string{"offset": at, "wanted": "the rest of the body"})
}

// wrongNumber is a deal number in a path that is not written in plain decimal digits.
func wrongNumber(number string) *problem {
	const wanted = "1 to 4294967295 in plain digits"
	return invalid(invalidDeal, "number", bilingual{
		quoted(number) + " is no deal number; wanted " + wanted + ".",
		inGermanQuotes(number) + " ist keine Spielnummer; erwartet wird 1 bis 4294967295 in Ziffern.",
	}, map[string]string{"wanted": wanted})
}

func wrongQuery() *problem {
	return invalid(unknownParameter, "", bilingual{
		"The parameters of the URL cannot be read.", "Die Parameter der URL sind nicht lesbar.",
	}, nil)
}

// unknownQuery is a parameter that the route does not take; one of them takes options.
func unknownQuery(name string, options bool) *problem {
	facts := map[string]string{"parameter": short(name)}
	text := bilingual{
		"The route takes no parameter " + quoted(name) + ".",
		"Die Route nimmt keinen Parameter " + inGermanQuotes(name) + " an.",
	}
	if options {
		facts["wanted"] = "options[draw] and the like"
		text.english += " It takes options: ?options[draw]=1."
		text.german += " Sie nimmt Optionen an: ?options[draw]=1."
	}
	return &problem{code: codes.InvalidArgument, reason: unknownParameter, facts: facts, text: text}
}

func repeatedQuery(name string) *problem {
	return &problem{
		code: codes.InvalidArgument, reason: unknownParameter, facts: map[string]string{"parameter": short(name)},
		text: bilingual{
			"The parameter " + quoted(name) + " is given more than once.",
			"Der Parameter " + inGermanQuotes(name) + " steht mehr als einmal da.",
		},
	}
}
