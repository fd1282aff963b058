package expo

import "testing"

func gauges() []Gauge {
	return []Gauge{{"http_requests_total", []Label{{"code", "200"}, {"method", "GET"}}, 1234},
		{"http_requests_total", []Label{{"code", "500"}, {"method", "GET"}}, 7},
		{"goroutines", nil, 42}}
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
