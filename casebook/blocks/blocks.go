// Package blocks compares functions of the kit with the standard way to the
// same result, and with the best known library. It is in the casebook so that
// the kit itself requires nothing.
package blocks

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"al.essio.dev/pkg/shellescape"
	"github.com/dustin/go-humanize"
	"github.com/go-logfmt/logfmt"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/kit/appendfmt"
)

// prose is text of ordinary length in which few characters are special.
const prose = `She said "it's 5 < 6 & 7 > 6", and then she went on, as one does in a text that ` +
	`is neither short nor long and in which few letters are special; so much for that.`

// when has a fraction and no zone but UTC, which is what programs log.
var when = time.Date(2026, 11, 21, 3, 4, 5, 807_015_000, time.UTC)

// way is one way to format something into a buffer.
type way struct {
	name string
	f    func([]byte) []byte
}

// Cases returns a case for each function that has a standard way.
func Cases() []diary.Case {
	return slices.Concat(timeCases(), textCases(), genericCases(), arenaCases(), poolCases(),
		procCases())
}

func timeCases() []diary.Case {
	return []diary.Case{
		compare("DateTime", way{"time.AppendFormat", func(b []byte) []byte {
			return when.AppendFormat(b, "2006-01-02 15:04:05.999999")
		}}, func(b []byte) []byte { return appendfmt.DateTime(b, when, appendfmt.Auto) }),
		compare("RFC3339", way{"time.AppendFormat", func(b []byte) []byte {
			return when.AppendFormat(b, time.RFC3339Nano)
		}}, func(b []byte) []byte { return appendfmt.RFC3339(b, when, appendfmt.Auto) }),
		compare("HTTPDate", way{"time.AppendFormat", func(b []byte) []byte {
			return when.UTC().AppendFormat(b, http.TimeFormat)
		}}, func(b []byte) []byte { return appendfmt.HTTPDate(b, when) }),
		compare("Duration", way{"Duration.String", func(b []byte) []byte {
			return append(b, (5025 * time.Millisecond).String()...)
		}}, func(b []byte) []byte { return appendfmt.Duration(b, 5025*time.Millisecond) }),
		compare("Fixed", way{"fmt.Appendf", func(b []byte) []byte {
			return fmt.Appendf(b, "%d.%02d", 123456/100, 123456%100)
		}}, func(b []byte) []byte { return appendfmt.Fixed(b, 123456, 2) },
			way{"strconv.AppendFloat", func(b []byte) []byte {
				return strconv.AppendFloat(b, 1234.56, 'f', 2, 64)
			}}),
		compare("Thousands", way{"dustin/go-humanize", func(b []byte) []byte {
			return append(b, humanize.Comma(1234567)...)
		}}, func(b []byte) []byte { return appendfmt.Thousands(b, 1234567, ",") }),
		compare("Size", way{"dustin/go-humanize", func(b []byte) []byte {
			return append(b, humanize.IBytes(1536)...)
		}}, func(b []byte) []byte { return appendfmt.Size(b, 1536) }),
	}
}

func textCases() []diary.Case {
	return []diary.Case{
		compare("JSON", way{"encoding/json", func(b []byte) []byte {
			text, _ := json.Marshal(prose) // a string never fails
			return append(b, text...)
		}}, func(b []byte) []byte { return appendfmt.JSON(b, prose) },
			way{"segmentio/encoding", func(b []byte) []byte {
				return segmentio.AppendEscape(b, prose, segmentio.EscapeHTML)
			}}),
		compare("HTML", way{"html.EscapeString", func(b []byte) []byte {
			return append(b, html.EscapeString(prose)...)
		}}, func(b []byte) []byte { return appendfmt.HTML(b, prose) }),
		compare("URLQuery", way{"url.QueryEscape", func(b []byte) []byte {
			return append(b, url.QueryEscape(prose)...)
		}}, func(b []byte) []byte { return appendfmt.URLQuery(b, prose) }),
		compare("GoString", way{"strconv.AppendQuote", func(b []byte) []byte {
			return strconv.AppendQuote(b, prose)
		}}, func(b []byte) []byte { return appendfmt.GoString(b, prose) }),
		compare("Logfmt", way{"go-logfmt/logfmt", func(b []byte) []byte {
			line, _ := logfmt.MarshalKeyvals("msg", prose) // a string never fails
			return append(b, line...)
		}}, func(b []byte) []byte {
			return appendfmt.Logfmt(append(b, "msg="...), prose)
		}),
		compare("Shell", way{"alessio/shellescape", func(b []byte) []byte {
			return append(b, shellescape.Quote(prose)...)
		}}, func(b []byte) []byte { return appendfmt.Shell(b, prose) }),
	}
}

// genericCases compares one generic function with two copies of it.
func genericCases() []diary.Case {
	text, raw := strings.Repeat(prose, 4), []byte(strings.Repeat(prose, 4))
	return []diary.Case{
		compare("generic/string", way{"a copy for strings",
			func(b []byte) []byte { return sqlText(b, text) }},
			func(b []byte) []byte { return appendfmt.SQLStandard(b, text) }),
		compare("generic/bytes", way{"a copy for bytes",
			func(b []byte) []byte { return sqlBytes(b, raw) }},
			func(b []byte) []byte { return appendfmt.SQLStandard(b, raw) },
			way{"converted", func(b []byte) []byte { return sqlText(b, string(raw)) }}),
	}
}

// compare returns a case with the standard way, the block's, and others.
func compare(name string, standard way, block func([]byte) []byte, others ...way) diary.Case {
	buf := make([]byte, 0, 4096)
	version := func(name, what string, f func([]byte) []byte) diary.Version {
		return diary.Version{Name: name, What: what, Run: func(n int) error {
			for range n {
				f(buf)
			}
			return nil
		}}
	}
	c := diary.Case{Name: "appendfmt." + name, Title: "kit/appendfmt." + name,
		Versions: []diary.Version{
			version(diary.Naive, standard.name, standard.f),
			version(diary.Tuned, "kit", block),
		}}
	for _, o := range others {
		c.Versions = append(c.Versions, version(o.name, "", o.f))
	}
	return c
}
