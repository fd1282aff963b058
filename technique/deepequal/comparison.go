package deepequal

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// mostTerms is how long a comparison may become before a reader would rather have a
// function.
const mostTerms = 6

// comparison is an expression in the making: all terms must hold.
type comparison struct {
	pass  *analysis.Pass
	file  *ast.File
	pos   token.Pos
	edits []analysis.TextEdit // imports
	terms []term
}

// term is one comparison, and its opposite.
type term struct{ is, not string }

func (c *comparison) term(is, not string) bool {
	c.terms = append(c.terms, term{is, not})
	return true
}

// longest is how long a line with all terms may be.
const longest = 80

// joined returns all terms, or that one of them does not hold.
func (c *comparison) joined(negated bool) string {
	var list []string
	operator := " &&"
	for _, t := range c.terms {
		if negated {
			operator, t.is = " ||", t.not
		}
		list = append(list, t.is)
	}
	if text := strings.Join(list, operator+" "); len(text) <= longest {
		return text
	}
	return strings.Join(list, operator+"\n")
}

// values adds the comparison of a and b, of type t. Floats may be compared where
// they are no part of memory that both could share.
func (c *comparison) values(t types.Type, a, b string, floats bool) bool {
	if plain(t, floats) {
		return c.term(a+" == "+b, a+" != "+b)
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if !plain(u.Elem(), false) {
			return false
		}
		path := "slices"
		if technique.IsBytes(t) {
			path = "bytes"
		} else if !technique.Since(c.pass, c.file, "go1.21") {
			return false
		}
		equal := c.imported(path) + ".Equal"
		return c.bothNil(a, b) && c.called(equal, a, b)
	case *types.Map:
		return technique.Since(c.pass, c.file, "go1.21") && plain(u.Key(), false) &&
			plain(u.Elem(), false) && c.bothNil(a, b) &&
			c.called(c.imported("maps")+".Equal", a, b)
	case *types.Pointer:
		return floats && plain(u.Elem(), false) && // not that of a field, which may be long
			c.pointers(a, b)
	case *types.Struct:
		return c.fields(t, u, a, b, floats)
	}
	return false
}

// bothNil adds that neither of a and b is nil, or both.
func (c *comparison) bothNil(a, b string) bool {
	return c.term("("+a+" == nil) == ("+b+" == nil)", "("+a+" == nil) != ("+b+" == nil)")
}

// called adds that a function says that a and b are equal.
func (c *comparison) called(equal, a, b string) bool {
	text := equal + "(" + a + ", " + b + ")"
	return c.term(text, "!"+text)
}

// pointers adds that a and b are the same, or point to what is equal.
func (c *comparison) pointers(a, b string) bool {
	text := "(" + a + " == " + b + " || " + a + " != nil && " + b + " != nil && *" + a +
		" == *" + b + ")"
	return c.term(text, "!"+text)
}

// fields adds the comparison of all fields, which the package can name.
func (c *comparison) fields(t types.Type, u *types.Struct, a, b string, floats bool) bool {
	for f := range u.Fields() {
		if f.Name() == "_" || !f.Exported() && f.Pkg() != c.pass.Pkg {
			return false
		}
		if _, pointer := f.Type().Underlying().(*types.Pointer); pointer {
			return false // what is behind it could lead back
		}
		if !c.values(f.Type(), a+"."+f.Name(), b+"."+f.Name(), floats) {
			return false
		}
	}
	return true
}

// imported returns the name of a package in the file.
func (c *comparison) imported(path string) string {
	name, edits := technique.AddImport(c.pass, c.file, c.pos, path)
	c.edits = append(c.edits, edits...)
	return name
}

// plain reports whether the operator compares all that there is of a value: a number,
// a text, or such in an array or a struct.
func plain(t types.Type, floats bool) bool {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsConstType != 0 &&
			(floats || u.Info()&(types.IsFloat|types.IsComplex) == 0)
	case *types.Array:
		return plain(u.Elem(), floats)
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() == "_" || !plain(f.Type(), floats) {
				return false
			}
		}
		return true
	}
	return false
}
