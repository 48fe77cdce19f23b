package main

import (
	"maps"
	"slices"

	rpccode "google.golang.org/genproto/googleapis/rpc/code"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/connections"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// labels lists what the labels of the metrics can say.
func labels() *metrics.Labels {
	l := &metrics.Labels{
		Methods: methods(), Codes: names(rpccode.Code_name), Reasons: names(solitairev1.ErrorReason_Code_name),
		Refusals: names(solitairev1.Refusal_Reason_name), Purposes: []string{toSolve, toAdvise, toFindLast, toDeal},
		Verdicts: append(names(solitairev1.Verdict_name), cancelled),
	}
	for _, v := range message.RulesVersions() {
		l.Variants = append(l.Variants, v.Variant)
	}
	return l
}

// names lists the names of an enumeration.
func names(byNumber map[int32]string) []string { return slices.Collect(maps.Values(byNumber)) }

// measure lets the metrics ask how the server is.
func (s *server) measure() {
	s.search.ended, s.search.refused = s.counts.Search, s.counts.SearchRefused
	s.config.traces.Tell(s.counts.Spans)
	for _, gauge := range []struct {
		name, help string
		value      func() int
	}{
		{"talon_calls_in_flight", "Calls that are being worked on.", s.places.InFlight},
		{"talon_calls_limit", "Calls that can be worked on at a time.", func() int { return s.config.limits.calls }},
		{"talon_held_bytes_limit", "Bytes of one kind for which there is room.", func() int { return s.config.limits.heldBytes }},
		{"talon_search_workers", "Workers that searches can have.", func() int { return s.config.limits.solvers }},
		{"talon_searches_running", "Searches that have a worker.", s.search.pool.Busy},
		{"talon_searches_waiting", "Searches that wait for a worker.", s.search.pool.Waiting},
		{"talon_search_queue_limit", "Searches that can wait for a worker.", func() int { return s.config.limits.solverQueue }},
		{"talon_ready", "1 while new calls are welcome, as /readyz says.", func() int { return one(s.unready() == "") }},
		{"talon_draining", "1 from the moment the server is asked to stop.", func() int { return one(!s.gate.Ready()) }},
		{"talon_connections_limit", "Connections that each port can have.", func() int { return s.config.limits.connections }},
	} {
		s.counts.Gauge(gauge.name, gauge.help, func() float64 { return float64(gauge.value()) })
	}
	s.counts.Gauges("talon_held_bytes", "Bytes that are held: of messages on their way in, of long requests, of long answers that are not read yet.", []string{"kind"},
		func(tell func(float64, ...string)) {
			tell(float64(s.intake.Held()), "arriving")
			tell(float64(s.bounds.Requests.Held()), "requests")
			tell(float64(s.bounds.Answers.Held()), "answers")
		})
	s.counts.Counters("talon_arrivals_ended_total", "Calls over gRPC that were ended while their message was on its way, for want of room.", "reason", func() map[string]float64 {
		return map[string]float64{overloaded.String(): float64(s.intake.Shed())}
	})
	s.counts.Gauges("talon_connections", "Open connections, by port.", []string{"port"}, func(tell func(float64, ...string)) {
		for port, room := range s.rooms {
			tell(float64(room.Open()), port)
		}
	})
	byPort := func(count func(*connections.Room) uint64) func() map[string]float64 {
		return func() map[string]float64 {
			counts := map[string]float64{}
			for port, room := range s.rooms {
				counts[port] = float64(count(room))
			}
			return counts
		}
	}
	s.counts.Counters("talon_connections_refused_total", "Connections that were closed at once because their port had too many.", "port",
		byPort((*connections.Room).Refused))
	s.counts.Counters("talon_connections_displaced_total", "Connections without a call, or silent for long, that were closed to make room for others.", "port",
		byPort((*connections.Room).Displaced))
	s.measureIdentity()
}

// measureIdentity lets the metrics tell of the certificate, if there is one.
func (s *server) measureIdentity() {
	i := s.config.identity
	if i == nil {
		return
	}
	s.counts.Gauges("talon_tls_expiry_timestamp_seconds", "When the certificate expires, and when the last of the authorities of clients does, in Unix time.",
		[]string{"of"}, func(tell func(float64, ...string)) {
			tell(float64(i.Ends().Unix()), "certificate")
			if ends := i.ClientsEnd(); !ends.IsZero() {
				tell(float64(ends.Unix()), "client_ca")
			}
		})
	s.counts.Counters("talon_tls_reloads_total", "Changes of the files of the certificate, by whether they were taken.", "result", func() map[string]float64 {
		taken, refused := i.Reloads()
		return map[string]float64{"taken": float64(taken), "refused": float64(refused)}
	})
	s.counts.Gauge("talon_tls_stale", "1 while the files of the certificate are ones that cannot be used.", func() float64 { return float64(one(i.Stale())) })
}

// measure lets the metrics tell how the keys of tokens are, and how many callers are counted.
func (a *access) measure(m *metrics.Metrics) {
	if a.quotas != nil {
		m.Gauge("talon_rate_callers", "Callers whose calls are counted.", func() float64 { return float64(a.quotas.Callers()) })
	}
	if a.tokens == nil {
		return
	}
	m.Gauge("talon_token_keys", "Keys that tokens can be checked with.", func() float64 { return float64(a.tokens.Len()) })
	m.Gauge("talon_token_keys_age_seconds", "Time since the keys of tokens were last read well.", func() float64 { return a.tokens.Age().Seconds() })
	m.Counters("talon_token_key_reads_total", "Times that the keys of tokens were read, by how that went.", "result", func() map[string]float64 {
		taken, failed := a.tokens.Reads()
		return map[string]float64{"taken": float64(taken), "failed": float64(failed)}
	})
}

// one is 1 where something is so, else 0.
func one(so bool) int {
	if so {
		return 1
	}
	return 0
}

// measure lets the metrics tell how the keys are used.
func (s *states) measure(m *metrics.Metrics) {
	if s.keys == nil {
		return
	}
	used := func(count func(seal.Use) uint64) func() map[string]float64 {
		return func() map[string]float64 {
			values := map[string]float64{}
			for _, use := range s.keys.Uses() {
				values[use.ID] = float64(count(use))
			}
			return values
		}
	}
	m.Gauges("talon_seal_key_info", "Always 1; the labels say which keys there are and what each is for.", []string{"key", "role"},
		func(tell func(float64, ...string)) {
			for _, use := range s.keys.Uses() {
				tell(1, use.ID, use.Role.String())
			}
		})
	m.Counters("talon_states_sealed_total", "States sealed, by key.", "key", used(func(u seal.Use) uint64 { return u.Sealed }))
	m.Counters("talon_states_opened_total", "Sealed states opened, by key.", "key", used(func(u seal.Use) uint64 { return u.Opened }))
	m.Counters("talon_seal_key_reloads_total", "Changes of the key file, by whether its keys were taken.", "result", func() map[string]float64 {
		taken, refused := s.keys.Reloads()
		return map[string]float64{"taken": float64(taken), "refused": float64(refused)}
	})
	m.Gauge("talon_seal_keys_stale", "1 while the key file is one from which no keys could be taken.", func() float64 {
		return float64(one(s.keys.Broken()))
	})
}
