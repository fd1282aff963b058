package boxonce

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// declaration returns the declaration of the variable, which may be one of a group; nil where a
// directive names the variable, and where the value is one that technique constvar or the linker
// cares for.
func (b *box) declaration() *ast.GenDecl {
	value := technique.Initial(b.pass, b.v)
	file := technique.FileOf(b.pass, b.v.Pos())
	if value == nil || file == nil || ast.IsGenerated(file) || technique.InTest(b.pass, file) {
		return nil
	}
	basic, isBasic := b.v.Type().Underlying().(*types.Basic)
	if isBasic && b.pass.TypesInfo.Types[value].Value != nil &&
		basic.Info()&(types.IsBoolean|types.IsInteger|types.IsString) != 0 {
		return nil
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:linkname ") &&
				slices.Contains(strings.Fields(c.Text), b.v.Name()) {
				return nil
			}
		}
	}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if ok && gen.Tok == token.VAR && gen.Pos() <= b.v.Pos() && b.v.Pos() < gen.End() {
			return gen
		}
	}
	return nil
}

// fixed reports whether the variable has the value for good that it begins with.
func (b *box) fixed() bool {
	if !technique.Fixed(b.pass, b.v) || technique.MentionedBeside(b.pass, b.v.Name()) {
		return false
	}
	_, isSlice := b.v.Type().Underlying().(*types.Slice)
	for _, use := range technique.UsesOf(b.pass, b.v) {
		// What a slice leads to is the same in both.
		if !isSlice && technique.WrittenTo(b.pass.TypesInfo, use) {
			return false
		}
	}
	return true
}
