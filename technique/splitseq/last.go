package splitseq

import "github.com/wring-go/wring/technique"

// last matches a slice of pieces of which only the last is used. The separator
// has one byte: longer ones can overlap, and are cut from the front.
//
//	have: parts := strings.Split(path, "/")
//	      name := parts[len(parts)-1]
//	want: last := path[strings.LastIndex(path, "/")+1:]
//	      name := last
func (s *split) last(p place, u usage) (technique.Proposal, bool) {
	if !s.countable() || len(s.sep) != 1 || !s.names(s.call.Args[0]) || !s.repeatable() {
		return technique.Proposal{}, false
	}
	name, head := s.fresh("last"), ""
	edits := replaceAll(u.of(lasts), name)
	if lens := u.of(lengths); len(lens) > 0 {
		n := s.fresh("n" + p.v.Name())
		head = n + " := " + s.callText("Count", s.argText(0)+", "+s.argText(1)) + " + 1\n"
		edits = append(edits, replaceAll(lens, n)...)
	}
	edits = append(edits, s.rename("LastIndex"))
	return technique.Proposal{
		Message: "slice off the last piece",
		Edits:   append(edits, p.around(head+name+" := "+s.argText(0)+"[", "+1:]")...),
	}, true
}
