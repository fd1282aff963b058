package explain

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
)

// shortID is how many hex digits an ID has unless it needs more to be unique.
const shortID = 6

// idOf returns the whole ID of a site. The next run of the same code gives
// it again: it depends on what stands in the source, not on how often it ran,
// in which folder, or what the compiler was asked.
func idOf(k key) string {
	return digest.Hex(strings.Join([]string{
		k.pkg, k.own.Func, path.Base(k.own.File), strconv.Itoa(k.own.Line),
		k.leaf.Func, strconv.Itoa(k.leaf.Line), k.typ, k.cause,
	}, "\x00"))
}

// shorten cuts the IDs to their first digits. Those that collide are all made
// longer. Where even the whole ones are equal, the same code stands in several
// folders, whose order tells them apart.
func shorten(list []alloc.Finding) {
	findings := make([]*alloc.Finding, len(list)) // the order of list stays
	for i := range list {
		findings[i] = &list[i]
	}
	slices.SortFunc(findings, func(a, b *alloc.Finding) int {
		return cmp.Or(
			cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Leaf.File, b.Leaf.File))
	})
	whole := make([]string, len(findings))
	for i, f := range findings {
		whole[i] = f.ID
	}
	copies := 0
	for i, id := range whole {
		length := shortID
		if i+1 < len(whole) {
			length = max(length, alike(id, whole[i+1])+1)
		}
		if i > 0 {
			length = max(length, alike(id, whole[i-1])+1)
		}
		if length <= len(id) {
			findings[i].ID = id[:length]
			continue
		}
		if i > 0 && whole[i-1] != id {
			copies = 0
		}
		copies++
		findings[i].ID = id + "-" + strconv.Itoa(copies)
	}
}

// alike returns how many digits a and b begin with in common.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
