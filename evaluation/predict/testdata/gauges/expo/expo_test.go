package expo

import "testing"

func gauges() []Gauge {
	var list []Gauge
	for i, code := range []string{"200", "304", "404", "500", "200", "404", "200"} {
		name := []string{"http_requests_total", "http_request_seconds_sum"}[i%2]
		list = append(list, Gauge{name, []Label{{"code", code}}, int64(1234 * i)})
	}
	return list
}

func BenchmarkAll(b *testing.B) {
	list := gauges()
	for b.Loop() {
		All(list)
	}
}

func TestPath(t *testing.T) {
	if got := Path("http_requests_total"); len(got) != 3 || got[2] != "total" {
		t.Errorf("got %q", got)
	}
}
