package pool

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "pool")
	for _, s := range append(witness.Texts(), strings.Repeat("long", 50)) {
		log.Do("Parsed", func() string {
			words, seen, n := Parsed(s)
			more, _, m := Parsed("another " + s + " one")
			return witness.Show([]any{words, seen, n, more, m})
		})
		log.Do("Counts", func() string {
			list := Counts(s)
			return witness.Show([]any{Counts(s + s), list, Counts("a")})
		})
		log.Do("Linked", func() string {
			return fmt.Sprint(Linked(strings.Fields(s)), Linked(nil), Linked([]string{s}))
		})
		log.Do("Whole", func() string {
			a := Whole(s)
			b := Whole("another")
			return witness.Show(a) + witness.Show(b)
		})
		log.Do("Calls", func() string {
			return Calls(s, func(w io.Writer) {
				io.WriteString(w, Calls("inner", func(w io.Writer) { io.WriteString(w, "?") }))
			})
		})
		log.Do("Calls", func() string {
			var kept io.Writer
			first := Calls(s, func(w io.Writer) { kept = w })
			return first + Calls("next", func(io.Writer) { io.WriteString(kept, "late") })
		})
		log.Do("Packed", func() string { return fmt.Sprint(Packed(s)) })
	}
	witness.Cross(log, "Text", Text, witness.Texts, func() []int { return []int{0, 1, 4, -1} })
	witness.Cross(log, "Again", Again, func() []string { return []string{"", "a"} },
		func() []int { return []int{-1, 0, 1, 3, 9} })
	lists := func() [][]string { return [][]string{nil, {"a"}, {"a", "b"}, {"", "b", "b", "c"}, witness.Texts()} }
	witness.Cross(log, "Fails", Fails, lists, func() []int { return []int{0, 1, 7, -1, 0} })
	witness.Each(log, "Distinct", Distinct, lists()...)
	witness.Each(log, "Rows", Rows, lists()...)
	witness.Each(log, "Begun", Begun, lists()...)
	for _, words := range lists() {
		log.Do("Walked", func() string {
			found, n := Walked(words)
			Walked([]string{"banana"})
			return fmt.Sprintf("%q %d", found, n)
		})
		for most := range 4 {
			log.Do("Counted", func() string { return Counted(words, most) + Counted(words, 9) })
		}
		for _, size := range []int{16, 4096, 5000} {
			log.Do("Flushed", func() string {
				var out bytes.Buffer
				w := bufio.NewWriterSize(&out, size)
				w.WriteString("before ")
				err := Flushed(w, words)
				return witness.Show([]any{fmt.Sprint(err), out.String(), w.Buffered()})
			})
			log.Do("FirstLine", func() string {
				r := bufio.NewReaderSize(strings.NewReader(strings.Join(words, "\n")), size)
				line, err := FirstLine(r)
				rest, _ := r.ReadString(0)
				return witness.Show([]any{line, fmt.Sprint(err), rest})
			})
		}
		log.Do("Flushed", func() string {
			var out bytes.Buffer
			return witness.Show([]any{fmt.Sprint(Flushed(&out, words)), out.String()})
		})
	}
	for n := range 6 {
		log.Do("Unwound", func() string {
			sum, problem := Unwound([]int{5, 6, 7, 8, 9, 10}[:n])
			return fmt.Sprint(sum, problem)
		})
	}
	for _, s := range witness.Texts() {
		log.Do("Deflated", func() string { return witness.Show([]any{Deflated(s), Deflated("x" + s)}) })
	}
	for _, s := range witness.Texts() {
		log.Do("Branched", func() string {
			var w bytes.Buffer
			Branched(&w, s)
			Branched(&w, "12345678")
			return w.String()
		})
		log.Do("Listed", func() string {
			var w bytes.Buffer
			full := Listed(&w, []string{s, "", s})
			return fmt.Sprint(full, Listed(&w, nil), w.String())
		})
		log.Do("Behind", func() string {
			head, tail, err := Behind(strings.NewReader(s))
			Behind(strings.NewReader("another text that is read"))
			return fmt.Sprintf("%q %q %v", head, tail, err)
		})
		log.Do("CountedIn", func() string {
			n, nothing, err := CountedIn(iotest.TimeoutReader(strings.NewReader(s)))
			return fmt.Sprint(n, nothing, err)
		})
		log.Do("Nested", func() string { return Nested(s) })
		for _, n := range []int{40, 3, 0, -1} {
			log.Do("Padded", func() string {
				text, nothing := Padded(strings.NewReader(s), n)
				return witness.Show([]any{text, nothing})
			})
			log.Do("Chained", func() string {
				b := Chained(strings.NewReader(s), n)
				Chained(strings.NewReader("another text"), n)
				return witness.Show(b)
			})
		}
	}
	witness.Cross(log, "Sum", Sum, func() []string { return []string{"", "a", "ab"} },
		func() []string { return []string{"", "b", "abc"} })
	for _, words := range [][]string{nil, {}, {""}, {"a"}, {"a", "b", "c"}, witness.Texts()} {
		log.Do("Numbered", func() string { return Numbered(words) })
		log.Do("Listeners", func() (text string) {
			for _, f := range append(Listeners(words), Listeners(words)...) {
				text += f("one") + f("two") + ";"
			}
			return text
		})
	}
	for _, s := range witness.Texts() {
		log.Do("Announced", func() string {
			first, err := Announced(s)
			again, none := Announced("again")
			return fmt.Sprint(first, err, again, none)
		})
		log.Do("Halved", func() string { return Halved(s) })
		log.Do("Body", func() string { return witness.Show([]any{Body(s), Body("another")}) })
		log.Do("Wording", func() string {
			first, other := Wording(s), Wording("other")
			return first() + first() + other()
		})
		log.Do("Quoted", func() string { return Quoted(s) + Quoted("again") })
		log.Do("Paired", func() string { return Paired(s, "b") + Paired("a", s) + Paired(s, s) })
		log.Do("Held", func() string {
			first, second := Held(s), Held("second")
			a, _ := first.ReadString(0)
			b, _ := second.ReadString(0)
			return a + "|" + b
		})
	}
	numbers := func() []int64 { return []int64{0, 1, -1, 36, 12345, 1 << 62, -1 << 63} }
	witness.Cross(log, "Digits", Digits, numbers, func() []int64 { return []int64{0, 2, 10, 36, 99} })
	witness.Each(log, "Fibs", Fibs, 0, 1, 2, 3, 49, -7)
	few := [][]int64{nil, {1}, {5, 3, 4}, {-2, 1 << 62, 7}, numbers()}
	witness.Each(log, "Highest", Highest, few...)
	witness.Each(log, "Negated", Negated, few...)
	for _, list := range few {
		log.Do("Shifted", func() string { return fmt.Sprint(Shifted(list)) })
	}
	log.Do("Totals", func() string { return Totals(few) + Totals(few[2:]) })
	for _, list := range [][]string{nil, {"a"}, {"b", "a"}, {"a long text", "b"}, witness.Texts()} {
		log.Do("Fields", func() string {
			text, n := Fields(list)
			again, m := Fields([]string{"z", "b"})
			return fmt.Sprint(text, n, again, m)
		})
	}
	for _, texts := range [][]string{nil, {""}, {"a"}, {"ab", " abc "}, {"longer text", "e", "ae"},
		witness.Texts()} {
		log.Do("Followed", func() string { return witness.Show(Followed(texts)) })
		log.Do("Beginnings", func() string { return Beginnings(texts) })
		log.Do("Spans", func() string { return Spans(append([]string{"first", "the longest of them"}, texts...)) })
		three := append([]string{"first", "another text", "the third"}, texts...)
		log.Do("Zipped", func() string { return Zipped(three) })
		log.Do("Shrunk", func() string { return Shrunk(three) })
		log.Do("Tallied", func() string { return Tallied(three) })
		log.Do("Machines", func() string { return Machines(three, len(texts)) })
		log.Do("Inked", func() string { return Inked(three) })
		log.Do("Weights", func() string { return Weights(append([]string{"a b", "", "c"}, texts...)) })
		log.Do("Records", func() string {
			return Records(append([]string{"first", "second"}, texts...), len(texts))
		})
		log.Do("Doubled", func() string {
			return fmt.Sprint(Doubled(strings.Join(texts, "ee")), Doubled("a letter"))
		})
		log.Do("Pairs", func() string {
			return Pairs(strings.Join(texts, " "), "first") + Pairs("ee", "eeee")
		})
		log.Do("Told", func() string { return Told(texts) })
		log.Do("Bodies", func() string { return witness.Show(Bodies(texts)) })
		log.Do("Longest", func() string { return witness.Show(Longest(texts)) })
		log.Do("Vowels", func() string {
			n, err := Vowels(texts, int64(len(texts)))
			return fmt.Sprint(n, err)
		})
		for i, s := range texts {
			log.Do("Reversed", func() string { return Reversed(s, i) })
		}
		joined := strings.Join(texts, "\n and ")
		for n := range int64(9) {
			log.Do("Limited", func() string { return Limited(joined, n*5-2) })
			log.Do("Served", func() string { return Served(joined, int(n)) })
		}
		log.Do("Lines", func() string { return Lines(texts) })
		log.Do("Coded", func() string { return Coded(joined, 6) + Coded(joined, 3) + Coded("", 2) })
		log.Do("Opened", func() string { return Opened(joined, false) })
		log.Do("Opened", func() string { return Opened(joined, true) })
	}
}
