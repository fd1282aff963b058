package sound

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// edit replaces a part of a file, for the proposals that own it.
type edit struct {
	file       string
	start, end int
	text       string
	owners     []int
}

func (e edit) same(o edit) bool { return e.start == o.start && e.end == o.end && e.text == o.text }

// byPlace orders edits, insertions before replacements.
func byPlace(a, b edit) int {
	return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
}

// overlap reports whether two edits fight for the same bytes. Insertions at one
// place do not, nor does one at an end of what is replaced.
func overlap(a, b edit) bool {
	if a.start == a.end && b.start == b.end {
		return false
	}
	if a.start == a.end {
		return b.start < a.start && a.start < b.end
	}
	if b.start == b.end {
		return a.start < b.start && b.start < a.end
	}
	return a.start < b.end && b.start < a.end
}

// editsOf returns the edits of a proposal.
func editsOf(fset *token.FileSet, id int, list []analysis.TextEdit) []edit {
	var out []edit
	for _, e := range list {
		tok := fset.File(e.Pos)
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		out = append(out, edit{tok.Name(), tok.Offset(e.Pos), tok.Offset(end), string(e.NewText),
			[]int{id}})
	}
	return out
}

// plan is the edits of proposals that can be made together, merged as go vet
// -fix merges them: equal edits are one, and insertions at one place stand in
// the order of their proposals.
type plan struct {
	files    map[string][]edit // by place
	declared map[string]string // the file of each declaration that is inserted
	members  []int
}

func newPlan() *plan {
	return &plan{files: make(map[string][]edit), declared: make(map[string]string)}
}

// add adds a proposal. It does nothing and reports false when an edit overlaps
// with another, and when it declares what another does in another file.
func (p *plan) add(id int, edits []edit) bool {
	for i, e := range edits {
		in, declared := p.declared[e.text]
		if declared && in != e.file || p.fights(e) ||
			slices.ContainsFunc(edits[:i], func(o edit) bool {
				return o.file == e.file && overlap(o, e)
			}) {
			return false
		}
	}
	for _, e := range edits {
		p.insert(e)
		if e.declares() {
			p.declared[e.text] = e.file
		}
	}
	p.members = append(p.members, id)
	return true
}

// fights reports whether an edit overlaps with one that is not equal.
func (p *plan) fights(e edit) bool {
	list := p.files[e.file]
	at, _ := slices.BinarySearchFunc(list, e, byPlace)
	for i := at - 1; i >= 0; i-- { // those before it end before the last one of them
		if !list[i].same(e) && overlap(list[i], e) {
			return true
		}
		if list[i].start < list[i].end {
			break
		}
	}
	for ; at < len(list) && list[at].start <= e.end; at++ {
		if !list[at].same(e) && overlap(list[at], e) {
			return true
		}
	}
	return false
}

func (p *plan) insert(e edit) {
	list := p.files[e.file]
	at, _ := slices.BinarySearchFunc(list, e, byPlace)
	for ; at < len(list) && byPlace(list[at], e) == 0; at++ {
		if list[at].same(e) && !slices.Contains(list[at].owners, e.owners[0]) {
			list[at].owners = append(slices.Clone(list[at].owners), e.owners...)
			return
		}
	}
	p.files[e.file] = slices.Insert(list, at, e)
}

// placed is the text that an edit put into a file.
type placed struct {
	start, end int // in the new text
	owners     []int
}

// apply makes the edits of a file, and tells where those that have owners are in
// the new text.
func apply(src []byte, edits []edit) (text []byte, at []placed) {
	done := 0
	for _, e := range edits {
		text = append(text, src[done:e.start]...)
		from := len(text)
		text = append(text, e.text...)
		if len(e.owners) > 0 {
			at = append(at, placed{from, len(text), e.owners})
		}
		done = e.end
	}
	return append(text, src[done:]...), at
}
