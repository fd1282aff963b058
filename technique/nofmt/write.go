package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// write returns what stands in place of the call, and says so.
func (s *site) write(fn function, pieces []piece) (text, message string, ok bool) {
	switch fn.name {
	case "Sprint":
		text, ok = s.sum(pieces)
		if !s.anyBoxed() {
			return text, "make the text without package fmt", ok
		}
		return text, "make the text without package fmt, which boxes its operands", ok
	case "Error":
		text, ok = s.failure(pieces)
		return text, "make the error's text without package fmt, which boxes its operands", ok
	case "Append":
		text, ok = s.appends(pieces)
		return text, "append the pieces themselves, which boxes nothing", ok
	}
	if text, ok = s.toOwn(fn, pieces); ok {
		return text, "append the pieces themselves, which boxes nothing", true
	}
	if s.takesPieces() {
		text, ok = s.toWriter(pieces)
		return text, "write the pieces from a buffer on the stack, which boxes nothing", ok
	}
	text, ok = s.pooled(pieces)
	return text, "write the pieces from a buffer in a pool, which boxes nothing", ok
}

// sum is for Sprintf: one piece alone, or a sum of strings, of which only the
// result is an object.
//
//	have: fmt.Sprintf("%s-%d", name, n)
//	want: name + "-" + string(strconv.AppendInt(make([]byte, 0, 20), int64(n), 10))
func (s *site) sum(pieces []piece) (string, bool) {
	if len(pieces) == 1 {
		p := pieces[0]
		if p.alone != "" {
			p.text = p.alone
		}
		return p.text, s.varies() && (p.free || p.small || s.anyBoxed())
	}
	if s.rest {
		return "string(" + appendAll(buffer(room(pieces)), pieces) + ")", s.anyBoxed()
	}
	var texts []string
	for _, p := range pieces {
		texts = append(texts, p.text)
	}
	text := strings.Join(texts, " + ")
	if s.parens {
		text = "(" + text + ")"
	}
	return text, s.varies() && s.anyBoxed()
}

// varies reports whether an operand is no constant. A sum of constants would
// be a constant, which means something else in some places.
func (s *site) varies() bool {
	for _, x := range s.operands {
		if s.pass.TypesInfo.Types[x].Value == nil {
			return true
		}
	}
	return false
}

// failure is for Errorf, which makes the same type of error when it wraps none.
//
//	have: fmt.Errorf("no user %q", name)
//	want: errors.New("no user " + string(strconv.AppendQuote(make([]byte, 0, 64), name)))
func (s *site) failure(pieces []piece) (string, bool) {
	s.parens = false
	text, ok := s.sum(pieces)
	return s.use("errors") + ".New(" + text + ")", ok && s.anyBoxed()
}

// appends is for Appendf, whose result has the type of its first argument only
// when that is a []byte. Appendf appends all at once, so no operand may lie in
// the slice.
//
//	have: fmt.Appendf(buf, "%s=%d", key, n)
//	want: strconv.AppendInt(append(append(buf, key...), '='), int64(n), 10)
func (s *site) appends(pieces []piece) (string, bool) {
	if s.anyBytes() || !s.anyBoxed() {
		return "", false
	}
	to := s.call.Args[0]
	tv := s.pass.TypesInfo.Types[to]
	dst := technique.Text(s.pass, to)
	switch {
	case tv.IsNil() && len(pieces) == 1 && pieces[0].free:
		dst = "[]byte(nil)" // nothing appended to nil is nil
	case tv.IsNil() && !slices.ContainsFunc(pieces, piece.neverEmpty):
		return "", false
	case tv.IsNil():
		dst = buffer(room(pieces))
	case !technique.IsBytes(tv.Type):
		return "", false
	}
	return appendAll(dst, pieces), dst != ""
}

// anyBytes reports whether an operand, or a method that gives its text, has memory that the call
// may change.
func (s *site) anyBytes() bool {
	if s.looks {
		return true
	}
	for _, x := range s.operands {
		if _, basic := s.pass.TypesInfo.TypeOf(x).Underlying().(*types.Basic); !basic {
			return true
		}
	}
	return false
}

// appendAll appends the pieces to dst.
func appendAll(dst string, pieces []piece) string {
	for _, p := range pieces {
		dst = p.appendTo(dst)
	}
	return dst
}

// toWriter is for Fprintf to what keeps no slice that it is given. What is
// written is written at once, as before.
//
//	have: fmt.Fprintf(&out, "%s=%d\n", key, n)
//	want: out.Write(append(strconv.AppendInt(append(append(make([]byte, 0, 64),
//		key...), '='), int64(n), 10), '\n'))
func (s *site) toWriter(pieces []piece) (string, bool) {
	name, ok := s.receiver()
	if !ok || !s.anyBoxed() {
		return "", false
	}
	switch w := s.pass.TypesInfo.TypeOf(s.call.Args[0]); {
	case isPointer(w, "bufio", "Writer"):
		if s.anyBytes() {
			return "", false // they may lie in the writer's buffer
		}
		return name + ".Write(" + appendAll(name+".AvailableBuffer()", pieces) + ")", true
	case isPointer(w, "bytes", "Buffer"), isPointer(w, "strings", "Builder"):
		if len(pieces) == 1 && pieces[0].free {
			return name + ".WriteString(" + pieces[0].text + ")", true
		}
		return name + ".Write(" + appendAll(buffer(room(pieces)), pieces) + ")", true
	}
	return "", false
}

// room returns how many bytes the pieces may take, in words.
func room(pieces []piece) int {
	sum := 0
	for _, p := range pieces {
		sum += p.room
	}
	return (sum + 7) / 8 * 8
}

// takesPieces reports whether the writer is a type that keeps no slice that it is given.
func (s *site) takesPieces() bool {
	w := s.pass.TypesInfo.TypeOf(s.call.Args[0])
	return isPointer(w, "bufio", "Writer") || isPointer(w, "bytes", "Buffer") ||
		isPointer(w, "strings", "Builder")
}

// isPointer reports whether t is a pointer to the type pkg.name.
func isPointer(t types.Type, pkg, name string) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok && technique.IsNamed(t, pkg, name)
}

// receiver returns the writer as the receiver of a method call: a variable or a
// field of one.
func (s *site) receiver() (string, bool) {
	w := ast.Unparen(s.call.Args[0])
	if u, ok := w.(*ast.UnaryExpr); ok && u.Op == token.AND {
		w = ast.Unparen(u.X)
	}
	for x := w; ; {
		switch y := x.(type) {
		case *ast.Ident:
			return technique.Text(s.pass, w), true
		case *ast.SelectorExpr:
			x = y.X
		default:
			return "", false
		}
	}
}
