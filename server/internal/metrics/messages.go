package metrics

import "github.com/prometheus/client_golang/prometheus"

// Sizes counts the messages of one wire.
type Sizes struct{ read, wrote prometheus.Observer }

// Read counts a request of so many bytes.
func (s *Sizes) Read(bytes int) { s.read.Observe(float64(bytes)) }

// Wrote counts an answer of so many bytes.
func (s *Sizes) Wrote(bytes int) { s.wrote.Observe(float64(bytes)) }

// messages counts the messages of both wires.
type messages struct {
	bytes      *prometheus.HistogramVec
	grpc, json Sizes
}

func newMessages() messages {
	bytes := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "talon_message_bytes", Help: "Size of requests and answers, by wire and direction.",
		Buckets: prometheus.ExponentialBuckets(64, 4, 9),
	}, []string{"wire", "direction"})
	sizes := func(wire string) Sizes {
		return Sizes{bytes.WithLabelValues(wire, "request"), bytes.WithLabelValues(wire, "answer")}
	}
	return messages{bytes, sizes("grpc"), sizes("json")}
}

func (m *messages) collector() prometheus.Collector { return m.bytes }

// GRPC counts the messages of gRPC.
func (m *Metrics) GRPC() *Sizes { return &m.messages.grpc }

// JSON counts the bodies of JSON.
func (m *Metrics) JSON() *Sizes { return &m.messages.json }
