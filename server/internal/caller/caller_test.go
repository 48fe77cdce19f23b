package caller

import (
	"net/netip"
	"strings"
	"testing"
)

func proxies(t testing.TB, texts ...string) Proxies {
	t.Helper()
	p, err := ParseProxies(texts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheAddressIsThatOfTheConnectionUnlessAProxyHasIt(t *testing.T) {
	p := proxies(t, "10.0.0.0/8", "192.0.2.7", "2001:db8:1::/48")
	for _, test := range []struct {
		name, connection string
		forwarded        []string
		want             string
	}{
		{"nobody in between", "203.0.113.5:41000", nil, "203.0.113.5"},
		{"a stranger claims to be another", "203.0.113.5:41000", []string{"198.51.100.1"}, "203.0.113.5"},
		{"a stranger claims to come through a proxy", "203.0.113.5:41000", []string{"198.51.100.1, 10.0.0.1"}, "203.0.113.5"},
		{"a proxy says who called it", "10.0.0.1:8080", []string{"198.51.100.1"}, "198.51.100.1"},
		{"what the caller had put there does not count", "10.0.0.1:8080", []string{"1.1.1.1, 198.51.100.1"}, "198.51.100.1"},
		{"nor in a header of its own", "10.0.0.1:8080", []string{"1.1.1.1", "198.51.100.1"}, "198.51.100.1"},
		{"nor as one of the proxies", "10.0.0.1:8080", []string{"1.1.1.1, 10.0.0.9, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "10.0.0.1:8080", []string{"1.1.1.1, 198.51.100.1, 192.0.2.7"}, "198.51.100.1"},
		{"two proxies, a header each", "10.0.0.1:8080", []string{"198.51.100.1", "192.0.2.7"}, "198.51.100.1"},
		{"nothing but proxies", "10.0.0.1:8080", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"a proxy that says nothing", "10.0.0.1:8080", nil, "10.0.0.1"},
		{"an empty list", "10.0.0.1:8080", []string{""}, "10.0.0.1"},
		{"garbage", "10.0.0.1:8080", []string{"unknown"}, "10.0.0.1"},
		{"garbage behind a good one", "10.0.0.1:8080", []string{"198.51.100.1, _hidden"}, "10.0.0.1"},
		{"garbage before a proxy", "10.0.0.1:8080", []string{"x, 192.0.2.7"}, "192.0.2.7"},
		{"an empty place", "10.0.0.1:8080", []string{"198.51.100.1,"}, "10.0.0.1"},
		{"a port", "10.0.0.1:8080", []string{"198.51.100.1:443"}, "198.51.100.1"},
		{"IPv6", "[2001:db8:1::2]:8080", []string{"2001:db8:2::7"}, "2001:db8:2::7"},
		{"IPv6 in brackets", "10.0.0.1:8080", []string{"[2001:db8:2::7]"}, "2001:db8:2::7"},
		{"IPv6 with a port", "10.0.0.1:8080", []string{"[2001:db8:2::7]:443"}, "2001:db8:2::7"},
		{"a proxy over a socket of both families", "[::ffff:10.0.0.1]:8080", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"a zone", "[fe80::1%eth0]:8080", nil, "fe80::1"},
		{"a socket of the machine", "@", []string{"198.51.100.1"}, "invalid IP"},
		{"proxies without end", "10.0.0.1:8080", []string{"198.51.100.1" + strings.Repeat(", 10.0.0.2", mostHops)}, "10.0.0.2"},
	} {
		if got := p.From(Parse(test.connection), test.forwarded).String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	if got := Proxies(nil).From(Parse("10.0.0.1:8080"), []string{"198.51.100.1"}).String(); got != "10.0.0.1" {
		t.Errorf("without proxies: got %s", got)
	}
}

func TestWhoIsOneCaller(t *testing.T) {
	at := func(text string) Key { return Address(netip.MustParseAddr(text)) }
	same := [][2]Key{
		{at("2001:db8::1"), at("2001:db8::ffff:1:2:3")},
		{at("::ffff:192.0.2.1"), at("192.0.2.1")},
		{Subject("i", "s"), Subject("i", "s")},
		{Address(netip.Addr{}), Address(netip.Addr{})},
	}
	for i, pair := range same {
		if pair[0] != pair[1] {
			t.Errorf("pair %d is two callers", i)
		}
	}
	apart := []Key{
		at("2001:db8::1"), at("2001:db8:0:1::1"), at("192.0.2.1"), at("192.0.2.2"), Subject("i", "s"), Subject("i", "t"),
		Subject("is", ""), Subject("j", "s"), Certificate("s"), Certificate("i\x00s"), Address(netip.Addr{}),
	}
	seen := map[Key]int{}
	for i, key := range apart {
		if before, found := seen[key]; found {
			t.Errorf("%d and %d are one caller", before, i)
		}
		seen[key] = i
	}
}

func TestWhatIsNoNetworkIsRefused(t *testing.T) {
	for _, text := range []string{"", "10.0.0.0/33", "10.0.0", "proxy.example", "fe80::1%eth0", "::ffff:10.0.0.0/104", "10.0.0.1:80"} {
		if _, err := ParseProxies([]string{"192.0.2.0/24", text}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzFrom holds that no list of strangers makes a proxy of them, and that none makes another of a caller whom no
// proxy speaks for.
func FuzzFrom(f *testing.F) {
	f.Add("10.0.0.1:1", "198.51.100.1, 10.0.0.2", "x")
	f.Add("[::1]:1", "[::2]:3", "1.2.3.4:5")
	p := proxies(f, "10.0.0.0/8", "2001:db8::/32")
	f.Fuzz(func(t *testing.T, connection, one, two string) {
		at := Parse(connection)
		got := p.From(at, []string{one, two})
		if !p.trusts(at) && got != at {
			t.Errorf("%q became %s", connection, got)
		}
		// Whatever stands in front of the last address that is no proxy's changes nothing.
		if !p.trusts(got) && got.IsValid() {
			if again := p.From(at, []string{"203.0.113.9, 203.0.113.8", one, two}); again != got {
				t.Errorf("%s became %s", got, again)
			}
		}
	})
}
