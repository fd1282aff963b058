package mysqltext

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// FuzzFingerprint proves for any text that tokens follow one another within it,
// that the fingerprint of a fingerprint is itself, and that no byte of a literal
// gets into it.
func FuzzFingerprint(f *testing.F) {
	for file, opt := range dialects {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			f.Add([]byte(strings.TrimSpace(line)), bits(opt))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, settings uint8) {
		check(t, text, options(settings))
	})
}

// TestTenMillionBytes does the same for ten million bytes of what is special
// somewhere, with all settings.
func TestTenMillionBytes(t *testing.T) {
	pieces := strings.Split(`' '' " `+"` ``"+` \ \' ( ) , ; . -- - # /* */ /*! ? ?| `+
		"$1 $$ $a$ :a :: := @ @@a [ ] "+
		"0x 0x1 0b2 1 1e 1e5 .5 5. x' N' E' U& _utf8 null is in values row case end interval "+
		"select \x00 \xff \n é 1a a date day as cast( ", " ")
	n := 10_000_000
	if testing.Short() {
		n /= 20
	}
	r := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for read := 0; read < n; read += len(text) {
		text = text[:0]
		for range r.IntN(60) {
			text = append(text, pieces[r.IntN(len(pieces))]...)
			text = append(text, " "[:r.IntN(2)]...)
		}
		check(t, text, options(uint8(r.Uint32())))
	}
}

// bits and options turn options into a number and back.
func bits(opt Options) (n uint8) {
	for i, set := range []bool{opt.Dialect == PostgreSQL, opt.NoBackslashEscapes, opt.ANSIQuotes,
		opt.BackslashEscapes} {
		if set {
			n |= 1 << i
		}
	}
	return n
}

func options(n uint8) Options {
	return Options{Dialect: Dialect(n & 1), NoBackslashEscapes: n&2 != 0, ANSIQuotes: n&4 != 0,
		BackslashEscapes: n&8 != 0}
}

func check(t *testing.T, text []byte, opt Options) {
	t.Helper()
	var s Scanner
	s.Reset(text, opt)
	end := 0
	masked := bytes.Clone(text)
	for tok := s.Next(); tok.Kind != End; tok = s.Next() {
		if tok.Start < end || tok.End <= tok.Start || tok.End > len(text) {
			t.Fatalf("%q: token %+v after byte %d", text, tok, end)
		}
		end = tok.End
		// Between the name of a character set and its string there may be a comment.
		if tok.Kind == String && !tok.Cut && text[tok.Start] != '_' && text[tok.End-1] == '\'' {
			mask(masked[tok.Start:tok.End])
		}
	}
	f := Fingerprinter{Options: opt}
	print := f.Append(nil, text)
	if again := f.Append(nil, masked); !bytes.Equal(print, again) {
		t.Fatalf("%q has %q, and with other literals %q", text, print, again)
	}
	if len(print) > 3*len(text)+8 {
		t.Fatalf("%q grew to %q", text, print)
	}
}

// mask writes other bytes into a string between single quotes.
func mask(literal []byte) {
	begin := bytes.IndexByte(literal, '\'')
	for i := begin + 1; i < len(literal)-1; i++ {
		literal[i] = 'z'
	}
}
