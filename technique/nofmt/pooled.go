package nofmt

import (
	"slices"
	"strconv"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
	"github.com/wring-go/wring/technique/pooledtext"
)

// pooled is for Fprintf to what might keep a slice on the stack, so that the compiler puts it on
// the heap. Package fmt has a buffer from a pool for it, and so has the rewrite. What is written
// is written at once, as before.
//
//	have: fmt.Fprintf(w, "%s=%d\n", key, n)
//	want: writeText(w, append(strconv.AppendInt(append(append(textRoom(),
//		key...), '='), int64(n), 10), '\n'))
func (s *site) pooled(pieces []piece) (string, bool) {
	w := technique.Text(s.pass, s.call.Args[0])
	if w == "" || !s.anyBoxed() {
		return "", false
	}
	edits, ok := pooledtext.Declare(s.pass, s.file, s.call)
	s.edits = append(s.edits, edits...)
	return pooledtext.Write(w, appendAll(pooledtext.Room, pieces)), ok
}

// mixed has fmt append those operands that it must be asked for, and appends the others itself.
//
//	have: fmt.Fprintf(w, "%s=%v\n", key, value)
//	want: writeText(w, fmt.Appendf(append(append(textRoom(), key...), '='), "%v\n", value))
func (s *site) mixed(fn function) (p technique.Proposal, ok bool) {
	if fn.name != "Fprint" || fn.style != "f" || s.takesPieces() || s.call.Ellipsis.IsValid() ||
		!technique.Since(s.pass, s.file, "go1.19") {
		return p, false
	}
	edits := s.edits
	s.edits = nil
	pieces, ok := s.asked(fn)
	if !ok {
		s.edits = edits
		return p, false
	}
	text, ok := s.pooled(pieces)
	return technique.Proposal{At: s.call, Safe: !s.assumes,
		Message: "write what is known without package fmt, which boxes it",
		Edits:   append(s.edits, technique.Replace(s.call, text))}, ok
}

// asked returns the pieces of the call, with those that fmt appends. It is not ok when nothing
// is gained, when fmt would find a mistake, or where a method that fmt calls could change an
// operand that comes later.
func (s *site) asked(fn function) ([]piece, bool) {
	list, ok := s.directives(fn)
	if !ok || !ordered(s, fn) {
		return nil, false
	}
	var out []piece
	var run questions
	next, gained, calls := 0, false, false
	for _, d := range list {
		switch {
		case d.Verb == 0 && run.format != "":
			run.format += fmtverb.Escape(d.Text)
			continue
		case d.Verb == 0:
			out = append(out, literal(d.Text))
			continue
		case next == len(s.operands):
			return nil, false // "%!d(MISSING)"
		}
		x := s.operands[next]
		next++
		if calls && s.pass.TypesInfo.Types[x].Value == nil && !s.fixed(x) {
			return nil, false
		}
		if known, ok := s.operand(x, d); ok && s.early == "" {
			out = append(run.end(s, out), known)
			run = questions{}
			gained = gained || s.boxed(x)
			continue
		}
		calls = true
		run.format += d.Spec
		run.operands += ", " + technique.Text(s.pass, x)
	}
	return run.end(s, out), gained && next == len(s.operands) && s.early == ""
}

// questions are operands that fmt appends in one call, with the text between them.
type questions struct{ format, operands string }

// end adds the piece that the call is.
func (q questions) end(s *site, pieces []piece) []piece {
	if q.format == "" {
		return pieces
	}
	add := s.use("fmt") + ".Appendf($, " + strconv.Quote(q.format) + q.operands + ")"
	return append(slices.Clip(pieces), piece{add: add, room: guess})
}
