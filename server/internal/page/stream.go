package page

import "strings"

// stream is a method without a route: its messages wrap those of a method that has one.
type stream struct {
	service string
	rpc     string
	summary string
	about   string
	wraps   string // the operation whose example it shows
	request string // what wraps the request, with a mark in its place
	answer  string // what wraps the answer
}

const mark = "…"

// streams are not in the description, which knows routes only.
var streams = []stream{{
	service: "RulesService",
	rpc:     "ReplayGames",
	summary: "Replays many logs over one call",
	about: "Over gRPC only: a stream of ReplayGamesRequest, answered one by one in order with a stream of ReplayGamesResponse. " +
		"`index` is a number of the caller's choice that the answer repeats. A log that cannot be read is answered with `error`, " +
		"a google.rpc.Status, in the place of `result`; only overload and shutdown end the stream.",
	wraps:   "RulesService_ReplayGame",
	request: `{"index": 7, "replay": ` + mark + `}`,
	answer:  `{"index": 7, "result": ` + mark + `}`,
}}

// streamsOf gives the streams of a service, with the examples of the calls that they repeat.
func streamsOf(service string, calls []call) []call {
	var out []call
	for _, s := range streams {
		if s.service != service {
			continue
		}
		c := call{
			ID: s.service + "_" + s.rpc, RPC: ours + s.service + "/" + s.rpc, Method: "gRPC", Path: s.rpc,
			Summary: s.summary, About: prose(s.about),
		}
		for _, one := range calls {
			if one.ID == s.wraps && one.Request != nil {
				c.Answers = append(c.Answers, wrapped("Request", s.request, *one.Request), wrapped("Answer", s.answer, one.Answers[0]))
			}
		}
		out = append(out, c)
	}
	return out
}

func wrapped(title, around string, inner body) body {
	b := bodyOf(title, schema{}, []byte(strings.Replace(around, mark, inner.Text, 1)))
	b.Type = inner.Type
	b.Type.Words = "one of many, with its"
	return b
}
