package formatcall

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
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
		if s.acts(x) {
			return none, false // it would act between the pieces
		}
	}
	format := s.pass.TypesInfo.Types[s.call.Args[1]].Value
	if format == nil || format.Kind() != constant.String {
		return none, false
	}
	lines, ok := s.shares(name, constant.StringVal(format))
	return technique.Proposal{At: s.call,
		Message: "write what is known without package fmt, which boxes it",
		Edits:   append(s.edits, technique.Replace(s.call, strings.Join(lines, "\n")))}, ok
}

// shares returns the statements that write the parts of a format. It is not ok
// when nothing is gained, or when fmt would find a mistake.
func (s *site) shares(name, format string) (lines []string, ok bool) {
	next, gained := 0, false
	var known []piece
	for format != "" {
		text, verb, rest, ok := directiveIn(format)
		if !ok {
			return nil, false
		}
		if text != "" {
			known = append(known, literal(text))
		}
		format = rest
		if verb == "" {
			break
		}
		if next == len(s.operands) {
			return nil, false // "%!d(MISSING)"
		}
		x := s.operands[next]
		next++
		if p, ok := s.knownOperand(x, verb); ok {
			known = append(known, p)
			gained = gained || s.boxed(x)
			continue
		}
		lines = append(lines, s.written(name, known)...)
		known = nil
		behind, _, _, ok := directiveIn(format)
		if !ok {
			return nil, false
		}
		format = strings.TrimPrefix(format, escapedPercent(behind))
		lines = append(lines, s.printed(verb+escapedPercent(behind), x))
	}
	lines = append(lines, s.written(name, known)...)
	return lines, gained && len(lines) > 1 && next == len(s.operands) // else "%!(EXTRA"
}

// knownOperand returns the piece for an operand, if its verb is a plain one.
func (s *site) knownOperand(x ast.Expr, verb string) (piece, bool) {
	list, ok := parse(verb)
	if !ok || len(list) != 1 || list[0].verb == 0 {
		return piece{}, false
	}
	return s.operand(x, list[0])
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

// directiveIn splits a format after its first verb: into text, the verb as it
// stands, and the rest. It is not ok for widths that are operands, and for
// operands by number.
func directiveIn(format string) (text, verb, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		if strings.HasPrefix(format[i:], "%%") {
			b.WriteByte('%')
			i++
			continue
		}
		end := i + 1
		for end < len(format) && strings.IndexByte("+-# 0123456789.", format[end]) >= 0 {
			end++
		}
		if end == len(format) || !isLetter(format[end]) {
			return "", "", "", false
		}
		return b.String(), format[i : end+1], format[end+1:], true
	}
	return b.String(), "", "", true
}

func isLetter(c byte) bool { return token.IsIdentifier(string(rune(c))) && c < 0x80 && c != '_' }

// escapedPercent returns a text as a format has it.
func escapedPercent(text string) string { return strings.ReplaceAll(text, "%", "%%") }
