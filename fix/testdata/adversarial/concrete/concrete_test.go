package concrete

import "testing"

func TestConcrete(t *testing.T) {
	if Missing(&Buffer{}, 1) != "written" || Deferred("a") != "a" || Same(1) || Asked("a") != "false" {
		t.Error("wrong")
	}
}

func BenchmarkConcrete(b *testing.B) {
	for name, f := range map[string]func(){
		"Missing":  func() { Missing(&Buffer{}, 1000) },
		"Kind":     func() { Kind("text") },
		"Inferred": func() { Inferred("text") },
		"Shown":    func() { Shown(1000, 2000) },
		"Deferred": func() { Deferred("text") },
		"Same":     func() { Same(1) },
		"Asked":    func() { Asked("text") },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
