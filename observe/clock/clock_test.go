package clock

import "testing"

func TestParse(t *testing.T) {
	const out = `goos: linux
pkg: example.com/m
BenchmarkX/a=1-8         	     100	      1500 ns/op	     120 B/op	       3 allocs/op
BenchmarkX/a=1/b-8       	     100	      9000 ns/op
BenchmarkY               	     200	         0.5000 ns/op
BenchmarkZ-2 some text that a benchmark printed
PASS
`
	for name, want := range map[string]float64{
		"BenchmarkX/a=1": 1500, "BenchmarkX/a=1/b": 9000, "BenchmarkY": 0.5, "BenchmarkZ": 0,
		"BenchmarkX": 0,
	} {
		got, ok := parse([]byte(out), name)
		if ok != (want > 0) || got < want*0.999 || got > want*1.001 {
			t.Errorf("%s: %v %t, want %v", name, got, ok, want)
		}
	}
}

func TestPattern(t *testing.T) {
	if got, want := pattern("BenchmarkX/a.b/c"), `^BenchmarkX$/^a\.b$/^c$`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("BenchmarkX-2 10 5 ns/op\n"), "BenchmarkX")
	f.Fuzz(func(t *testing.T, out []byte, name string) {
		if ns, ok := parse(out, name); !ok && ns != 0 {
			t.Errorf("%v without ok", ns)
		}
	})
}
