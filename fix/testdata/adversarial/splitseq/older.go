//go:build go1.17

package splitseq

import "strings"

// Halves cuts what a call returns, and what changes before its halves are used, in a file for
// a release without Cut.
func Halves(s string) (out []string) {
	t := &Text{s}
	kv := strings.SplitN(t.take(), "x", 2)
	t.S = ""
	if len(kv) == 2 {
		out = append(out, kv[1])
	}
	for i := 0; i < 3; i++ {
		if kv := strings.SplitN(s, "/", 2); len(kv) > 1 && kv[1] != "b" {
			s = kv[1]
		} else if len(kv) < 2 {
			out = append(out, kv[0], s)
		}
	}
	return append(out, kv[0])
}
