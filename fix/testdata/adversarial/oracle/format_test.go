package format

import (
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
	"time"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "format")
	methods(log)
	numbers(log)
	writers(log)
	times(log)
	for _, s := range witness.Texts() {
		log.Do("Quoted", func() string { return Quoted(s) })
		log.Do("Bytes", func() string { return Bytes([]byte(s)) })
		log.Do("Columns", func() string { return Columns(-42, s) })
		log.Do("Hex", func() string { return Hex(-255, s) })
		log.Do("Spaces", func() string { return Spaces(1, s, true) })
		log.Do("Line", func() string { return Line(1, s) })
		for _, err := range failures() {
			log.Do("Wrapped", func() string { return shown(Wrapped(s, err)) })
			log.Do("Unwrapped", func() string { return shown(Unwrapped(s, err)) })
		}
	}
	log.Do("Bytes", func() string { return Bytes(nil) })
}

func shown(err error) string {
	return fmt.Sprint(witness.Show(err), errors.Is(err, ErrNone), errors.Is(err, io.EOF))
}

func failures() []error {
	var typed *failing
	return []error{nil, ErrNone, io.EOF, Wrong("x"), typed, &failing{"y"},
		errors.Join(ErrNone, io.EOF), fmt.Errorf("a: %w", ErrNone), failing2{}}
}

type failing struct{ text string }

func (f *failing) Error() string { return f.text }

type failing2 struct{}

func (failing2) Error() string  { return "error" }
func (failing2) String() string { return "string" }

func methods(log *witness.Log) {
	var pointed *Pointed
	var valued *Valued
	var number *int
	for _, v := range []any{nil, 1, "a", true, 1.5, []byte("b"), []string{"c"}, pointed, valued,
		number, &Pointed{1}, Pointed{2}, &Valued{3}, Valued{4}, Moody(1), Moody(-1), Fussy(3),
		Wrong("w"),
		map[string]int{"b": 1, "a": 2}, struct{ A any }{}, failing2{}, [2]bool{}, math.NaN(), 'x',
		uint8(3), time.Second, io.EOF, complex(1, -1), error(nil)} {
		log.Do("Any", func() string { return Any(v) })
	}
	for _, err := range failures() {
		log.Do("Failure", func() string { return Failure(err) })
		log.Do("FailureText", func() string { return FailureText(err) })
	}
	for _, p := range []*Pointed{nil, {}, {-5}} {
		log.Do("ByPointer", func() string { return ByPointer(p) })
	}
	log.Do("ByValue", func() string { return ByValue(Pointed{7}) })
	for _, v := range []*Valued{nil, {}, {-5}} {
		log.Do("NilValued", func() string { return NilValued(v) })
	}
	for _, n := range []int{0, 5, -1, -1000} {
		log.Do("Mood", func() string { return Mood(Moody(n)) })
		log.Do("MoodNumber", func() string { return MoodNumber(Moody(n)) })
		log.Do("Fuss", func() string { return Fuss(Fussy(n)) })
	}
	many := map[string]Valued{}
	for i := range 30 {
		many[fmt.Sprint(i)] = Valued{i}
	}
	for _, m := range []map[string]Valued{nil, {}, {"b": {1}, "a": {2}}, many} {
		log.Do("Nested", func() string { return Nested([]*Pointed{nil, {1}}, m) })
	}
}

func numbers(log *witness.Log) {
	for _, n := range []int{0, 1, -1, 9, -9, 10, 99, 100, -100, 12345, 1234567, 0xd800, 0x20ac,
		0x110000, math.MaxInt, math.MinInt} {
		log.Do("Columns", func() string { return Columns(n, "ü") })
		log.Do("Signed", func() string { return Signed(n) })
		log.Do("Hex", func() string { return Hex(n, "z") })
		log.Do("Letter", func() string { return Letter(n) })
		log.Do("Spaces", func() string { return Spaces(n, "s", false) })
		log.Do("Line", func() string { return Line(n, "s") })
		log.Do("Point", func() string { return Point(struct{ X, Y int }{n, -n}) })
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e6, 1e20, 1e21, 1e-4, 1e-5,
		2.675, 0.005, 123456789, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 1 << 53,
		math.SmallestNonzeroFloat64, 16777217} {
		log.Do("Half", func() string { return Half(float32(f)) })
		log.Do("Whole", func() string { return Whole(f) })
		log.Do("Places", func() string { return Places(f) })
	}
}

func writers(log *witness.Log) {
	for fail := range 4 {
		for short := range 3 {
			w := &witness.Writer{Fail: fail, Short: short}
			log.Do("Told", func() string {
				n, err := Told(w, "a name", -12)
				return fmt.Sprintf("%d %s %q", n, witness.Show(err), w.Calls)
			})
			w = &witness.Writer{Fail: fail, Short: short}
			log.Do("Listed", func() string {
				err := Listed(w, []string{"one", "", "%d", "four"})
				return fmt.Sprintf("%s %q", witness.Show(err), w.Calls)
			})
		}
	}
	log.Do("Listed", func() string { return witness.Show(Listed(nil, nil)) })
	log.Do("Listed", func() string { return witness.Show(Listed(nil, []string{"x"})) })
}

func times(log *witness.Log) {
	far := time.FixedZone("", -11*3600-1)
	for _, t := range []time.Time{{}, time.Unix(0, 0).UTC(), time.Unix(1e9, 5e8).In(far),
		time.Date(-5, 1, 1, 0, 0, 0, 1, time.UTC), time.Date(12345, 12, 31, 23, 59, 59, 999999999,
			time.FixedZone("A LONG NAME", 3600))} {
		log.Do("Header", func() string { return Header(t) })
		for _, layout := range []string{"", "x", time.RFC3339, time.RFC3339Nano, time.ANSIC,
			time.Kitchen, "2006-01-02T15:04:05,999", "Monday January 2 06 3 pm",
			"02/01/2006 %d \xff Z07:00:00"} {
			log.Do("Layout", func() string { return Layout(t, layout) })
		}
	}
}
