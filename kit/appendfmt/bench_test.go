package appendfmt_test

import (
	"encoding/hex"
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

var (
	sinkText  string
	sinkBytes []byte
)

// pair is a function of the package and the standard way, for a benchmark.
type pair struct {
	name     string
	block    func([]byte) []byte
	standard func([]byte) []byte
}

const prose = `She said "it's 5 < 6 & 7 > 6", and then she went on, as one does in a text that ` +
	`is neither short nor long and in which few letters are special; so much for that.`

func timePairs() []pair {
	return []pair{
		{"DateTime", func(b []byte) []byte { return appendfmt.DateTime(b, when, appendfmt.Auto) },
			func(b []byte) []byte { return when.AppendFormat(b, "2006-01-02 15:04:05.999999") }},
		{"RFC3339", func(b []byte) []byte { return appendfmt.RFC3339(b, when, appendfmt.Auto) },
			func(b []byte) []byte { return when.AppendFormat(b, time.RFC3339Nano) }},
		{"HTTPDate", func(b []byte) []byte { return appendfmt.HTTPDate(b, when) },
			func(b []byte) []byte { return when.UTC().AppendFormat(b, http.TimeFormat) }},
		{"Duration", func(b []byte) []byte { return appendfmt.Duration(b, 5025*time.Millisecond) },
			func(b []byte) []byte { return append(b, (5025 * time.Millisecond).String()...) }},
		{"Fixed", func(b []byte) []byte { return appendfmt.Fixed(b, 123456, 2) },
			func(b []byte) []byte { return strconv.AppendFloat(b, 1234.56, 'f', 2, 64) }},
	}
}

func textPairs() []pair {
	return []pair{
		{"SQL", func(b []byte) []byte { return appendfmt.SQL(b, prose) },
			func(b []byte) []byte { return append(b, sql(prose)...) }},
		{"JSON", func(b []byte) []byte { return appendfmt.JSON(b, prose) },
			func(b []byte) []byte {
				data, _ := json.Marshal(prose)
				return append(b, data...)
			}},
		{"HTML", func(b []byte) []byte { return appendfmt.HTML(b, prose) },
			func(b []byte) []byte { return append(b, html.EscapeString(prose)...) }},
		{"URLQuery", func(b []byte) []byte { return appendfmt.URLQuery(b, prose) },
			func(b []byte) []byte { return append(b, url.QueryEscape(prose)...) }},
		{"GoString", func(b []byte) []byte { return appendfmt.GoString(b, prose) },
			func(b []byte) []byte { return strconv.AppendQuote(b, prose) }},
		{"HexDump", func(b []byte) []byte { return appendfmt.HexDump(b, prose) },
			func(b []byte) []byte { return append(b, hex.Dump([]byte(prose))...) }},
		{"Shell", func(b []byte) []byte { return appendfmt.Shell(b, prose) },
			func(b []byte) []byte { return append(b, shell(prose)...) }},
	}
}

func BenchmarkBlock(b *testing.B) {
	for _, p := range append(timePairs(), textPairs()...) {
		buf := make([]byte, 0, 4096)
		b.Run(p.name+"/block", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkBytes = p.block(buf)
			}
		})
		b.Run(p.name+"/standard", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkBytes = p.standard(buf)
			}
		})
	}
}

// BenchmarkEvery calls every function, for the budget of the module.
func BenchmarkEvery(b *testing.B) {
	all := calls()
	buf := make([]byte, 0, 4096)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkBytes = all[name](buf)
			}
		})
	}
}

// doubledText and doubledBytes are SQLStandard as one would write it without type
// parameters. They differ in one word.
func doubledText(dst []byte, s string) []byte {
	dst = append(dst, '\'')
	for i := 0; ; i++ {
		start := i
		i = plainText(s, i)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, '\'', '\'')
	}
}

func plainText(s string, i int) int {
	rest := s[i:]
	for n := range len(rest) {
		if quotes[rest[n]] != 0 {
			return i + n
		}
	}
	return len(s)
}

func doubledBytes(dst []byte, s []byte) []byte {
	dst = append(dst, '\'')
	for i := 0; ; i++ {
		start := i
		i = plainBytes(s, i)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return append(dst, '\'')
		}
		dst = append(dst, '\'', '\'')
	}
}

func plainBytes(s []byte, i int) int {
	rest := s[i:]
	for n := range len(rest) {
		if quotes[rest[n]] != 0 {
			return i + n
		}
	}
	return len(s)
}

var quotes = [256]byte{'\'': 1}

// BenchmarkGeneric compares one generic function with two copies of it: the
// ratio of generic to copy should be 1, for strings and for bytes.
func BenchmarkGeneric(b *testing.B) {
	text, raw := strings.Repeat(prose, 4), []byte(strings.Repeat(prose, 4))
	buf := make([]byte, 0, 4096)
	b.Run("string/generic", func(b *testing.B) {
		for b.Loop() {
			sinkBytes = appendfmt.SQLStandard(buf, text)
		}
	})
	b.Run("string/copy", func(b *testing.B) {
		for b.Loop() {
			sinkBytes = doubledText(buf, text)
		}
	})
	b.Run("bytes/generic", func(b *testing.B) {
		for b.Loop() {
			sinkBytes = appendfmt.SQLStandard(buf, raw)
		}
	})
	b.Run("bytes/copy", func(b *testing.B) {
		for b.Loop() {
			sinkBytes = doubledBytes(buf, raw)
		}
	})
	b.Run("bytes/converted", func(b *testing.B) {
		for b.Loop() {
			sinkText = string(raw)
			sinkBytes = doubledText(buf, sinkText)
		}
	})
}
