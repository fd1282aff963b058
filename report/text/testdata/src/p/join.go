// Package p joins.
package p

import "strings"

// Part is a piece of text.
type Part struct {
	Text string
	Next *Part
}

// Join puts the parts together, in upper case.
func Join(parts []string, sep string) string {
	var upper []string
	var last *Part
	for _, part := range parts {
		upper = append(upper, strings.ToUpper(part))
		last = &Part{Text: part, Next: last}
	}
	out := ""
	for i, part := range upper {
		if i > 0 {
			out += sep
		}
		out = out + "<日本>" + part // each turn copies what is there
	}
	keep(last)
	return out
}

var kept *Part

func keep(p *Part) { kept = p }
