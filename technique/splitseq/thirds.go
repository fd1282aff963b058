package splitseq

import (
	"cmp"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// thirds matches SplitN with the limit 3, where a piece is used only if it is there, and the
// length only to tell how many there are. Pieces that are joined again, as with that limit, are
// the third.
//
//	have: parts := strings.SplitN(s, ":", 3)
//	      if len(parts) != 3 {
//	want: first, rest, _ := strings.Cut(s, ":")
//	      second, third, found := strings.Cut(rest, ":")
//	      if !found {
func (s *split) thirds(p place, u usage, f fact) (technique.Proposal, bool) {
	none := technique.Proposal{}
	if s.fn.Name() == "SplitAfterN" || s.sep == "" || !s.has("Cut", cutRelease) ||
		!s.unusedCapacities(u, 1) {
		return none, false
	}
	var names [3]string
	var found [2]string // whether there is a second piece, and a third
	sep := s.call.Args[1]
	edits := []analysis.TextEdit{s.rename("Cut"), between(sep.End(), s.call.End(), ")")}
	for _, use := range append(u.of(indexes), u.of(joins)...) {
		if use.index > 2 || use.index > 0 && f.knownAt(use.cur, p.block()) <= use.index {
			return none, false
		}
		names[use.index] = s.fresh([]string{"first", "second", "third"}[use.index])
		edits = append(edits, technique.Replace(use.cur.Node(), names[use.index]))
	}
	for _, use := range u.of(lengths) {
		asked, truth, ok := s.truth(use.cur)
		if !ok || truth[0] == truth[2] {
			return none, false
		}
		last := 0
		if truth[0] == truth[1] {
			last = 1
		}
		found[last] = s.fresh([]string{"more", "found"}[last])
		text := found[last]
		if truth[0] {
			text = "!" + text
		}
		edits = append(edits, technique.Replace(asked, text))
	}
	rest, foot := "", ""
	if second := cmp.Or(names[1], names[2], found[1]); second != "" {
		rest = s.fresh("rest")
		foot = "\n" + variables(names[1], names[2], found[1]) + " := " +
			s.callText("Cut", rest+", "+s.argText(1))
	}
	return technique.Proposal{
		Message: "cut the text in three",
		Edits:   append(edits, p.around(variables(names[0], rest, found[0])+" := ", foot)...),
	}, true
}
