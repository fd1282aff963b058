package splitseq

import (
	"fmt"
	"github.com/wring-go/wring/technique"
)

// maxPicked bounds the array of pieces, which is on the function's stack.
const maxPicked = 32

// picked matches a slice of pieces of which some are used, chosen by
// constants, and the length.
func (s *split) picked(p place, u usage) (technique.Proposal, bool) {
	size, proven := int64(0), true
	f := fact{split: s, x: p.v}
	for _, use := range u.of(indexes) {
		size = max(size, use.index+1)
		proven = proven && f.knownAt(use.cur, p.block()) > use.index
	}
	counts := len(u.of(lengths)) > 0
	switch {
	case s.limit == 3:
		return s.thirds(p, u, f)
	case s.fn.Name() == "SplitN" || s.fn.Name() == "SplitAfterN":
		return s.halves(p, u, f)
	case size == 1 && s.fn.Name() == "Split" && s.sep != "":
		if first, ok := s.first(p, u); ok {
			return first, true
		}
	}
	if pair, ok := s.pair(p, u, f); ok {
		return pair, true
	}
	switch {
	case !s.sequential() && !s.cuttable() || size > maxPicked:
		return technique.Proposal{}, false
	case proven && counts:
		return s.array(p, u, size)
	}
	return s.shortSlice(p, u, size)
}

// array fills an array. It is for code that knows, wherever it uses a piece,
// that there are enough of them.
//
//	have: fields := strings.Fields(s)
//	      if len(fields) != 5 {
//	want: var fields [5]string
//	      nfields := 0
//	      for piece := range strings.FieldsSeq(s) {
//	              if nfields < len(fields) {
//	                      fields[nfields] = piece
//	              }
//	              nfields++
//	      }
//	      if nfields != 5 {
func (s *split) array(p place, u usage, size int64) (technique.Proposal, bool) {
	x, n := p.v.Name(), s.fresh("n"+p.v.Name())
	piece := pieceFor(x)
	head, foot, edits := s.walk(piece)
	before := fmt.Sprintf("var %s [%d]%s\n%s := 0\n", x, size, s.element(), n)
	body := fmt.Sprintf("\nif %[2]s < len(%[1]s) {\n%[1]s[%[2]s] = %[3]s\n}\n%[2]s++\n}",
		x, n, piece)
	edits = append(edits, p.around(before+head, foot+body)...)
	return technique.Proposal{
		Message: "keep the pieces that are used in an array",
		Edits:   append(edits, replaceAll(u.of(lengths), n)...),
	}, true
}

// shortSlice fills a slice of an array with the pieces up to the last that is
// used, so that the use of one that is missing panics as it did.
//
//	have: parts := strings.Split(s, ":")
//	want: var array [2]string
//	      parts := array[:0]
//	      for piece := range strings.SplitSeq(s, ":") {
//	              parts = append(parts, piece)
//	              if len(parts) == len(array) {
//	                      break
//	              }
//	      }
func (s *split) shortSlice(p place, u usage, size int64) (technique.Proposal, bool) {
	x, array := p.v.Name(), s.fresh(p.v.Name()+"Array")
	piece := pieceFor(x)
	head, foot, edits := s.walk(piece)
	before := fmt.Sprintf("var %[2]s [%[3]d]%[4]s\n%[1]s := %[2]s[:0]\n", x, array, size,
		s.element())
	body := fmt.Sprintf("\n%[1]s = append(%[1]s, %[3]s)\nif len(%[1]s) == len(%[2]s) {\n"+
		"break\n}\n}", x, array, piece)
	if lens := u.of(lengths); len(lens) > 0 {
		n := s.fresh("n" + x)
		before += n + " := 0\n"
		body = fmt.Sprintf("\nif len(%[1]s) < len(%[2]s) {\n%[1]s = append(%[1]s, %[3]s)\n}"+
			"\n%[4]s++\n}", x, array, piece, n)
		edits = append(edits, replaceAll(lens, n)...)
	} else if !s.pureSeparator() {
		return technique.Proposal{}, false // it would be called less often
	}
	return technique.Proposal{
		Message: "keep the pieces that are used in an array",
		Edits:   append(edits, p.around(before+head, foot+body)...),
	}, true
}

// pieceFor returns the name of the piece in a loop that fills x and mentions
// nothing else of the program, so that it hides no name that is used there.
func pieceFor(x string) string {
	if x == "piece" {
		return "part"
	}
	return "piece"
}
