// Package fmtverb is one table of what the verbs of package fmt make of operands
// without package fmt: which function of package strconv gives the same text.
package fmtverb

import (
	"strconv"
	"strings"
)

// Directive is a part of a format: text, or a verb.
type Directive struct {
	Text string // literal text, where Verb is 0
	Verb byte
	Spec string // the verb as the format has it: "%-5d"
	Prec int    // the precision; -1 for none
	// Plain says that Spec has no flag, no width, and a precision only where that
	// of a floating-point number has at most two digits.
	Plain bool

	// Width is that of Spec where it says nothing more than a width of at most MaxWidth, and
	// either that zeros fill it or that blanks follow, and a precision such as Plain allows;
	// else 0.
	Width       int
	Zeros, Left bool
}

// MaxWidth is the largest width that is known.
const MaxWidth = 64

// Parse splits a format. It is not ok when the format has an operand by number,
// or a width or precision that is one, or ends within a verb.
func Parse(format string) (list []Directive, ok bool) {
	for format != "" {
		text, rest, found := strings.Cut(format, "%")
		list = AddText(list, text)
		if !found {
			break
		}
		if strings.HasPrefix(rest, "%") {
			list, format = AddText(list, "%"), rest[1:]
			continue
		}
		n := len(rest) - len(strings.TrimLeft(rest, "+-# 0123456789."))
		if n == len(rest) || !isLetter(rest[n]) {
			return nil, false
		}
		d := Directive{Verb: rest[n], Spec: "%" + rest[:n+1], Prec: -1, Plain: n == 0}
		digits, dot := strings.CutPrefix(rest[:n], ".")
		if dot && strings.IndexByte("efg", d.Verb) >= 0 {
			if prec, err := strconv.Atoi(digits); err == nil && len(digits) <= 2 && prec >= 0 {
				d.Prec, d.Plain = prec, digits[0] >= '0'
			}
		}
		d.wide(rest[:n])
		list = append(list, d)
		format = rest[n+1:]
	}
	return list, true
}

// wide takes the width from what stands between the sign and the verb, if that is all but for
// a precision that is known.
func (d *Directive) wide(spec string) {
	spec, after, dot := strings.Cut(spec, ".")
	prec := d.Prec
	if dot {
		n, err := strconv.Atoi(after)
		if err != nil || len(after) > 2 || n < 0 || strings.IndexByte("efg", d.Verb) < 0 {
			return
		}
		prec = n
	}
	digits, zeros := strings.CutPrefix(spec, "0")
	digits, left := strings.CutPrefix(digits, "-")
	n, err := strconv.Atoi(digits)
	if err == nil && 0 < n && n <= MaxWidth && digits[0] >= '1' && !(zeros && left) {
		d.Width, d.Zeros, d.Left, d.Prec = n, zeros, left, prec
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// AddText adds text to a list, to its last directive if that is text too.
func AddText(list []Directive, text string) []Directive {
	if text == "" {
		return list
	}
	if n := len(list); n > 0 && list[n-1].Verb == 0 {
		list[n-1].Text += text
		return list
	}
	return append(list, Directive{Text: text})
}

// Escape returns a text as a format has it.
func Escape(text string) string { return strings.ReplaceAll(text, "%", "%%") }
