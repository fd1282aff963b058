package runetext

import "testing"

const some = "some text: ÿ€𝄞\xff\x80"

func TestRunetext(t *testing.T) {
	if got := Bytes("aÿ"); len(got) != 3 || got[1] != "Ã" {
		t.Errorf("%q", got)
	}
}

func BenchmarkRunetext(b *testing.B) {
	for name, f := range map[string]func(){
		"Bytes":   func() { Bytes(some) },
		"Numbers": func() { Numbers(some) },
		"Names":   func() { Names(some) },
		"Hidden":  func() { Hidden(some) },
		"Wide":    func() { Wide(some) },
		"Once":    func() { Once(some) },
		"State":   func() { State(some) },
		"Found":   func() { Found(some) },
		"Asked":   func() { Asked("SOME TEXT", 5) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
