package pool

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// What is larger is not kept: it would hold memory that is rarely needed.
const (
	mostBytes   = "64<<10"
	mostEntries = "1024"
)

// propose declares a pool before the function and takes the variable from it.
//
//	have: buf := &bytes.Buffer{}
//	want: buf := fBuffers.Get().(*bytes.Buffer)
//	      defer func() {
//	      	if buf.Cap() <= 64<<10 {
//	      		buf.Reset()
//	      		fBuffers.Put(buf)
//	      	}
//	      }()
func (s *pooled) propose() technique.Proposal {
	p := technique.Proposal{At: s.stmt, Safe: !s.trusted}
	p.Also = append(p.Also, s.growing...)
	for _, id := range s.uses {
		p.Also = append(p.Also, id)
	}
	sync, edits := technique.AddImport(s.pass, s.file, s.fn.Pos(), "sync")
	paths := map[form]string{hashed: "hash", whole: "bytes", object: "bytes", pointer: "bytes"}
	if path := paths[s.form]; path != "" {
		_, more := technique.AddImport(s.pass, s.file, s.fn.Pos(), path)
		edits = append(edits, more...)
	}
	typ, value, what := s.kept()
	if s.form != leveled {
		value = "return " + value
	}
	name := s.fresh(what)
	v := s.v.Name()
	var lines []string
	switch get := fmt.Sprintf(" := %s.Get().(%s)", name, typ); s.form {
	case array:
		whole := technique.FreshName(s.pass, s.file, "array")
		lines = []string{whole + get, "defer " + name + ".Put(" + whole + ")",
			v + " := " + whole + "[:]", "clear(" + v + ")"}
	case slice:
		more, _ := s.maker().Declare(s.pass, s.file, s.stmt)
		edits, lines = append(edits, more...), s.sliceLines(v, name, get)
	case grown:
		lines = s.grownLines(v, name, get)
	case scanner:
		lines = s.scannerLines(v, name, get)
	case number:
		lines = s.numberLines(v, name, get)
	case bytesArray:
		lines = []string{v + get, "defer " + name + ".Put(" + v + ")",
			"*" + v + " = " + s.arrayType() + "{}"}
	case whole:
		lines = s.wholeLines(v, name, get)
	case reader:
		lines = s.renewedOrFailed(v, name, get)
	case leveled:
		lines = s.leveledLines(v, name, get)
	case known:
		lines = s.knownLines(v, name, typ, get)
	case keyed:
		var more []analysis.TextEdit
		lines, more = s.keyedEdits(v, name)
		edits = append(edits, more...)
	default:
		lines = append(lines, v+get)
		lines = append(lines, s.filled(v)...)
		lines = append(lines, s.emptied(v, name)...)
	}
	edits = append(edits, s.declared(name, sync, what, value))
	switch {
	case s.inner != nil:
		edits = append(edits, s.insertInner(lines)...)
	case s.form == anyLevel:
		edits = append(edits, s.levelEdits(name)...)
	default:
		edits = append(edits, analysis.TextEdit{Pos: s.stmt.Pos(), End: s.end(),
			NewText: []byte(strings.Join(lines, "\n"))})
	}
	if s.sized != nil {
		edits = append(edits, technique.Remove(s.pass, s.sized))
	}
	p.Edits = append(append(edits, s.pointed()...), s.copied()...)
	if s.inner != nil {
		p.At, p.Also = s.inner.call, append(p.Also, s.inner.made, s.stmt)
		v = "the " + strings.TrimPrefix(typ, "*")
	}
	if s.form == whole {
		v = "the bytes of " + v
	}
	p.Message = "keep " + v + " in a pool between calls"
	return p
}

// declared declares the pool before the function.
func (s *pooled) declared(name, sync, what, value string) analysis.TextEdit {
	begins := fmt.Sprintf(" = %s.Pool{New: func() %s { %s }}", sync,
		technique.EmptyInterface(s.pass, s.file), value)
	switch s.form {
	case keyed:
		begins = " " + sync + ".Pool"
	case anyLevel:
		begins = " [" + levels + "]" + sync + ".Pool"
	}
	return technique.Insert(start(s.fn), fmt.Sprintf("// %s holds the %s of %s between its "+
		"calls.\nvar %s%s\n\n", name, what, technique.Called(s.pass, s.fn), name, begins))
}

// end returns where the text ends in the place of which the lines stand.
func (s *pooled) end() token.Pos {
	if s.form == leveled && s.check != nil {
		return s.check.End()
	}
	return s.stmt.End()
}

// start returns where the declaration of a function begins, with its comment.
func start(fn *ast.FuncDecl) token.Pos {
	if fn.Doc != nil {
		return fn.Doc.Pos()
	}
	return fn.Pos()
}

// kept returns the type of the pool's values, the expression for a new one, and
// the plural that names them.
func (s *pooled) kept() (typ, value, what string) {
	if s.form == array {
		n, _ := s.length()
		return fmt.Sprintf("*[%s]byte", n), fmt.Sprintf("new([%s]byte)", n), "buffers"
	}
	if s.form == bytesArray {
		what = "buffers"
		if !isBytesArray(s.v.Type()) {
			what = "arrays"
		}
		return "*" + s.arrayType(), "new(" + s.arrayType() + ")", what
	}
	if s.form == slice || s.form == grown {
		typ = s.sliceType()
		return "*" + typ, "new(" + typ + ")", "slices"
	}
	if s.form == scanner {
		return "*[" + scannerRoom + "]byte", "new([" + scannerRoom + "]byte)", "buffers"
	}
	if s.form == number {
		return "*" + s.numberName(), "new(" + s.numberName() + ")", "numbers"
	}
	if s.form == known {
		call := s.value.(*ast.CallExpr)
		pkg := technique.Text(s.pass, ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
		obj := types.Unalias(s.v.Type()).(*types.Pointer).Elem().(*types.Named).Obj()
		return "*" + pkg + "." + obj.Name(),
			technique.Text(s.pass, call.Fun) + "(" + s.zeroes() + ")",
			strings.ToLower(obj.Name()) + "s"
	}
	if s.form == keyed {
		return "*keyedMAC", "", "hashes"
	}
	if s.form == hashed {
		pkg, _ := technique.AddImport(s.pass, s.file, s.fn.Pos(), "hash")
		typ = pkg + "." + types.Unalias(s.v.Type()).(*types.Named).Obj().Name()
		return typ, technique.Text(s.pass, s.value), "hashes"
	}
	if s.form == reader || s.form == leveled || s.form == anyLevel {
		typ, value = s.newFailing()
		name := strings.ToLower(typ[strings.LastIndexByte(typ, '.')+1:])
		return typ, value, technique.Plural(name)
	}
	if s.named != nil {
		typ = s.named.Obj().Name()
		return "*" + typ, "new(" + typ + ")", technique.Plural(technique.LowerFirst(typ))
	}
	if s.form == whole || s.form == object || s.form == pointer {
		typ = s.bytesName() + ".Buffer"
		return "*" + typ, "new(" + typ + ")", "buffers"
	}
	switch e := s.value.(type) {
	case *ast.CompositeLit:
		typ = technique.Text(s.pass, e.Type)
	case *ast.CallExpr:
		typ = technique.Text(s.pass, e.Args[0])
	}
	return typ, "make(" + typ + ")", "maps"
}

// bytesName returns the name of package bytes in the file.
func (s *pooled) bytesName() string {
	name, _ := technique.AddImport(s.pass, s.file, s.fn.Pos(), "bytes")
	return name
}

// emptied returns the lines that put the variable back into the pool when the
// function returns.
func (s *pooled) emptied(v, name string) []string {
	lines := append([]string{"defer func() {"}, s.putBack(v, name)...)
	return append(lines, "}()")
}

// putBack returns the body of that deferred call.
func (s *pooled) putBack(v, name string) []string {
	put := name + ".Put(" + v + ")"
	switch {
	case s.named != nil:
		lines, elements := keptRooms(v, s.room)
		return append(lines, "*"+v+" = "+s.named.Obj().Name()+"{"+elements+"}", put)
	case s.form == known:
		return []string{v + ".Reset(" + s.nothing() + ")", put}
	case s.form == hashed || s.form == keyed:
		return []string{v + ".Reset()", put}
	case s.form != table:
		return []string{"if " + v + ".Cap() <= " + mostBytes + " {", v + ".Reset()", put, "}"}
	}
	empty, _ := technique.EmptyMap(s.pass, s.file, s.stmt, v, s.v.Type())
	return []string{"if len(" + v + ") <= " + mostEntries + " {", empty, put, "}"}
}

// pointed takes the address operators away where the variable was a buffer and
// becomes a pointer to one.
func (s *pooled) pointed() []analysis.TextEdit {
	if s.form != object && s.form != ownValue && s.form != bytesArray {
		return nil
	}
	var edits []analysis.TextEdit
	used := make(map[token.Pos]bool)
	for _, id := range s.uses {
		used[id.Pos()] = true
	}
	for n := range ast.Preorder(s.fn) {
		op, ok := n.(*ast.UnaryExpr)
		if ok && op.Op == token.AND && used[op.X.Pos()] {
			if _, plain := op.X.(*ast.Ident); plain {
				edits = append(edits, technique.Replace(op, s.v.Name()))
			}
		}
	}
	return edits
}

// fresh returns a name for the pool that nothing else in the package has.
func (s *pooled) fresh(what string) string {
	return s.names.Fresh(s.pass, s.file, technique.NameFor(s.pass, s.fn, what), "")
}
