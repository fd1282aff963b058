package splitseq

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// The releases that brought the sequences, and Cut.
const (
	seqRelease = "go1.24"
	cutRelease = "go1.18"
)

// sequential reports whether there is a sequence of the pieces.
func (s *split) sequential() bool { return s.has(sequence(s.fn.Name()), seqRelease) }

// cuttable reports whether the pieces can be cut off one after the other
// without a sequence, in a file for an older release.
func (s *split) cuttable() bool { return s.countable() || s.fn.Name() == "Fields" }

// cutting is a loop that cuts off one piece after the other. Its text goes
// around the text to be split: open, the text, shut.
type cutting struct {
	open, shut string
	edits      []analysis.TextEdit // imports
}

// cutting returns such a loop, down to where the piece is known. Count is the
// name of a variable that counts the pieces, or "".
//
//	for rest, more := s, true; more; {
//	        var piece string
//	        piece, rest, more = strings.Cut(rest, ",")
func (s *split) cutting(piece, count string) cutting {
	i, zero, next := "", "", ""
	if count != "" {
		i, zero, next = count+", ", "0, ", count+"++ "
	}
	rest := s.local("rest")
	if s.fn.Name() == "Fields" {
		space, edits := s.space()
		return cutting{
			"for " + i + rest + " := " + zero + technique.Text(s.pass, s.sel.X) + ".TrimLeftFunc(",
			", " + space + "); len(" + rest + ") > 0; " + next + "{\n" +
				s.field(piece, rest, space), edits}
	}
	more := s.local("more")
	return cutting{
		"for " + i + rest + ", " + more + " := " + zero,
		", true; " + more + "; " + next + "{\nvar " + piece + " " + s.element() + "\n" +
			s.cut(piece, rest, more), nil}
}

// space returns how the file writes unicode.IsSpace, and the import.
func (s *split) space() (string, []analysis.TextEdit) {
	name, edits := technique.AddImport(s.pass, s.file, s.call.Pos(),
		"unicode")
	return name + ".IsSpace", edits
}

// field returns the statements that cut the next field off, and the space
// behind it. The capacity of bytes ends with the field, as it does in Fields.
func (s *split) field(piece, rest, space string) string {
	at := s.local("at")
	end, whole := "", piece+" := "+rest
	if s.onBytes() {
		end, whole = ":"+at, piece+" := "+rest+"[:len("+rest+"):len("+rest+")]"
	}
	return whole + "\nif " + at + " := " + s.callText("IndexFunc", rest+", "+space) + "; " +
		at + " < 0 {\n" +
		rest + " = " + rest + "[len(" + rest + "):]\n} else {\n" +
		piece + ", " + rest + " = " + rest + "[:" + at + end + "], " +
		s.callText("TrimLeftFunc", rest+"["+at+":], "+space) + "\n}"
}

// cut returns the statements that cut the next piece off. What bytes.Cut
// returns has the capacity of all pieces, what Split returns has not.
func (s *split) cut(piece, rest, more string) string {
	if s.has("Cut", cutRelease) && !s.onBytes() {
		return fmt.Sprintf("%[1]s, %[2]s, %[3]s = %[4]s", piece, rest, more,
			s.callText("Cut", rest+", "+s.argText(1)))
	}
	at := s.local("at")
	end := at
	if s.onBytes() {
		end += ":" + at
	}
	return fmt.Sprintf("if %[4]s := %[5]s; %[4]s < 0 {\n%[1]s, %[3]s = %[2]s, false\n} else {\n"+
		"%[1]s, %[2]s = %[2]s[:%[7]s], %[2]s[%[4]s+%[6]d:]\n}", piece, rest, more, at,
		s.callText("Index", rest+", "+s.argText(1)), len(s.sep), end)
}

// walk returns the beginning of a loop over the pieces, to be put around the
// call, with the edits of the call.
func (s *split) walk(piece string) (head, foot string, edits []analysis.TextEdit) {
	if s.sequential() {
		return "for " + piece + " := range ", " {",
			[]analysis.TextEdit{s.rename(sequence(s.fn.Name()))}
	}
	text := s.call.Args[0]
	c := s.cutting(piece, "")
	return c.open, c.shut, append(c.edits, between(s.call.Pos(), text.Pos(), ""),
		between(text.End(), s.call.End(), ""))
}
