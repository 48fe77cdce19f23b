package metrics

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func made() *Metrics {
	return New("v1.2.3", &Labels{
		Methods: []string{"/s/Known"}, Codes: []string{"OK", "INVALID_ARGUMENT"}, Reasons: []string{"MALFORMED_STATE", "OVERLOADED"},
		Refusals: []string{"COVERED"}, Variants: []string{"golf"}, Purposes: []string{"solve"}, Verdicts: []string{"WINNABLE"},
	})
}

func page(t *testing.T, m *Metrics, accept string) string {
	t.Helper()
	request := httptest.NewRequest("GET", "/metrics", nil)
	request.Header.Set("Accept", accept)
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, request)
	return answer.Body.String()
}

func TestWhatIsCountedIsOnThePage(t *testing.T) {
	m := made()
	m.Call(Call{Method: "/s/Known", Variant: "golf", Code: "OK", Took: time.Millisecond})
	m.Call(Call{Method: "/s/Known", Variant: "golf", Code: "OK", Took: time.Millisecond})
	m.Call(Call{Method: "/s/Known", Code: "OK", Took: time.Millisecond})
	m.Call(Call{Method: "/s/Known", Variant: "golf", Code: "INVALID_ARGUMENT", Reason: "MALFORMED_STATE", Took: time.Microsecond})
	m.Refused(Call{Method: Other, Code: "INVALID_ARGUMENT"})
	m.Error("/s/Known", "MALFORMED_STATE")
	m.RefusedMove("golf", "COVERED")
	m.Search(Search{Variant: "golf", Purpose: "solve", Verdict: "WINNABLE", Nodes: 17, Waited: 2 * time.Second, Took: 3 * time.Second})
	m.Search(Search{Variant: "golf", Purpose: "solve", Nodes: 3})
	m.SearchRefused("OVERLOADED")
	m.GRPC().Read(100)
	m.JSON().Wrote(5000)
	m.Spans(5, false)
	m.Spans(2, true)
	m.Gauge("talon_calls_in_flight", "Calls.", func() float64 { return 3 })
	m.Gauges("talon_keys", "Keys.", []string{"key"}, func(tell func(float64, ...string)) { tell(1, "k") })
	text := page(t, m, "")
	for _, want := range []string{
		`talon_calls_total{code="OK",method="/s/Known",variant="golf"} 2`,
		`talon_calls_total{code="OK",method="/s/Known",variant="none"} 1`,
		`talon_calls_total{code="INVALID_ARGUMENT",method="/s/Known",variant="golf"} 1`,
		`talon_calls_total{code="INVALID_ARGUMENT",method="other",variant="none"} 1`,
		`talon_errors_total{method="/s/Known",reason="MALFORMED_STATE"} 2`,
		`talon_errors_total{method="other",reason="none"} 1`,
		`talon_refused_moves_total{reason="COVERED",variant="golf"} 1`,
		`talon_call_duration_seconds_count{method="/s/Known"} 4`,
		`talon_searches_total{purpose="solve",variant="golf",verdict="WINNABLE"} 1`,
		`talon_searches_total{purpose="solve",variant="golf",verdict="none"} 1`,
		`talon_search_nodes_total{variant="golf"} 20`,
		`talon_search_duration_seconds_sum{variant="golf"} 3`,
		`talon_search_wait_seconds_sum 2`,
		`talon_searches_refused_total{reason="OVERLOADED"} 1`,
		`talon_message_bytes_sum{direction="request",wire="grpc"} 100`,
		`talon_message_bytes_sum{direction="answer",wire="json"} 5000`,
		`talon_spans_total{result="exported"} 5`,
		`talon_spans_total{result="failed"} 2`,
		`talon_calls_in_flight 3`,
		`talon_keys{key="k"} 1`,
		`version="v1.2.3"`,
		"\ngo_goroutines ",
		"\nprocess_cpu_seconds_total ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not on the page", want)
		}
	}
}

func TestWhatStrangersWriteBecomesNoLabel(t *testing.T) {
	m := made()
	count := func() int { return strings.Count(page(t, m, ""), "\n") }
	strange := func(i int) {
		word := fmt.Sprintf("stranger-%d", i)
		m.Call(Call{Method: word, Variant: word, Code: word, Reason: word})
		m.Call(Call{Method: word, Variant: word, Code: "OK"})
		m.Call(Call{Method: "/s/Known", Variant: word, Code: word, Reason: word})
		m.Refused(Call{Method: word, Variant: word, Code: word, Reason: word})
		m.Error(word, word)
		m.RefusedMove(word, word)
		m.Search(Search{Variant: word, Purpose: word, Verdict: word})
		m.SearchRefused(word)
	}
	strange(0)
	before := count()
	for i := range 1000 {
		strange(i)
	}
	if after := count(); after != before {
		t.Errorf("%d lines became %d", before, after)
	}
	if text := page(t, m, ""); strings.Contains(text, "stranger") || !strings.Contains(text, `talon_calls_total{code="other",method="other",variant="other"} 2002`) {
		t.Errorf("the page says\n%s", text)
	}
}

func TestATraceIsTheExemplarOfItsCallInOpenMetrics(t *testing.T) {
	const trace = "0af7651916cd43dd8448eb211c80319c"
	m := made()
	m.Call(Call{Method: "/s/Known", Code: "OK", Took: time.Millisecond, Trace: trace})
	m.Search(Search{Variant: "golf", Purpose: "solve", Took: time.Second, Trace: trace})
	text := page(t, m, "application/openmetrics-text; version=1.0.0")
	if got := strings.Count(text, `# {trace_id="`+trace+`"}`); got != 3 || !strings.HasSuffix(text, "# EOF\n") {
		t.Errorf("%d exemplars:\n%s", got, text)
	}
	if strings.Contains(page(t, m, ""), trace) {
		t.Error("the older format knows no exemplars")
	}
}

func BenchmarkCall(b *testing.B) {
	m := made()
	for b.Loop() {
		m.Call(Call{Method: "/s/Known", Variant: "golf", Code: "OK", Took: time.Millisecond})
	}
}

func BenchmarkMessage(b *testing.B) {
	m := made()
	for b.Loop() {
		m.GRPC().Read(300)
	}
}
