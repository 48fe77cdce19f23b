package k8s

import (
	"bufio"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"sigs.k8s.io/yaml"

	"github.com/talon-solitaire/talon/internal/process"
)

var update = flag.Bool("update", false, "write prometheusrule.yaml anew")

var monitoring = filepath.Join(root, "deploy", "monitoring")

// rule is one of a Prometheus rule file.
type rule struct {
	Record, Alert, Expr string
	Annotations         map[string]string
}

type ruleGroups struct {
	Groups []struct {
		Name  string
		Rules []rule
	}
}

// rules returns those of alerts.yaml.
func rules(t *testing.T) (all []rule) {
	t.Helper()
	var file ruleGroups
	if err := yaml.Unmarshal(read(t, filepath.Join(monitoring, "alerts.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	return all
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The operator's object holds what Prometheus alone reads from the file.
func TestTheOperatorHasTheSameAlerts(t *testing.T) {
	const head = `# Made from alerts.yaml: cd tools/k8s && go test . -run SameAlerts -update
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: talon
spec:
`
	text := string(read(t, filepath.Join(monitoring, "alerts.yaml")))
	wanted := head
	for line := range strings.Lines(text[strings.Index(text, "groups:"):]) {
		if strings.TrimSpace(line) != "" {
			line = "  " + line
		}
		wanted += line
	}
	path := filepath.Join(monitoring, "prometheusrule.yaml")
	if *update {
		if err := os.WriteFile(path, []byte(wanted), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(read(t, path)); got != wanted {
		t.Error("prometheusrule.yaml is stale: go test . -run SameAlerts -update")
	}
}

func TestPrometheusTakesTheAlerts(t *testing.T) {
	promtool := tool(t, "promtool")
	for _, args := range [][]string{
		{"check", "rules", "alerts.yaml"},
		{"test", "rules", "alerts_test.yaml"},
	} {
		command := exec.CommandContext(t.Context(), promtool, args...)
		command.Dir = monitoring
		if told, err := command.CombinedOutput(); err != nil {
			t.Errorf("%q: %v\n%s", args, err, told)
		}
	}
	tests := string(read(t, filepath.Join(monitoring, "alerts_test.yaml")))
	for _, rule := range rules(t) {
		if rule.Alert != "" && !strings.Contains(tests, "alertname: "+rule.Alert+"\n") {
			t.Errorf("%s is not tested", rule.Alert)
		}
	}
}

// Who is woken finds what to do: each alert links its section, and each section is of an alert.
func TestTheRunbookHasEveryAlert(t *testing.T) {
	wanted := []string{}
	for _, rule := range rules(t) {
		if rule.Alert == "" {
			continue
		}
		wanted = append(wanted, rule.Alert)
		if link := rule.Annotations["runbook_url"]; !strings.HasSuffix(link, "docs/runbook.md#"+strings.ToLower(rule.Alert)) {
			t.Errorf("%s links %q", rule.Alert, link)
		}
	}
	var sections []string
	for _, heading := range regexp.MustCompile(`(?m)^### (Talon\w+)$`).FindAllStringSubmatch(string(read(t, filepath.Join(root, "docs", "runbook.md"))), -1) {
		sections = append(sections, heading[1])
	}
	if !slices.Equal(sections, wanted) {
		t.Errorf("sections %q\nalerts   %q", sections, wanted)
	}
}

// queries returns everything that is asked of Prometheus, by where it is asked.
func queries(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, rule := range rules(t) {
		found["alerts.yaml "+rule.Alert+rule.Record] = rule.Expr
	}
	var dashboard struct {
		Panels []struct {
			ID      int
			Title   string
			Targets []struct{ Expr, RefID string }
		}
	}
	if err := json.Unmarshal(read(t, filepath.Join(monitoring, "dashboard.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	ids := map[int]bool{}
	for _, panel := range dashboard.Panels {
		if ids[panel.ID] {
			t.Errorf("dashboard: two panels have the id %d", panel.ID)
		}
		ids[panel.ID] = true
		for _, target := range panel.Targets {
			found["dashboard.json "+panel.Title+" "+target.RefID] = strings.ReplaceAll(target.Expr, "$__rate_interval", "5m")
		}
	}
	for _, scaler := range all[*autoscalingv2.HorizontalPodAutoscaler](overlay(t, "production")) {
		for _, metric := range scaler.Spec.Metrics {
			if metric.Pods != nil {
				found["autoscaler "+scaler.Name] = metric.Pods.Metric.Name
			}
		}
	}
	return found
}

// exported are the metrics of a page: the values of the labels by metric and label.
type exported map[string]map[string][]string

var sample = regexp.MustCompile(`(?m)^([a-z]\w*)(?:\{(.*)\})? \S+$`)

func exportedBy(page string) exported {
	metrics := exported{}
	for _, line := range sample.FindAllStringSubmatch(page, -1) {
		if metrics[line[1]] == nil {
			metrics[line[1]] = map[string][]string{}
		}
		for _, pair := range regexp.MustCompile(`(\w+)="([^"]*)"`).FindAllStringSubmatch(line[2], -1) {
			metrics[line[1]][pair[1]] = append(metrics[line[1]][pair[1]], pair[2])
		}
	}
	return metrics
}

// added are the labels that Prometheus adds to what it reads.
var added = []string{"job", "instance"}

// unseen are metrics that a server has only when something goes on around it; docs/operations.md lists them.
var unseen = exported{
	"talon_spans_total":                  {"result": {"exported", "failed"}},
	"talon_tls_expiry_timestamp_seconds": {"of": {"certificate", "client_ca"}},
	"talon_tls_reloads_total":            {"result": {"taken", "refused"}},
	"talon_tls_stale":                    {},
}

// check says what is wrong with a query, given what can be asked for.
func (e exported) check(query string) (wrong []string) {
	expression, err := parser.NewParser(parser.Options{}).ParseExpr(query)
	if err != nil {
		return []string{err.Error()}
	}
	known := map[string]bool{}
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		selector, is := node.(*parser.VectorSelector)
		if !is {
			return nil
		}
		name := selector.Name
		if name == "up" || strings.HasPrefix(name, "talon:") {
			return nil
		}
		has, is := e[name]
		if !is {
			wrong = append(wrong, name+" is not exported")
			return nil
		}
		for label := range has {
			known[label] = true
		}
		for _, matcher := range selector.LabelMatchers {
			if matcher.Name == "__name__" || slices.Contains(added, matcher.Name) || matcher.Name == "code" {
				continue
			}
			if !slices.ContainsFunc(has[matcher.Name], matcher.Matches) {
				wrong = append(wrong, name+" has nothing like "+matcher.String())
			}
		}
		return nil
	})
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		if sum, is := node.(*parser.AggregateExpr); is {
			for _, label := range sum.Grouping {
				if !known[label] && !slices.Contains(added, label) {
					wrong = append(wrong, "there is no label "+label+" to group by")
				}
			}
		}
		return nil
	})
	return wrong
}

// post calls the JSON API and returns the status of the answer.
func post(t *testing.T, address, path, body string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// metricsOfAServer are those of a server that seals, searches and refuses.
func metricsOfAServer(t *testing.T) exported {
	t.Helper()
	keys := filepath.Join(t.TempDir(), "keys")
	for _, step := range []string{"new", "rotate", "rotate", "rotate"} {
		if told, err := exec.CommandContext(t.Context(), program.Path, "keys", step, keys).CombinedOutput(); err != nil {
			t.Fatalf("keys %s: %v\n%s", step, err, told)
		}
	}
	s := program.Serve(t, process.Patient, "-seal-keys="+keys, "-solvers=1", "-solver-queue=0")
	wantedStatus := func(wanted int, path, body string) string {
		t.Helper()
		status, answer := post(t, s.HTTP, path, body)
		if status != wanted {
			t.Fatalf("%s: %d: %s", path, status, answer)
		}
		return answer
	}
	deal := func(what string) (state string) {
		t.Helper()
		var answer struct{ Game struct{ State string } }
		if err := json.Unmarshal([]byte(wantedStatus(200, "/v1/games:deal", what)), &answer); err != nil {
			t.Fatal(err)
		}
		return `{"state":"` + answer.Game.State + `"`
	}
	wantedStatus(200, "/v1/games:validateMove", deal(`{"variant":"freecell","number":1,"sealed":true}`)+`,"move":"t1t2"}`)
	wantedStatus(400, "/v1/games:inspect", `{"state":"nonsense"}`)

	// One long search has the only worker; the next one is refused, and then the first is given up.
	search := deal(`{"variant":"spider","number":23,"options":{"suits":"4"}}`) + "}"
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.HTTP+"/v1/games:watchSolve", strings.NewReader(search))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	watched, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(watched.Body)
	if line, err := lines.ReadString('\n'); err != nil || watched.StatusCode != 200 {
		t.Fatalf("%d: %q, %v", watched.StatusCode, line, err)
	}
	wantedStatus(429, "/v1/games:solve", search)
	if err := watched.Body.Close(); err != nil {
		t.Fatal(err)
	}
	// The worker is free a moment after its caller has gone.
	golf := deal(`{"variant":"golf","number":7}`) + "}"
	for status := 429; status != 200; {
		status, _ = post(t, s.HTTP, "/v1/games:solve", golf)
	}
	metrics := exportedBy(get(t, "http://"+s.Admin+"/metrics") + metricsOfTokens(t) + metricsOfRates(t))
	maps.Copy(metrics, unseen)
	return metrics
}

// metricsOfTokens is the page of a server that wants tokens and got one that is not good.
func metricsOfTokens(t *testing.T) string {
	t.Helper()
	keys := filepath.Join(t.TempDir(), "jwks.json")
	const set = `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`
	if err := os.WriteFile(keys, []byte(set), 0o644); err != nil {
		t.Fatal(err)
	}
	s := program.Serve(t, process.Patient, "-auth-keys="+keys, "-auth-issuer=https://issuer.example", "-auth-audience=talon")
	if answer := get(t, "http://"+s.HTTP+"/v1/variants", "Authorization", "Bearer a.b.c"); !strings.Contains(answer, "INVALID_TOKEN") {
		t.Fatal(answer)
	}
	return get(t, "http://"+s.Admin+"/metrics")
}

// metricsOfRates is the page of a server that counts callers and was called too often by one.
func metricsOfRates(t *testing.T) string {
	t.Helper()
	s := program.Serve(t, process.Patient, "-rate=1:1")
	for answer := ""; !strings.Contains(answer, "RATE_LIMITED"); {
		answer = get(t, "http://"+s.HTTP+"/v1/version")
	}
	return get(t, "http://"+s.Admin+"/metrics")
}

// get gives what is at a URL; headers are pairs.
func get(t *testing.T, url string, headers ...string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for pair := range slices.Chunk(headers, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// Alerts, panels and autoscalers ask for what a running server really exports.
func TestWhatIsAskedForIsExported(t *testing.T) {
	metrics := metricsOfAServer(t)
	recorded := map[string]bool{}
	for _, rule := range rules(t) {
		recorded[rule.Record] = true
	}
	for where, query := range queries(t) {
		for _, wrong := range metrics.check(query) {
			t.Errorf("%s: %s: %s", where, query, wrong)
		}
		for _, name := range regexp.MustCompile(`talon:[\w:]+`).FindAllString(query, -1) {
			if !recorded[name] {
				t.Errorf("%s: nothing records %s", where, name)
			}
		}
	}
	operations := string(read(t, filepath.Join(root, "docs", "operations.md")))
	for name := range unseen {
		if !strings.Contains(operations, "`"+name+"`") {
			t.Errorf("docs/operations.md does not list %s", name)
		}
	}
	for query, wanted := range map[string]string{
		`talon_call_total`: "talon_call_total is not exported",
		`talon_calls_total{method="/solitaire.v1.Rules/Deal"}`: "has nothing like",
		`talon_calls_total{metod="x"}`:                         "has nothing like",
		`sum by (methods) (talon_calls_total)`:                 "no label methods",
		`sum(talon_calls_total`:                                "parse error",
	} {
		if wrong := metrics.check(query); len(wrong) != 1 || !strings.Contains(wrong[0], wanted) {
			t.Errorf("%s: %q, wanted %s", query, wrong, wanted)
		}
	}
}
