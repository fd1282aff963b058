package guarded

import (
	"bytes"
	"log/slog"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "guarded")
	for _, n := range []int{-1, 0, 1, 2, 7} {
		for _, limit := range []int{-1, 0, 1, 3} {
			log.Do("Operand", func() string { return witness.Show(Operand(&Counter{n, limit})) })
			log.Do("Condition", func() string { return witness.Show(Condition(&Counter{n, limit})) })
			log.Do("Element", func() string { return Element(make([]int, limit+1), n) })
			log.Do("Text", func() string {
				c := &Counter{n * limit, 60}
				return Text(c, n) + witness.Show(c.N)
			})
		}
		for _, loud := range []bool{false, true} {
			for name, f := range map[string]func(*Log, int) int{"Noted": (*Log).Noted,
				"Flipped": (*Log).Flipped, "Counted": (*Log).Counted, "Turned": (*Log).Turned,
				"Early": Early} {
				log.Do(name, func() string {
					l := &Log{Loud: loud, N: n}
					return witness.Show(f(l, n)) + witness.Show(*l)
				})
			}
			log.Do("Quotient", func() string {
				l := &Log{Loud: loud}
				return witness.Show(l.Quotient(7, n)) + witness.Show(*l)
			})
		}
		log.Do("Noted", func() string { return witness.Show((*Log)(nil).Noted(n)) })
		log.Do("Pointer", func() string { return Pointer(nil, n) })
		log.Do("Text", func() string { return Text(nil, n) })
		log.Do("Pointer", func() string { return Pointer(&Counter{}, n) })
		log.Do("Hidden", func() string { return witness.Show(Hidden(n)) })
		log.Do("First", func() string { return witness.Show(First([]int{3, 1, 4}[:max(0, min(n, 3))])) })
		log.Do("Missing", func() string { return Missing(n > 0, n) })
	}
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo} {
		var out bytes.Buffer
		l := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level,
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}}))
		for n := range 4 {
			log.Do("Traced", func() string { return witness.Show(Traced(l, &Counter{n, 9 * n})) })
			log.Do("Walked", func() string { return witness.Show(Walked(l, []int{7, 8}, n)) })
			log.Do("Walked", func() string { return out.String() })
		}
		log.Do("Traced", func() string { return witness.Show(Traced(l, nil)) })
		log.Do("Traced", func() string { return witness.Show(Traced(nil, &Counter{})) })
		log.Do("Walked", func() string { return witness.Show(Walked(nil, nil, 0)) })
	}
	log.Do("Operand", func() string { return witness.Show(Operand(nil)) })
	log.Do("Condition", func() string { return witness.Show(Condition(nil)) })
	log.Do("Element", func() string { return Element(nil, 0) })
	for _, x := range []float64{0, 1, 2, math.NaN(), math.Inf(1), math.Inf(-1)} {
		log.Do("Float", func() string { return Float(x) })
	}
}
