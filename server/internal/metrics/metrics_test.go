package metrics

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestCallsAreCountedUnderClosedLabels(t *testing.T) {
	m := New("v1.2.3", []string{"/s/Known"}, Gauge{Name: "talon_calls_in_flight", Help: "Calls.", Value: func() int { return 3 }})
	m.Call("/s/Known", "OK", "", time.Millisecond)
	m.Call("/s/Known", "INVALID_ARGUMENT", "MALFORMED_STATE", time.Microsecond)
	m.Call("/s/made-up-by-a-stranger", "UNIMPLEMENTED", "UNKNOWN_ROUTE", time.Microsecond)
	page := httptest.NewRecorder()
	m.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{
		`talon_calls_total{code="OK",method="/s/Known"} 1`,
		`talon_calls_total{code="INVALID_ARGUMENT",method="/s/Known"} 1`,
		`talon_calls_total{code="UNIMPLEMENTED",method="other"} 1`,
		`talon_errors_total{method="/s/Known",reason="MALFORMED_STATE"} 1`,
		`talon_call_duration_seconds_count{method="/s/Known"} 2`,
		`talon_calls_in_flight 3`,
		`version="v1.2.3"`,
		`go_goroutines`,
	} {
		if !strings.Contains(page.Body.String(), want) {
			t.Errorf("%s is not on the page", want)
		}
	}
	if strings.Contains(page.Body.String(), "stranger") {
		t.Error("a stranger's method became a label")
	}
}
