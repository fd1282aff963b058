// Package constvar turns variables that no code changes into constants. Where
// such a variable becomes an interface, its value is copied to the heap; a
// constant's is in the program once.
package constvar

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("constvar",
		"turn a variable that no code changes into a constant\n\n"+
			"A value that becomes an interface is copied to the heap, each time, unless the "+
			"compiler knows it: then the program holds it once. It does not know what is "+
			"in a variable, even if no code changes it. So a variable at package level with a "+
			"constant value, a type of its own, and no use that a constant does not allow "+
			"becomes a constant.\n\n"+
			"Variables of type string are left alone: the linker's flag -X may set them.",
		run),
	Title:  "Make it a constant",
	Causes: []string{"boxed-argument"},
	Risk:   technique.Safe,
}

func run(pass *analysis.Pass, _ inspector.Cursor) {
	for _, d := range declarations(pass) {
		boxes := d.boxes(pass)
		for i, cur := range boxes {
			if firstIn(boxes[:i], cur) {
				technique.Report(pass, d.propose(boxes, cur))
			}
		}
	}
}

// declaration is a group of variables that could be constants.
type declaration struct {
	decl *ast.GenDecl
	vars []*types.Var
}

// declarations returns them, by place.
func declarations(pass *analysis.Pass) (list []declaration) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR || !plain(pass, gen) {
				continue
			}
			d := declaration{decl: gen}
			for _, spec := range gen.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					d.vars = append(d.vars, pass.TypesInfo.Defs[name].(*types.Var))
				}
			}
			list = append(list, d)
		}
	}
	return list
}

// boxes returns where one of the variables becomes an interface, by place; none when a use is
// one that a constant does not allow.
func (d declaration) boxes(pass *analysis.Pass) (list []inspector.Cursor) {
	for _, v := range d.vars {
		for _, cur := range technique.UsesOf(pass, v) {
			switch {
			case !allowed(pass, cur):
				return nil
			case technique.Interface(pass, cur) != nil:
				list = append(list, cur)
			}
		}
	}
	slices.SortFunc(list, technique.ByPlace)
	return list
}

// plain reports whether all variables of a declaration could be constants of
// the same type: they say what type they have, their values are constant, and no file that the
// build leaves out could give them others.
func plain(pass *analysis.Pass, gen *ast.GenDecl) bool {
	for _, spec := range gen.Specs {
		v := spec.(*ast.ValueSpec)
		if directive(v.Doc) || len(v.Values) != len(v.Names) {
			return false
		}
		for i, name := range v.Names {
			obj, ok := pass.TypesInfo.Defs[name].(*types.Var)
			if !ok || obj.Exported() || !constantType(obj.Type()) ||
				pass.TypesInfo.Types[v.Values[i]].Value == nil ||
				technique.MentionedBeside(pass, obj.Name()) {
				return false
			}
			conv, ok := v.Values[i].(*ast.CallExpr)
			if v.Type == nil && (!ok || !pass.TypesInfo.Types[conv.Fun].IsType()) {
				return false
			}
		}
	}
	return len(gen.Specs) > 0 && !directive(gen.Doc)
}

// constantType reports whether a type's constants are as exact as its
// variables. The linker can set a variable of type string.
func constantType(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsBoolean|types.IsInteger|types.IsString) != 0 &&
		!types.Identical(t, types.Typ[types.String])
}

// directive reports whether a comment tells the compiler something.
func directive(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if strings.HasPrefix(c.Text, "//go:") {
			return true
		}
	}
	return false
}

// firstIn reports whether none of the uses is in cur's function. A use outside
// of functions happens once.
func firstIn(others []inspector.Cursor, cur inspector.Cursor) bool {
	fn := function(cur)
	if fn == nil {
		return false
	}
	for _, other := range others {
		if function(other) == fn {
			return false
		}
	}
	return true
}

func function(cur inspector.Cursor) ast.Node {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return fn.Node()
	}
	return nil
}

// propose makes constants of a declaration, for the function around a use.
//
//	have: var red colour = "red"
//	want: const red colour = "red"
func (d declaration) propose(uses []inspector.Cursor, cur inspector.Cursor) technique.Proposal {
	name := cur.Node().(*ast.Ident).Name
	p := technique.Proposal{
		At:      cur.Node(),
		Message: "make " + name + " a constant, which an interface holds without a copy",
		Edits: []analysis.TextEdit{{Pos: d.decl.TokPos,
			End: d.decl.TokPos + token.Pos(len("var")), NewText: []byte("const")}},
	}
	for _, use := range uses {
		if use != cur && function(use) == function(cur) {
			p.Also = append(p.Also, use.Node())
		}
	}
	return p
}
