// Package rewrite holds the operators on source text: make edits and merge
// them, find conflicts, add and drop imports, find fresh names, and show what
// changed. It reads and writes no file.
//
// Nothing here knows why a change is made or whether it is right.
package rewrite

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// Files is the content of files by absolute path.
type Files map[string][]byte

// Apply makes the edits of one file, in any order, and returns the new text.
// Edits that insert at the same place are made in the order given. Of equal
// insertions of an import or a function only one is made. Edits that overlap, that leave the
// text, or that speak of more than one file are an error.
func Apply(src []byte, edits []alloc.Edit) ([]byte, error) {
	edits = merged(edits)
	var out []byte
	done := 0 // src[:done] is in out
	for i, e := range edits {
		if e.File != edits[0].File {
			return nil, fmt.Errorf("rewrite: edits of two files at once, %s and %s",
				edits[0].File, e.File)
		}
		if e.Start < 0 || e.End < e.Start || e.End > len(src) {
			return nil, fmt.Errorf("rewrite: an edit of %s replaces bytes %d to %d of %d",
				e.File, e.Start, e.End, len(src))
		}
		if i > 0 && overlap(edits[i-1], e) {
			return nil, fmt.Errorf("rewrite: two edits of %s meet at byte %d", e.File, e.Start)
		}
		out = append(out, src[done:e.Start]...)
		out = append(out, e.New...)
		done = e.End
	}
	return append(out, src[done:]...), nil
}

// merged returns the edits by position, insertions before replacements, and
// each insertion of an import once, and each of a function.
func merged(edits []alloc.Edit) []alloc.Edit {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b alloc.Edit) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return a.End - b.End
	})
	var out []alloc.Edit
	for _, e := range edits {
		if Shared(e) && slices.Contains(out, e) {
			continue
		}
		out = append(out, e)
	}
	return out
}

// overlap reports whether two edits of one file fight for the same bytes.
// Insertions at one place do not: they have an order. An insertion inside of
// what the other edit replaces does, at its ends it does not.
func overlap(a, b alloc.Edit) bool {
	if a.Start == a.End || b.Start == b.End {
		at, other := a, b
		if a.Start != a.End {
			at, other = b, a
		}
		return other.Start < at.Start && at.Start < other.End
	}
	return a.Start < b.End && b.Start < a.End
}

// importText matches what AddImport inserts: specs, and what makes a list for
// them.
var importText = regexp.MustCompile(
	`^([;\s]*(import\s+)?(\w+\s+)?("[^"\n]+")\s*|\(\n\t|\)\n{1,2}|\n\nimport \(|\n)$`)

// insertsImport reports whether e is an insertion as AddImport makes it.
func insertsImport(e alloc.Edit) bool {
	return e.Start == e.End && importText.MatchString(e.New)
}

// funcText matches a function or a method with its comment, behind something else.
var funcText = regexp.MustCompile(`^\n\n(//.*\n)+func (\(.*\) )?\w+[[(]`)

// insertsFunc reports whether e inserts a function that several candidates may
// need.
func insertsFunc(e alloc.Edit) bool {
	return e.Start == e.End && funcText.MatchString(e.New)
}

// Shared reports whether e inserts what several candidates may need and a file
// wants once: an import, or a function.
func Shared(e alloc.Edit) bool { return insertsImport(e) || insertsFunc(e) }

// Conflict reports whether two candidates cannot both be made as they stand:
// their edits overlap, or insert at the same place with no order between them.
// Imports never conflict, nor do equal functions.
func Conflict(a, b []alloc.Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.File == y.File && conflict(x, y) {
				return true
			}
		}
	}
	return false
}

func conflict(x, y alloc.Edit) bool {
	if insertsImport(x) && insertsImport(y) || insertsFunc(x) && x == y {
		return false
	}
	if x.Start == x.End && y.Start == y.End {
		return x.Start == y.Start
	}
	return overlap(x, y)
}

// ByFile groups edits by the file that they change, in the order given.
func ByFile(edits []alloc.Edit) map[string][]alloc.Edit {
	files := make(map[string][]alloc.Edit)
	for _, e := range edits {
		files[e.File] = append(files[e.File], e)
	}
	return files
}
