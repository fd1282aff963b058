package autolink

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// keywords returns n keywords, always the same: one in three of ASCII letters,
// the others of kana, two to eight of either.
func keywords(n int) map[string]string {
	r := rand.New(rand.NewPCG(7, 7))
	links := make(map[string]string, n)
	for len(links) < n {
		links[syllables(r, 2+r.IntN(7))] = fmt.Sprintf("/keyword/%d?from=page&n", len(links))
	}
	return links
}

// page returns about size bytes of text, always the same: one word in ten is a
// keyword, and some places need escaping.
func page(links map[string]string, size int) string {
	r := rand.New(rand.NewPCG(8, 8))
	known := sorted(links)
	var b strings.Builder
	for b.Len() < size {
		if r.IntN(10) == 0 {
			b.WriteString(known[r.IntN(len(known))])
		} else {
			b.WriteString(syllables(r, 1+r.IntN(6)))
		}
		b.WriteString([]string{"", "", " ", "<br>", "&"}[r.IntN(5)])
	}
	return b.String()
}

func syllables(r *rand.Rand, n int) string {
	var b strings.Builder
	ascii := r.IntN(3) == 0
	for range n {
		if ascii {
			b.WriteByte(byte('a' + r.IntN(26)))
		} else {
			b.WriteRune('ぁ' + rune(r.IntN(80)))
		}
	}
	return b.String()
}
