package fault

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
)

// The faults, in the order in which they happen.
const (
	calm       = "nothing"
	restarting = "each is restarted in turn"
	killing    = "one is killed (SIGKILL) and started again"
	freezing   = "one is frozen (SIGSTOP) and thaws"
	after      = "nothing any more"
)

// The callers.
const (
	byGo   = "Go client"
	byGRPC = "gRPC, each call once"
	byNode = "TypeScript client"
	byJSON = "JSON, each call once"
)

func TestBehindHAProxyNoCallIsLost(t *testing.T) {
	t.Parallel()
	compose, err := os.ReadFile(filepath.Join(root, "deploy", "compose", "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	delay := regexp.MustCompile(`TALON_DRAIN_DELAY: (\S+)`).FindSubmatch(compose)
	if delay == nil {
		t.Fatal("compose.yaml has no drain delay")
	}
	servers := serve(t, "-drain-delay="+string(delay[1]))
	p := haproxy(t, servers)
	happen(t, servers, 0, map[string]caller{
		byGo: goClient(t, p.GRPC), byGRPC: bareGRPC(t, p.GRPC), byNode: typescript(t, p.JSON), byJSON: bareJSON(t, p.JSON),
	})
}

func TestBehindNginxNoCallIsLost(t *testing.T) {
	t.Parallel()
	servers := serve(t)
	p := nginx(t, servers)
	happen(t, servers, 0, map[string]caller{
		byGo: goClient(t, p.GRPC), byGRPC: bareGRPC(t, p.GRPC), byNode: typescript(t, p.JSON), byJSON: bareJSON(t, p.JSON),
	})
}

func TestWithoutABalancerNoCallIsLost(t *testing.T) {
	t.Parallel()
	servers := serve(t)
	var addresses []string
	var endpoints []resolver.Endpoint
	for _, one := range servers {
		addresses = append(addresses, one.GRPC)
		endpoints = append(endpoints, resolver.Endpoint{Addresses: []resolver.Address{{Addr: one.GRPC}}})
	}
	list := manual.NewBuilderWithScheme("three")
	list.InitialState(resolver.State{Endpoints: endpoints})
	// Who is connected to each server has something to lose with each.
	l := happen(t, servers, 2, map[string]caller{
		byGo: goClient(t, strings.Join(addresses, ",")),
		byGRPC: bareGRPC(t, "three:///servers", grpc.WithResolvers(list),
			grpc.WithDefaultServiceConfig(`{"loadBalancingConfig":[{"round_robin":{}}]}`),
			grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.Config{BaseDelay: 10 * time.Millisecond, Multiplier: 1, MaxDelay: 10 * time.Millisecond}})),
	})
	if l.of(freezing, byGRPC).lost() == 0 {
		t.Error("every third call goes to the frozen server, and none failed")
	}
}

// happen lets every fault happen while all callers play, and gives what was counted. A server that was gone is back
// when it gets calls over at least so many connections.
func happen(t *testing.T, servers []*server, connections float64, callers map[string]caller) *load {
	t.Helper()
	known := lines(t)
	l := newLoad(t)
	l.begin(calm)
	var names []string
	for _, name := range []string{byGo, byGRPC, byNode, byJSON} {
		if callers[name] != nil {
			names = append(names, name)
			l.plays(name, known, callers[name])
		}
	}
	defer l.end()
	l.await(settled)

	l.begin(restarting)
	for _, one := range servers {
		one.stop(t)
		one.start(t)
		l.back(one, connections)
	}
	l.await(settled)

	l.begin(killing)
	one := servers[1]
	one.kill(t)
	l.await(settled)
	one.start(t)
	l.back(one, connections)

	l.begin(freezing)
	one = servers[2]
	one.signal(t, syscall.SIGSTOP)
	l.await(frozen)
	one.signal(t, syscall.SIGCONT)
	l.back(one, connections)

	l.begin(after)
	l.await(settled)
	l.end()

	t.Log(l.table(names))
	for _, phase := range l.phases {
		for _, name := range names {
			c := l.of(phase, name)
			if c.lost() > 0 && slices.Contains([]string{byGo, byNode}, name) {
				t.Errorf("%s, %s: %d of %d calls are lost: %v", phase, name, c.lost(), c.calls, c.failed)
			}
			for class := range c.failed {
				if !slices.Contains(explained[phase], class) {
					t.Errorf("%s, %s: nothing explains %q", phase, name, class)
				}
			}
		}
	}
	return l
}

// explained is what those may be told who make each call once. A server that is gone takes the calls with it
// that it had: a connection breaks, or the balancer says that it got no answer. One that drains refuses, and
// gRPC's callers notice only by that. One that is frozen says nothing, and a balancer that cannot tell it from one
// that searches waits, or says so after its time (504, which gRPC calls UNAVAILABLE).
var explained = map[string][]string{
	restarting: {"Unavailable", "connection lost", "HTTP 502", "HTTP 503"},
	killing:    {"Unavailable", "Internal", "connection lost", "HTTP 502", "HTTP 503"},
	freezing:   {"Unavailable", "DeadlineExceeded", "no answer in 5s", "HTTP 503", "HTTP 504"},
}

// back waits until a server that was gone gets calls, over at least so many connections.
func (l *load) back(one *server, connections float64) {
	l.t.Helper()
	for one.metric(l.t, `talon_connections\{port="grpc"\}`) < connections && l.next() {
	}
	for before := one.metric(l.t, "talon_calls_total"); one.metric(l.t, "talon_calls_total") == before && l.next(); {
	}
}
