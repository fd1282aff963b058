package appendform

import (
	"bytes"
	"fmt"
	"math"
	"net/netip"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "appendform")
	for _, n := range []int{0, 7, -12, 123456} {
		log.Do("Framed", func() string { return Framed(n) })
	}
	rooms := func() [][]byte {
		long := append(make([]byte, 0, 64), "kept and more than that"...)
		return [][]byte{nil, {}, []byte("ab"), long[:4], long[:4:6]}
	}
	each := func(name string, f func(dst []byte) []byte) {
		for _, dst := range rooms() {
			log.Do(name, func() string {
				got := f(dst)
				return witness.Show(got)
			})
			log.Do(name, func() string { return witness.Show(dst) })
		}
	}
	for _, n := range []int64{0, 7, -7, 99, 100, math.MaxInt64, math.MinInt64} {
		each("Number", func(dst []byte) []byte { return Number(dst, n) })
		each("Counted", func(dst []byte) []byte { return Counted(dst, n) })
		for _, base := range []int{2, 10, 36, 1, 37, 0} {
			each("Based", func(dst []byte) []byte { return Based(dst, n, base) })
		}
	}
	comparisons(log)
	each("Quoted", Quoted)
	for _, f := range []float64{0, math.Copysign(0, -1), 0.1, math.NaN(), math.Inf(1), 1e30, 16777217} {
		each("Float", func(dst []byte) []byte { return Float(dst, f) })
	}
	for _, b := range []bool{false, true} {
		each("Truth", func(dst []byte) []byte { return Truth(dst, b) })
		for _, dst := range rooms() {
			log.Do("Truth", func() string { Truth(dst, b); return witness.Show(dst[:cap(dst)]) })
		}
	}
	for _, n := range []int{0, 8, 9, 99, -1} {
		each("Twice", func(dst []byte) []byte { m := n; return Twice(dst, &m) })
	}
	each("Hex", Hex)
	for _, a := range []string{"", "1.2.3.4", "::1", "::ffff:1.2.3.4", "fe80::1%eth0"} {
		addr, _ := netip.ParseAddr(a)
		each("Address", func(dst []byte) []byte { return Address(dst, addr) })
	}
	for _, s := range witness.Texts() {
		log.Do("Redumped", func() string { return Redumped([]byte(s)) })
		each("Upper", func(dst []byte) []byte { return Upper(dst, s) })
	}
	for _, words := range [][]string{nil, {}, {""}, {"a"}, {"a", "", "b"}} {
		each("Joined", func(dst []byte) []byte { return Joined(dst, words) })
	}
	for _, n := range []int{0, 1, 2, 3, 9, -1, 300} {
		for _, text := range []string{"", "a", "some text"} {
			log.Do("Widened", func() string {
				padded, problem := Widened(text, n)
				return fmt.Sprint(padded, problem)
			})
			log.Do("Doubled", func() string { return Doubled(text, n) })
		}
	}
	encodings(log)
}

func encodings(log *witness.Log) {
	written := func(name string, f func(b *bytes.Buffer)) {
		var b bytes.Buffer
		log.Do(name, func() string { f(&b); return "" })
		log.Do(name, func() string { return b.String() })
	}
	for _, words := range [][]string{{"a", "b"}, {"", ""}, {"a"}, nil} {
		written("Pieces", func(b *bytes.Buffer) { Pieces(b, words) })
		written("Lines", func(b *bytes.Buffer) { Lines(b, words) })
	}
	for _, of := range []*Name{{"text"}, {}, nil} {
		written("Named", func(b *bytes.Buffer) { Named(b, of) })
	}
	for n := range 8 {
		p := bytes.Repeat([]byte{'p', 0xff, 'x'}, n*n*40)[min(n, 1):]
		for _, q := range [][]byte{nil, []byte("q"), p} {
			log.Do("Encoded", func() string { return Encoded(p, q) })
		}
		log.Do("Padded", func() string { s, err := Padded(p); return s + witness.Show(err) })
		log.Do("Dumped", func() string { return Dumped(p) })
		written("Missing", func(b *bytes.Buffer) { Missing(b, p) })
		for _, base := range []int{-1, 0, 1, 2, 10, 36, 37} {
			log.Do("Made", func() string {
				all, problem := Made(p[:len(p)*n/7], int64(n)-4, base)
				return witness.Show([]any{all, problem})
			})
		}
	}
	log.Do("Missing", func() string { Missing(nil, nil); return "" })
	log.Do("Missing", func() string { Missing(nil, []byte("p")); return "" })
	for _, words := range [][]string{nil, {""}, {"abcdefghijklmnopqrstuvwxyz", "x"}, witness.Texts()} {
		log.Do("Echoed", func() string { return Echoed(words) })
	}
	for n := range 12 {
		for _, names := range [][]string{nil, {"id"}, {"n-", "", "a longer name, \xff", "another"}} {
			log.Do("Found", func() string {
				out, seen, last := Found(n-9, names)
				return witness.Show([]any{out, seen, last})
			})
		}
	}
}

func joined(log *witness.Log) {
	for _, list := range [][]string{nil, {}, {""}, {"a"}, {"a", "b"}, {"", "", ""}, {"a/b", "c"},
		{"a", "b", "c"}, {"some longer text", "and one more that is even longer", "than 64 bytes"}} {
		for _, sep := range []string{"", ",", "::", "a long separator"} {
			log.Do("Blank", func() string { b, none := Blank(list, sep); return witness.Show([]any{b, none}) })
			for at := range 9 {
				line := []byte("some text and what is behind it, which has to stay where it is")
				log.Do("Between", func() string { return string(Between(line, at*3, list, sep)) })
				log.Do("Between", func() string { return string(Between(line[:at], at*3, list, sep)) + string(line) })
			}
		}
		seen := map[string]int{"a/b": 7, "": 3}
		log.Do("Path", func() string {
			return witness.Show([]any{Path(seen, list), Path(seen, append([]string{"x"}, list...)),
				Path(seen, list), Path(seen, nil), seen})
		})
		list := append([]string{}, list...)
		log.Do("Sorted", func() string {
			return witness.Show([]any{Sorted(map[string]int{"a,b": 1, "b,a": 10, "": 100}, list), list})
		})
	}
}

func comparisons(log *witness.Log) {
	joined(log)
	texts := []string{"", "/", "a", "a/", "/a", "a/b", "b", "ab", "a::b", "aüb", "aa", "aaa", "::",
		"ü", "\xc3", "\xbc", "a/a", "/a/", "aab", "a/aa", "b/"}
	for _, x := range texts {
		for _, a := range texts {
			log.Do("Titled", func() string { return Titled(x, a) })
			log.Do("Below", func() string { is, not := Below(x, a); return fmt.Sprint(is, not) })
			log.Do("Upward", func() string {
				found, text := Upward(&folder{name: a}, x)
				return fmt.Sprint(found, text)
			})
			log.Do("Several", func() string {
				return fmt.Sprint(Several([]string{x, x + "/a", x + "/", x + "/a/b"}, a))
			})
			paths := []string{x, x + "/a", "a/a", x + "/", x + "/a/b", "a/b"}
			log.Do("Grown", func() string { n, last := Grown(paths, a); return fmt.Sprint(n, last) })
			log.Do("Changed", func() string { return fmt.Sprint(Changed(paths, a)) })
			log.Do("Hidden", func() string { return fmt.Sprint(Hidden(paths, x, a), Hidden(paths, a, x)) })
			for _, b := range texts {
				log.Do("Whole", func() string { n, text := Whole(x, a, b); return fmt.Sprintf("%d %q", n, text) })
				log.Do("Either", func() string { return fmt.Sprint(Either(x, a, b)) })
				log.Do("Calls", func() string {
					found, n := Calls(x, []string{a, b, x, a, b})
					return fmt.Sprint(found, n)
				})
				log.Do("Upward", func() string {
					found, text := Upward(&folder{a, &folder{name: b}}, x)
					return fmt.Sprint(found, text)
				})
			}
		}
	}
}
