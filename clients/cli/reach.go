package main

import (
	"net"
	"strings"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
)

// obstacles are what the way to a server is known to fail at, by a part of what
// the network says about it.
var obstacles = []struct {
	part string
	text words
}{
	{"connection refused", words{en: "nothing listens there", de: "dort ist kein Dienst"}},
	{"no such host", words{en: "no such host", de: "diesen Rechner gibt es nicht"}},
	{"zero addresses", words{en: "no such host", de: "diesen Rechner gibt es nicht"}},
	{"no such file", words{en: "no such socket", de: "diesen Socket gibt es nicht"}},
	{"x509:", words{en: "its certificate is not trusted", de: "seinem Zertifikat wird nicht vertraut"}},
	{"tls: certificate required", unshown},
	{"tls: unknown certificate", untrusted},
	{"tls: bad certificate", untrusted},
	{"tls:", words{en: "it does not speak TLS as https:// asks", de: "es spricht kein TLS, wie https:// es verlangt"}},
	{"timed out", words{en: "no answer in time", de: "keine Antwort in angemessener Zeit"}},
}

// What a server has against the certificate of a client. Often it has ended the connection before its reason is
// read.
var (
	unshown   = words{en: "it may want a certificate, which --cert and --key show", de: "es verlangt vielleicht ein Zertifikat, das --cert und --key zeigen"}
	untrusted = words{en: "it may not trust the certificate of --cert", de: "es traut vielleicht dem Zertifikat von --cert nicht"}
)

// unreached says that the server was not reached, if that is what the error is: one
// that no Talon server makes, since those name their reasons.
func (t *tool) unreached(e *talon.Error) (text string, unreached bool) {
	if t.flags.server == "" || e.Reason != 0 {
		return "", false
	}
	switch e.Code {
	case codes.Unavailable, codes.Unknown, codes.Unimplemented, codes.Internal:
	default:
		return "", false
	}
	text = t.say(words{en: "no Talon server can be reached at %.200s", de: "unter %.200s ist kein Talon-Server zu erreichen"}, t.flags.server)
	if why, known := t.obstacle(e.Message); known {
		text += ": " + t.say(why)
	}
	if looksLikeJSON(t.flags.server) {
		text += t.say(words{
			en: "; the tool speaks gRPC, whose port is 9090 unless the server was told another",
			de: "; das Werkzeug spricht gRPC, dessen Port 9090 ist, wenn der Server keinen anderen hat",
		})
	}
	return text, true
}

// obstacle finds what the way to the server failed at.
func (t *tool) obstacle(said string) (text words, known bool) {
	for _, o := range obstacles {
		if strings.Contains(said, o.part) {
			return o.text, true
		}
	}
	switch {
	case !strings.HasPrefix(t.flags.server, "https://"):
		return words{}, false
	case t.flags.cert == "":
		return unshown, true
	}
	return untrusted, true
}

// looksLikeJSON reports whether the address has the port on which a server speaks
// JSON, or that of the web.
func looksLikeJSON(address string) bool {
	_, secure := strings.CutPrefix(address, "https://")
	_, port, err := net.SplitHostPort(strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/"))
	return !secure && (err != nil && !strings.Contains(address, ":///") || port == "8080" || port == "80")
}
