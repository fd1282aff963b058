package lives

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// types holds the types that exact books have seen, by what a heap profile knows of
// an object: the calls nearest to the allocator, outside the runtime, and the size.
// Of each type it has how many objects there were.
type types map[string]map[string]uint64

// depths are how many calls are compared: first as many as tell apart who called a
// function of a library, then only the line that allocates.
var depths = []int{6, 2, 1}

func typesOf(books *alloc.Record) types {
	known := types{}
	for _, s := range books.Samples {
		if s.Type == "" {
			continue
		}
		for _, depth := range depths {
			calls := nearest(books, s.Stack, depth)
			for _, key := range []string{calls, sized(calls, s.Size), sized(calls, s.Charged)} {
				if known[key] == nil {
					known[key] = map[string]uint64{}
				}
				known[key][s.Type] += s.Objects
			}
		}
	}
	return known
}

// of returns the type of a sample of rec, a heap profile; several, with a comma
// between them and the one with the most objects first, where nothing tells them
// apart; "" if the books have none.
func (t types) of(rec *alloc.Record, s alloc.Sample) string {
	for _, withSize := range []bool{true, false} {
		for _, depth := range depths {
			key := nearest(rec, s.Stack, depth)
			if withSize {
				key = sized(key, s.Size)
			}
			if found := t[key]; len(found) > 0 {
				return strings.Join(slices.SortedFunc(maps.Keys(found), func(a, b string) int {
					return cmp.Or(cmp.Compare(found[b], found[a]), strings.Compare(a, b))
				}), ", ")
			}
		}
	}
	return ""
}

func sized(calls string, size uint64) string { return fmt.Sprintf("%s %d", calls, size) }

// nearest returns the calls nearest to the allocator, but those of the runtime,
// whose lines differ between a program that is booked and one that is not.
func nearest(rec *alloc.Record, stack, depth int) string {
	var b strings.Builder
	for _, at := range rec.Stacks[stack] {
		f := rec.Frames[at]
		if strings.HasPrefix(f.Func, "runtime.") || strings.HasPrefix(f.Func, "internal/runtime/") {
			continue
		}
		fmt.Fprintf(&b, "%s:%d\n", f.File, f.Line)
		if depth--; depth == 0 {
			break
		}
	}
	return b.String()
}
