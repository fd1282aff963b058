package nofmt

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "nofmt")
	for _, l := range []Level{0, 1, 2, -1, 1000} {
		log.Do("Named", func() string { return Named(l) })
		log.Do("Plain", func() string { return Plain(l) })
		log.Do("Pointer", func() string { return Pointer(&l) })
	}
	log.Do("Pointer", func() string { return Pointer(nil) })
	witness.Cross(log, "Padded", Padded, witness.Texts, func() []int { return []int{0, -1, 99999} })
	for _, n := range []int{0, -1, 9, 99999, 123456, -123456, math.MinInt, math.MaxInt} {
		for _, s := range append(witness.Texts(), "\xff\xfe", "ééé", "longer than all of them") {
			log.Do("Wide", func() string { return Wide(n, uint64(n), s, []byte(s)) })
			log.Do("Wide", func() string { return Wide(-n, uint64(n)>>17, s, nil) })
		}
		log.Do("Dated", func() string { return Dated(n, n/7, -n, Level(n)) })
	}
	witness.Cross(log, "Quoted", Quoted, func() []string { return []string{"", "k"} }, witness.Texts)
	witness.Each(log, "Float", Float, 0, math.Copysign(0, -1), 1, 0.1, 1e20, 1e21, 1e-5, 123456789,
		math.Inf(1), math.Inf(-1), math.NaN())
	for _, err := range []error{nil, io.EOF, (*fs.PathError)(nil), fmt.Errorf("a: %w", io.EOF)} {
		log.Do("Failed", func() string { return Failed(err) })
		for _, name := range append(witness.Texts(), "name") {
			log.Do("Explained", func() string { return Explained(name, 300+len(name), err) })
		}
		log.Do("Wrapped", func() string { return witness.Show(Wrapped("x", err)) })
	}
	for _, s := range append(witness.Texts(), "%d") {
		log.Do("Counted", func() string { return Counted(s) })
		log.Do("Flagged", func() string {
			return Flagged(s, len(s)*1000-7, Level(len(s)%3), []string{s, "\"", "\n" + s})
		})
		log.Do("Bytes", func() string { return Bytes([]byte(s)) })
		log.Do("Spaced", func() string { return Spaced(0, -1, s) })
	}
	log.Do("Bytes", func() string { return Bytes(nil) })
	for _, n := range []int{0, 9, -2} {
		log.Do("Kept", func() string { l := Level(n); return Kept(n, -n, &l) })
		log.Do("Kept", func() string { return Kept(n, n, nil) })
		log.Do("Calls", func() string { return Calls(&n) })
	}
	for _, names := range [][]string{nil, {""}, {"abcdefghijklmnopqrstuvwxyz", "x"}, witness.Texts()} {
		log.Do("Answered", func() string { return Answered(names) })
		log.Do("Turned", func() string { return Turned(names) })
	}
}
