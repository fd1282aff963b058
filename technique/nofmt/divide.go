package nofmt

import (
	"go/ast"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// divided writes what is known without fmt, and has fmt print the rest, in a
// statement that prints to a buffer: it takes pieces as well as the whole.
//
//	have: fmt.Fprintf(b, "%s=%v ", key, value)
//	want: b.WriteString(key)
//	      b.WriteByte('=')
//	      fmt.Fprintf(b, "%v ", value)
func (s *site) divided(fn function, kind edge.Kind) (technique.Proposal, bool) {
	var none technique.Proposal
	if p, ok := s.mixed(fn); ok {
		return p, true
	}
	if kind != edge.ExprStmt_X || fn.name != "Fprint" || fn.style != "f" ||
		len(s.operands) == 0 || s.call.Ellipsis.IsValid() {
		return none, false
	}
	name, ok := s.receiver()
	w := s.pass.TypesInfo.TypeOf(s.call.Args[0])
	if !ok || !isPointer(w, "bytes", "Buffer") && !isPointer(w, "strings", "Builder") {
		return none, false
	}
	for _, x := range s.call.Args {
		if s.hasEffects(x, effects.Keeps) {
			return none, false // it would act between the pieces
		}
	}
	format, ok := technique.ConstantText(s.pass.TypesInfo, s.call.Args[1])
	if !ok {
		return none, false
	}
	lines, ok := s.shares(name, format)
	return technique.Proposal{At: s.call,
		Message: "write what is known without package fmt, which boxes it",
		Edits:   append(s.edits, technique.Replace(s.call, strings.Join(lines, "\n")))}, ok
}

// shares returns the statements that write the parts of a format. It is not ok
// when nothing is gained, or when fmt would find a mistake.
func (s *site) shares(name, format string) (lines []string, ok bool) {
	list, ok := fmtverb.Parse(format)
	if !ok {
		return nil, false
	}
	next, gained := 0, false
	var known []piece
	for i := 0; i < len(list); i++ {
		d := list[i]
		if d.Verb == 0 {
			known = append(known, literal(d.Text))
			continue
		}
		if next == len(s.operands) {
			return nil, false // "%!d(MISSING)"
		}
		x := s.operands[next]
		next++
		if p, ok := s.operand(x, d); ok {
			known = append(known, p)
			gained = gained || s.boxed(x)
			continue
		}
		lines = append(lines, s.written(name, known)...)
		known = nil
		text := ""
		if i+1 < len(list) && list[i+1].Verb == 0 {
			i++
			text = list[i].Text
		}
		lines = append(lines, s.printed(d.Spec+fmtverb.Escape(text), x))
	}
	lines = append(lines, s.written(name, known)...)
	return lines, gained && len(lines) > 1 && next == len(s.operands) // else "%!(EXTRA"
}

// printed returns the statement that has fmt print one operand.
func (s *site) printed(format string, x ast.Expr) string {
	fun, w := technique.Text(s.pass, s.call.Fun), technique.Text(s.pass, s.call.Args[0])
	return fun + "(" + w + ", " + strconv.Quote(format) + ", " + technique.Text(s.pass, x) + ")"
}

// written returns the statements that write pieces to a buffer: strings by
// themselves, and others from the frame.
func (s *site) written(name string, pieces []piece) []string {
	var lines []string
	for _, p := range pieces {
		switch {
		case p.literal && len(p.text) == 3:
			lines = append(lines, name+".WriteByte("+s.character(p.text)+")")
		case p.literal || p.free:
			lines = append(lines, name+".WriteString("+p.text+")")
		default:
			lines = append(lines, name+".Write("+p.appendTo(buffer(room([]piece{p})))+")")
		}
	}
	return lines
}

// character returns the literal of a byte for that of a string which holds it.
func (s *site) character(text string) string {
	c, err := strconv.Unquote(text)
	if err != nil || len(c) != 1 {
		return text + "[0]"
	}
	return strconv.QuoteRune(rune(c[0]))
}
