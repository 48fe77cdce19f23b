// Package caller tells callers apart: by the subject of a token, by that of a certificate, else by the address
// they call from. What it makes of them are keys, from which nobody reads who they are.
package caller

import (
	"crypto/sha256"
	"fmt"
	"net/netip"
	"strings"
)

// Key stands for a caller. Two that differ have different keys; no key of one kind is one of another.
type Key struct {
	kind kind
	id   [16]byte
}

type kind uint8

const (
	nobody kind = iota
	subject
	certificate
	address
)

// Subject is the caller that an issuer's tokens name.
func Subject(issuer, name string) Key { return hashed(subject, issuer+"\x00"+name) }

// Certificate is the caller that verified certificates name.
func Certificate(name string) Key { return hashed(certificate, name) }

func hashed(k kind, text string) Key {
	sum := sha256.Sum256([]byte(text))
	return Key{k, [16]byte(sum[:16])}
}

// network is how much of an IPv6 address is one caller: whoever has one of it has all of it.
const network = 64

// Address is the caller at an address; of IPv6 everybody in the same /64. Without an address, as over a socket
// of the machine, it is one caller for all of them.
func Address(at netip.Addr) Key {
	at = plain(at)
	switch {
	case !at.IsValid():
		return Key{}
	case at.Is6():
		at = netip.PrefixFrom(at, network).Masked().Addr()
	}
	return Key{address, at.As16()}
}

// Proxies are the networks of proxies whose word about an address counts.
type Proxies []netip.Prefix

// ParseProxies reads networks and single addresses: "10.0.0.0/8", "192.0.2.7".
func ParseProxies(texts []string) (Proxies, error) {
	var all Proxies
	for _, text := range texts {
		one, err := netip.ParsePrefix(text)
		if err != nil {
			single, wrong := netip.ParseAddr(text)
			if wrong != nil || single.Zone() != "" {
				return nil, fmt.Errorf("%q is no network; wanted one such as 10.0.0.0/8, or an address", text)
			}
			one = netip.PrefixFrom(single, single.BitLen())
		}
		if one.Addr().Is4In6() {
			return nil, fmt.Errorf("%q is an IPv4 network in IPv6 form; wanted it in its own", text)
		}
		all = append(all, one.Masked())
	}
	return all, nil
}

// trusts reports whether an address is that of a proxy.
func (p Proxies) trusts(at netip.Addr) bool {
	for _, one := range p {
		if one.Contains(at) {
			return true
		}
	}
	return false
}

// mostHops is how many proxies may stand behind one another.
const mostHops = 16

// From gives the address of a caller: that of the connection, unless a proxy has it. A proxy adds to
// X-Forwarded-For whom it was called by, and what stands before that anybody may have written: so it is the last
// address there that is no proxy's. Where the proxies' list cannot be read, it is the proxy that passed it on.
func (p Proxies) From(connection netip.Addr, forwarded []string) netip.Addr {
	at := plain(connection)
	if len(p) == 0 || !p.trusts(at) {
		return at
	}
	hops := 0
	for i := len(forwarded) - 1; i >= 0; i-- {
		for list := forwarded[i]; ; hops++ {
			rest, last, more := cutLast(list)
			before := Parse(strings.TrimSpace(last))
			if !before.IsValid() || hops == mostHops {
				return at
			}
			at = before
			if !p.trusts(at) {
				return at
			}
			if !more {
				break
			}
			list = rest
		}
	}
	return at
}

// cutLast parts a list before its last element.
func cutLast(list string) (rest, last string, more bool) {
	if i := strings.LastIndexByte(list, ','); i >= 0 {
		return list[:i], list[i+1:], true
	}
	return "", list, false
}

// Parse reads an address with or without a port, the zero address where it is none.
func Parse(text string) netip.Addr {
	if with, err := netip.ParseAddrPort(text); err == nil {
		return plain(with.Addr())
	}
	if inner, opened := strings.CutPrefix(text, "["); opened {
		text, _ = strings.CutSuffix(inner, "]")
	}
	at, _ := netip.ParseAddr(text)
	return plain(at)
}

// plain is an address in the one form by which it is compared.
func plain(at netip.Addr) netip.Addr { return at.Unmap().WithZone("") }
