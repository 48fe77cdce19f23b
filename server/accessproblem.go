package main

import (
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/talon-solitaire/talon/server/internal/quota"
)

var (
	errMissingToken = &problem{code: codes.Unauthenticated, reason: missingToken, text: bilingual{
		"This method wants a token: authorization: Bearer and the token.",
		"Diese Methode verlangt ein Token: authorization: Bearer und das Token.",
	}}
	errExpiredToken = &problem{code: codes.Unauthenticated, reason: expiredToken, text: bilingual{
		"The token has expired; get a new one.", "Das Token ist abgelaufen; ein neues ist nötig.",
	}}
	// errInvalidToken is the one answer to everything else that is wrong with a token.
	errInvalidToken = &problem{code: codes.Unauthenticated, reason: invalidToken, text: bilingual{
		"This is no good token for this service; wanted is one token of its issuer, for its audience and signed by a current key.",
		"Das ist kein gültiges Token für diesen Dienst; erwartet wird genau eines von dessen Aussteller, für dessen Empfänger und mit aktuellem Schlüssel signiert.",
	}}
	errNoTokenKey = &problem{code: codes.Unavailable, reason: noTokenKey, text: bilingual{
		"This server has no keys to check tokens with right now; another one may have some.",
		"Dieser Server hat gerade keine Schlüssel, um Token zu prüfen; ein anderer hat vielleicht welche.",
	}}
)

// missingScope is a good token whose bearer may not do this.
func missingScope(scope string) *problem {
	return &problem{code: codes.PermissionDenied, reason: lackingScope, facts: map[string]string{"scope": scope}, text: bilingual{
		"The token lacks the scope " + scope + ", which this method wants.",
		"Dem Token fehlt der Scope " + scope + ", den diese Methode verlangt.",
	}}
}

// tooOften is a caller that has to wait.
func tooOften(s quota.Standing) *problem {
	// A millisecond more is sooner than a client that comes too early.
	wait := s.Next.Truncate(time.Millisecond) + time.Millisecond
	often, burst := strconv.FormatFloat(s.Rate.PerSecond, 'g', -1, 64), strconv.Itoa(s.Rate.Burst)
	texts := map[quota.Policy]bilingual{
		quota.Calls: {
			"You call too often: " + often + " calls a second are allowed, and " + burst + " at once.",
			"Zu viele Aufrufe: Erlaubt sind " + often + " in der Sekunde und " + burst + " auf einmal.",
		},
		quota.Searches: {
			"You search too often: " + often + " searches a second are allowed, and " + burst + " at once.",
			"Zu viele Suchen: Erlaubt sind " + often + " in der Sekunde und " + burst + " auf einmal.",
		},
	}
	return &problem{
		code: codes.ResourceExhausted, reason: rateLimited, retry: wait, text: texts[s.Policy],
		facts: map[string]string{"policy": s.Policy.String(), "rate": often, "burst": burst},
	}
}

// challenge is the header WWW-Authenticate of a status error, empty where the error is not about a token.
func challenge(err error) string {
	const realm = `Bearer realm="talon"`
	switch reasonOf(err) {
	case missingToken:
		// RFC 6750 wants no error code where there was no token.
		return realm
	case expiredToken:
		return realm + `, error="invalid_token", error_description="The token has expired"`
	case invalidToken:
		return realm + `, error="invalid_token"`
	case lackingScope:
		return realm + `, error="insufficient_scope", scope="` + factOf(err, "scope") + `"`
	}
	return ""
}

// factOf gives one of the facts in a status error.
func factOf(err error, name string) string {
	for _, detail := range status.Convert(err).Details() {
		if info, is := detail.(*errdetails.ErrorInfo); is {
			return info.GetMetadata()[name]
		}
	}
	return ""
}
