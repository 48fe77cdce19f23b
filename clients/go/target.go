package talon

import (
	"net"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
)

// target is where a client connects to.
type target struct {
	name   string   // as gRPC takes it
	listed []string // the addresses, where there are several
	secure bool     // whether it asks for TLS
}

// targetOf reads an address as Dial takes it.
func targetOf(address string) target {
	host, secure := strings.CutPrefix(address, "https://")
	if !secure {
		host = strings.TrimPrefix(address, "http://")
	}
	if host != address {
		host = strings.TrimSuffix(host, "/")
	}
	if !strings.Contains(host, ",") {
		return target{name: withPort(host, secure), secure: secure}
	}
	var listed []string
	for each := range strings.SplitSeq(host, ",") {
		listed = append(listed, withPort(strings.TrimSpace(each), secure))
	}
	return target{name: "talon:///" + listed[0], listed: listed, secure: secure}
}

// withPort adds the port of TLS where none is named.
func withPort(host string, secure bool) string {
	if _, _, err := net.SplitHostPort(host); err != nil && secure {
		return net.JoinHostPort(strings.Trim(host, "[]"), "443")
	}
	return host
}

// options tell gRPC the addresses, where there are several.
func (t target) options() []grpc.DialOption {
	if t.listed == nil {
		return nil
	}
	var endpoints []resolver.Endpoint
	for _, address := range t.listed {
		known := resolver.Address{Addr: address}
		if host, _, err := net.SplitHostPort(address); err == nil {
			known.ServerName = host
		}
		endpoints = append(endpoints, resolver.Endpoint{Addresses: []resolver.Address{known}})
	}
	list := manual.NewBuilderWithScheme("talon")
	list.InitialState(resolver.State{Endpoints: endpoints})
	return []grpc.DialOption{grpc.WithResolvers(list)}
}
