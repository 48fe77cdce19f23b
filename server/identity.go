package main

import (
	"net/http"
	"strings"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
)

// identityChanged tells of files of the certificate that have changed: what is in use now, or why it is what it was.
func (s *server) identityChanged(err error) {
	if err != nil {
		s.log.Error("certificate not reloaded", "error", err)
		return
	}
	s.logIdentity("certificate reloaded")
}

// logIdentity says whom the certificate is for, and until when.
func (s *server) logIdentity(message string) {
	about := []any{"names", strings.Join(s.config.identity.Names(), ", "), "ends", s.config.identity.Ends().UTC()}
	if ends := s.config.identity.ClientsEnd(); !ends.IsZero() {
		about = append(about, "clients_end", ends.UTC())
	}
	s.log.Info(message, about...)
}

// peerOf is who makes a request over HTTP, as gRPC tells handlers who makes a call: where clients have to show a
// certificate it is in the chains that were verified.
func peerOf(r *http.Request) *peer.Peer {
	p := &peer.Peer{Addr: address(r.RemoteAddr)}
	if r.TLS != nil {
		p.AuthInfo = credentials.TLSInfo{State: *r.TLS, CommonAuthInfo: credentials.CommonAuthInfo{SecurityLevel: credentials.PrivacyAndIntegrity}}
	}
	return p
}

// address is that of the other end of a connection, as net/http has it.
type address string

// Network is a method of an address.
func (address) Network() string { return "tcp" }

// String returns host and port.
func (a address) String() string { return string(a) }
