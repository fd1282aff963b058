package appendstyle

import "go/ast"

// code is Go text that a plan holds and a writer spells. What only the writer
// knows stands in it as a value. Its parts are
//
//	string    text as it stands
//	code      text of the same kind
//	ast.Node  a node of the source, with what the plan replaces in it
//	bytesOf   an expression of which only the bytes are taken
//	altered   a node with replacements that are made here alone
//	*local    a variable that the plan declares
//	roomOf    room from a pool, for what a call writes
//	imported  the name of a package, given its path
//	slice     the slice that is appended to, until fill says which
//	*twin     the name of a twin
//	operands  the arguments of a call of one, each behind a comma
type code []any

type (
	bytesOf  struct{ expr ast.Expr }
	imported string
	slice    struct{}
	roomOf   struct{ call *ast.CallExpr }
	operands struct {
		call *ast.CallExpr
		of   *twin
	}
	altered struct {
		node  ast.Node
		edits []edit
	}
)

// local is a variable that a plan declares. Where only the statements of a
// block use it, another block may have another of its name.
type local struct {
	base  string
	block ast.Node // nil: the whole function
}

// edit puts text in the place of a node. A statement without any goes away with
// its line.
type edit struct {
	node ast.Node
	text code
}

// fill returns the code with a slice in the place of slice.
func (c code) fill(s code) code {
	var out code
	for _, part := range c {
		switch part := part.(type) {
		case slice:
			out = append(out, s)
		case code:
			out = append(out, part.fill(s))
		default:
			out = append(out, part)
		}
	}
	return out
}

// each yields the parts, those of codes within included, until it is stopped.
func (c code) each(yield func(any) bool) bool {
	for _, part := range c {
		more := true
		switch part := part.(type) {
		case code:
			more = part.each(yield)
		case altered:
			for _, e := range part.edits {
				more = more && e.text.each(yield)
			}
		default:
			more = yield(part)
		}
		if !more {
			return false
		}
	}
	return true
}

// block returns lines of code as one.
func block(lines ...code) code {
	var out code
	for i, line := range lines {
		if i > 0 {
			out = append(out, "\n")
		}
		out = append(out, line)
	}
	return out
}

// nodes returns each expression as a code.
func nodes(list []ast.Expr, spread bool) []code {
	var out []code
	for i, e := range list {
		c := code{e}
		if spread && i == len(list)-1 {
			c = append(c, "...")
		}
		out = append(out, c)
	}
	return out
}
