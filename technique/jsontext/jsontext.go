// Package jsontext writes and reads a single text or integer of JSON without package json, where
// it is plain.
package jsontext

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("jsontext",
		"write and read a text or an integer of JSON without reflection\n\n"+
			"Package json gets an interface, and finds out by reflection what is in it; it makes "+
			"a decoder for each value that it reads. A text of printable ASCII characters that "+
			"need no escape is what stands between the quotes, and an integer is its digits. "+
			"Everything else goes to package json as before: other characters, blanks around, "+
			"null, and what is an error.\n\n"+
			"Values whose types write or read themselves are left to package json.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Write and read plain JSON directly",
	Causes: []string{"json-encode", "json-decode", "boxed-argument"},
	Risk:   technique.Safe,
}

// propose matches a call for one text or integer.
//
//	have: return json.Marshal(id.String())      json.Unmarshal(data, &s)
//	want: return marshalString(id.String())     unmarshalString(data, &s)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if file == nil || technique.InTest(pass, file) || call.Ellipsis.IsValid() {
		return none, false
	}
	var h technique.Helper
	var edits []analysis.TextEdit
	ok := false
	switch {
	case technique.IsFunc(pass.TypesInfo, call, "encoding/json", "Marshal"):
		h, edits, ok = marshals(pass, call.Args[0])
	case technique.IsFunc(pass.TypesInfo, call, "encoding/json", "Unmarshal"):
		h, ok = unmarshals(pass, call.Args[1])
		ok = ok && technique.Since(pass, file, "go1.18") // for type parameters
	}
	if !ok {
		return none, false
	}
	more, ok := h.Declare(pass, file, call)
	edits = append(append(edits, more...), technique.Replace(call.Fun, h.Name))
	return technique.Proposal{At: call, Edits: edits,
		Message: "leave to package json only what is not plain"}, ok
}

// marshals returns what writes a value, and the edits that the argument needs.
func marshals(pass *analysis.Pass, x ast.Expr) (h technique.Helper, edits []analysis.TextEdit,
	ok bool) {
	t := pass.TypesInfo.TypeOf(x)
	basic, ok := plain(t, "MarshalJSON", "MarshalText")
	if !ok || pass.TypesInfo.Types[x].Value != nil {
		return h, nil, false
	}
	typ := ""
	switch info := basic.Info(); {
	case info&types.IsString != 0:
		h, typ = marshalStringHelper, "string"
	case info&types.IsUnsigned != 0:
		h, typ = marshalUintHelper, "uint64"
	case info&types.IsInteger != 0:
		h, typ = marshalIntHelper, "int64"
	default:
		return h, nil, false
	}
	if types.Identical(t, types.Universe.Lookup(typ).Type()) {
		return h, nil, true
	}
	edits = []analysis.TextEdit{technique.Insert(x.Pos(), typ+"("),
		technique.Insert(x.End(), ")")}
	return h, edits, technique.Predeclared(pass, x.Pos(), typ)
}

// unmarshals returns what reads a value to an address.
func unmarshals(pass *analysis.Pass, to ast.Expr) (h technique.Helper, ok bool) {
	u, ok := ast.Unparen(to).(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return h, false // package json has an error for a nil pointer
	}
	basic, ok := plain(pass.TypesInfo.TypeOf(u.X), "UnmarshalJSON", "UnmarshalText")
	switch {
	case !ok:
	case basic.Info()&types.IsString != 0:
		return unmarshalStringHelper, true
	case basic.Info()&types.IsInteger != 0:
		return unmarshalIntHelper, true
	}
	return h, false
}

// plain returns the type below t, where no method of t writes or reads it, and package json knows
// no more of it than that.
func plain(t types.Type, methods ...string) (basic *types.Basic, ok bool) {
	basic, ok = t.Underlying().(*types.Basic)
	named, is := types.Unalias(t).(*types.Named)
	if !is || !ok {
		_, is := types.Unalias(t).(*types.Basic)
		return basic, ok && is
	}
	if pkg := named.Obj().Pkg(); pkg == nil || pkg.Path() == "encoding/json" {
		return nil, false // json.Number
	}
	for _, name := range methods {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			return nil, false
		}
	}
	return basic, true
}
