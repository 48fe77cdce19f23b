package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/requestid"
)

// errorDomain is the domain of every reason of this service.
const errorDomain = "solitaire.v1"

// The reasons, for the files that find out which one applies.
const (
	malformedState        = solitairev1.ErrorReason_MALFORMED_STATE
	impossibleState       = solitairev1.ErrorReason_IMPOSSIBLE_STATE
	unknownRulesVersion   = solitairev1.ErrorReason_UNKNOWN_RULES_VERSION
	unknownVariant        = solitairev1.ErrorReason_UNKNOWN_VARIANT
	invalidOption         = solitairev1.ErrorReason_INVALID_OPTION
	invalidDeal           = solitairev1.ErrorReason_INVALID_DEAL
	malformedMove         = solitairev1.ErrorReason_MALFORMED_MOVE
	illegalMove           = solitairev1.ErrorReason_ILLEGAL_MOVE
	finishNotAvailable    = solitairev1.ErrorReason_FINISH_NOT_AVAILABLE
	malformedRecord       = solitairev1.ErrorReason_MALFORMED_RECORD
	malformedText         = solitairev1.ErrorReason_MALFORMED_TEXT
	unsupportedConversion = solitairev1.ErrorReason_UNSUPPORTED_CONVERSION
	invalidRequest        = solitairev1.ErrorReason_INVALID_REQUEST
	malformedJSON         = solitairev1.ErrorReason_MALFORMED_JSON
	unknownField          = solitairev1.ErrorReason_UNKNOWN_FIELD
	unknownValue          = solitairev1.ErrorReason_UNKNOWN_VALUE
	unknownParameter      = solitairev1.ErrorReason_UNKNOWN_PARAMETER
	limitExceeded         = solitairev1.ErrorReason_LIMIT_EXCEEDED
	unknownRoute          = solitairev1.ErrorReason_UNKNOWN_ROUTE
	methodNotAllowed      = solitairev1.ErrorReason_METHOD_NOT_ALLOWED
	unsupportedMediaType  = solitairev1.ErrorReason_UNSUPPORTED_MEDIA_TYPE
	overloaded            = solitairev1.ErrorReason_OVERLOADED
	draining              = solitairev1.ErrorReason_DRAINING
	internal              = solitairev1.ErrorReason_INTERNAL
	noDealTable           = solitairev1.ErrorReason_NO_DEAL_TABLE
	noDealFound           = solitairev1.ErrorReason_NO_DEAL_FOUND
	brokenSealed          = solitairev1.ErrorReason_BROKEN_SEAL
	keyRetired            = solitairev1.ErrorReason_RETIRED_KEY
	formNotServed         = solitairev1.ErrorReason_STATE_FORM_NOT_SERVED
	sealedKeeps           = solitairev1.ErrorReason_SEALED_GAME
	noSealingKey          = solitairev1.ErrorReason_NO_SEALING_KEY
	missingToken          = solitairev1.ErrorReason_MISSING_TOKEN
	expiredToken          = solitairev1.ErrorReason_EXPIRED_TOKEN
	invalidToken          = solitairev1.ErrorReason_INVALID_TOKEN
	lackingScope          = solitairev1.ErrorReason_MISSING_SCOPE
	rateLimited           = solitairev1.ErrorReason_RATE_LIMITED
	noTokenKey            = solitairev1.ErrorReason_NO_TOKEN_KEY
)

type reasonCode = solitairev1.ErrorReason_Code

// problem is an error on its way to becoming a status: all that a caller is told, in both languages.
type problem struct {
	code   codes.Code
	reason reasonCode
	text   bilingual
	// facts are the metadata of the ErrorInfo.
	facts map[string]string
	// fields are the fields at fault, refusal the rule that refuses, retry when to come back; at
	// most one of the three is there.
	fields  []faultyField
	refusal func(language) proto.Message
	retry   time.Duration
}

// faultyField is one field of a request and what is wrong with it.
type faultyField struct {
	path string
	// kind is a word for programs, such as TOP_FACE_DOWN; empty means the reason of the problem.
	kind string
	text bilingual
}

func (p *problem) Error() string { return p.reason.String() + ": " + p.text.english }

// statusError gives the error that the wire carries for any error of a handler. Of an error that is
// a status already nothing is changed: the framework made it.
func statusError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, made := status.FromError(err); made {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		// The caller is gone; that is no failure of the service.
		return status.FromContextError(err).Err()
	}
	return problemOf(err).status(ctx).Err()
}

// status makes the status in the language of the caller. Text of strangers may be in it anywhere, so
// that all of it is made fit to be sent.
func (p *problem) status(ctx context.Context) *status.Status {
	l := languageOf(ctx)
	facts := maps.Clone(p.facts)
	for key, value := range facts {
		facts[key] = fit(value)
	}
	if p.reason == internal {
		facts = map[string]string{"request_id": requestid.From(ctx)}
	}
	details := []proto.Message{&errdetails.ErrorInfo{Reason: p.reason.String(), Domain: errorDomain, Metadata: facts}}
	if len(p.fields) > 0 {
		details = append(details, p.badRequest(l))
	}
	if p.refusal != nil {
		details = append(details, p.refusal(l))
	}
	if p.retry > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(p.retry)})
	}
	local := &errdetails.LocalizedMessage{Locale: l.String(), Message: fit(p.text.in(l))}
	s := &spb.Status{Code: int32(p.code), Message: fit(p.text.english)}
	for _, detail := range append(details, local) {
		packed, err := anypb.New(detail)
		if err != nil {
			// Every text in it was made fit above; without the detail the code still tells.
			continue
		}
		s.Details = append(s.Details, packed)
	}
	return status.FromProto(s)
}

func (p *problem) badRequest(l language) *errdetails.BadRequest {
	bad := &errdetails.BadRequest{}
	for _, f := range p.fields {
		violation := &errdetails.BadRequest_FieldViolation{Field: fit(f.path), Description: fit(f.text.english), Reason: f.kind}
		if f.kind == "" {
			violation.Reason = p.reason.String()
		}
		if local := l.String(); local != "en" {
			violation.LocalizedMessage = &errdetails.LocalizedMessage{Locale: local, Message: fit(f.text.in(l))}
		}
		bad.FieldViolations = append(bad.FieldViolations, violation)
	}
	return bad
}

// longestText bounds each text of an error: gRPC sends it in a header.
const longestText = 1000

// fit makes a text short and valid UTF-8.
func fit(text string) string {
	if len(text) > longestText {
		text = text[:longestText] + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// reasonOf gives the reason in a status error, for logs, metrics and HTTP; unspecified if none.
func reasonOf(err error) reasonCode {
	for _, detail := range status.Convert(err).Proto().GetDetails() {
		info := &errdetails.ErrorInfo{}
		if detail.MessageIs(info) && detail.UnmarshalTo(info) == nil {
			return reasonCode(solitairev1.ErrorReason_Code_value[info.GetReason()])
		}
	}
	return solitairev1.ErrorReason_CODE_UNSPECIFIED
}

// retryAfter gives the seconds that a status error asks to wait, 0 if it does not.
func retryAfter(err error) int {
	for _, detail := range status.Convert(err).Proto().GetDetails() {
		retry := &errdetails.RetryInfo{}
		if detail.MessageIs(retry) && detail.UnmarshalTo(retry) == nil {
			// Rounded up: who comes earlier would come in vain.
			return max(1, int(math.Ceil(retry.GetRetryDelay().AsDuration().Seconds())))
		}
	}
	return 0
}

// statusOf gives the message form of a status error, for a stream that answers with it as data.
func statusOf(ctx context.Context, err error) *spb.Status {
	return status.Convert(statusError(ctx, err)).Proto()
}

// complete adds what a status of the framework lacks, so that over JSON every error has an ErrorInfo.
func complete(ctx context.Context, err error) error {
	s := status.Convert(err)
	if len(s.Proto().GetDetails()) > 0 {
		return err
	}
	p := &problem{code: s.Code(), reason: invalidRequest, text: bilingual{s.Message(), s.Message()}}
	switch s.Code() {
	case codes.InvalidArgument:
	case codes.Unimplemented, codes.NotFound:
		p.reason = unknownRoute
	default:
		p = failure()
	}
	return p.status(ctx).Err()
}

// invalid is a request that is wrong in one field.
func invalid(reason reasonCode, field string, text bilingual, facts map[string]string) *problem {
	p := &problem{code: codes.InvalidArgument, reason: reason, facts: facts, text: text}
	if field != "" {
		p.text = bilingual{field + ": " + text.english, field + ": " + text.german}
		p.fields = []faultyField{{path: field, text: text}}
	}
	return p
}

// missing is a request without a field that it needs.
func missing(field string) *problem {
	return invalid(invalidRequest, field, bilingual{"The field is missing.", "Das Feld fehlt."}, nil)
}

// lacking is a request without any of some fields, one of which it needs.
func lacking(fields ...string) *problem {
	last := len(fields) - 1
	list := strings.Join(fields[:last], ", ")
	text := bilingual{
		"One of the fields " + list + " and " + fields[last] + " is needed.",
		"Eines der Felder " + list + " und " + fields[last] + " ist nötig.",
	}
	p := &problem{code: codes.InvalidArgument, reason: invalidRequest, text: text}
	for _, field := range fields {
		p.fields = append(p.fields, faultyField{path: field, text: text})
	}
	return p
}

// exclusive is a request with two fields of which only one may be given.
func exclusive(one, other string) *problem {
	text := bilingual{one + " and " + other + " exclude each other.", one + " und " + other + " schließen einander aus."}
	return &problem{
		code: codes.InvalidArgument, reason: invalidRequest, text: text,
		fields: []faultyField{{path: one, text: text}, {path: other, text: text}},
	}
}

// noSuchValue is an enumeration's number that this version does not know.
func noSuchValue(field string, value int32) *problem {
	number := strconv.Itoa(int(value))
	return invalid(unknownValue, field, bilingual{"There is no value " + number + ".", "Einen Wert " + number + " gibt es nicht."},
		map[string]string{"field": field, "value": number})
}

// overLimit is a field with more in it than this server takes; asked is 0 where nobody counted on. The
// unit is what they count, a word that package phrase knows.
func overLimit(field, unit string, limit, asked int) *problem {
	facts := map[string]string{"limit": strconv.Itoa(limit)}
	if asked > 0 {
		facts["asked"] = strconv.Itoa(asked)
	}
	return invalid(limitExceeded, field, atMost(unit, limit, asked), facts)
}

// outOfRange is a number that is not above zero, or above what this server takes.
func outOfRange[N any](field string, limit, asked N) *problem {
	most := fmt.Sprint(limit)
	return invalid(invalidRequest, field, bilingual{
		"Wanted is a number above 0 and at most " + most + ".", "Erwartet wird eine Zahl über 0 und höchstens " + most + ".",
	}, map[string]string{"limit": most, "asked": fmt.Sprint(asked)})
}

// noTable is a choice of options of which no deals are proved beforehand; wanted lists the choices of
// which there are some.
func noTable(field string, wanted []string) *problem {
	if len(wanted) == 0 {
		return invalid(noDealTable, field, bilingual{
			"No deals of this game are proved beforehand.", "Zu diesem Spiel gibt es nichts, das vorab nachgewiesen ist.",
		}, map[string]string{"wanted": "another game"})
	}
	list := strings.Join(wanted, ", ")
	return invalid(noDealTable, field, bilingual{
		"No deals of these options are proved beforehand; there are deals of " + list + ".",
		"Zu diesen Optionen ist vorab nichts nachgewiesen, wohl aber zu " + list + ".",
	}, map[string]string{"wanted": list})
}

// noDay is a day without a deal.
func noDay(field, first, last string) *problem {
	return invalid(noDealTable, field, bilingual{
		"That day has no deal; the days are " + first + " to " + last + ".",
		"Dieser Tag hat kein Spiel; es gibt die Tage " + first + " bis " + last + ".",
	}, map[string]string{"wanted": first + " to " + last})
}

// tooLarge is a message of more bytes than this server reads; asked is 0 where nobody counted them.
func tooLarge(limit, asked int) *problem {
	facts := map[string]string{"limit": strconv.Itoa(limit)}
	if asked > 0 {
		facts["asked"] = strconv.Itoa(asked)
	}
	return &problem{code: codes.InvalidArgument, reason: limitExceeded, facts: facts, text: bilingual{
		"The request is too large: at most " + facts["limit"] + " bytes are read.",
		"Die Anfrage ist zu groß: Höchstens " + facts["limit"] + " Bytes werden gelesen.",
	}}
}

// slowBody is a request that took longer to arrive than this server waits.
func slowBody(limit time.Duration) *problem {
	seconds := strconv.FormatFloat(limit.Seconds(), 'f', -1, 64)
	return &problem{code: codes.DeadlineExceeded, reason: limitExceeded, facts: map[string]string{"limit": seconds}, text: bilingual{
		"The request took too long to arrive: this server waits for " + seconds + " seconds.",
		"Die Anfrage kam zu langsam an: Dieser Server wartet " + seconds + " Sekunden.",
	}}
}

// largeHeaders are more bytes of headers than this server reads.
func largeHeaders(limit, asked int) *problem {
	facts := map[string]string{"limit": strconv.Itoa(limit), "asked": strconv.Itoa(asked)}
	return &problem{code: codes.InvalidArgument, reason: limitExceeded, facts: facts, text: bilingual{
		"The headers are too large: at most " + facts["limit"] + " bytes are read.",
		"Die Kopfzeilen sind zu groß: Höchstens " + facts["limit"] + " Bytes werden gelesen.",
	}}
}

// failure is a defect of the service. What it was stands in the log and nowhere else.
func failure() *problem {
	return &problem{code: codes.Internal, reason: internal, text: bilingual{
		"The service made a mistake; the request is fine. The log has the details under the request id.",
		"Der Dienst hat einen Fehler gemacht, nicht die Anfrage. Das Protokoll nennt Einzelheiten unter der Anfragenummer.",
	}}
}

var (
	errDraining = &problem{code: codes.Unavailable, reason: draining, text: bilingual{
		"This server is shutting down; ask again and another one will answer.",
		"Dieser Server wird beendet; eine neue Anfrage beantwortet ein anderer.",
	}}
	errOverloaded = &problem{code: codes.ResourceExhausted, reason: overloaded, retry: time.Second, text: bilingual{
		"There is too much to do right now; come back in a second.",
		"Gerade ist zu viel zu tun; bitte in einer Sekunde noch einmal.",
	}}
	errNoDealFound = &problem{code: codes.DeadlineExceeded, reason: noDealFound, text: bilingual{
		"No deal of these options could be proved winnable in time.",
		"Kein Spiel mit diesen Optionen ließ sich rechtzeitig als gewinnbar nachweisen.",
	}}
	errNoMethod = &problem{code: codes.Unimplemented, reason: unknownRoute, text: bilingual{
		"There is no such method.", "Diese Methode gibt es nicht.",
	}}
)

// within puts a message in front of the paths of a problem: the log of a stream, the deal of a log.
func within(outer string, err error) error {
	if err == nil {
		return nil
	}
	inner := *problemOf(err)
	inner.fields = slices.Clone(inner.fields)
	for i := range inner.fields {
		inner.fields[i].path = path(outer, inner.fields[i].path)
	}
	return &inner
}

// path joins the name of a message and that of a field in it; either may be empty.
func path(outer, field string) string {
	if outer == "" || field == "" {
		return outer + field
	}
	return outer + "." + field
}
