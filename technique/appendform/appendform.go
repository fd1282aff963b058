// Package appendform makes text by append where a string of it would only be
// copied or looked at.
package appendform

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("appendform",
		"append formatted text to where it goes, without a string of it\n\n"+
			"strconv.Itoa, hex.EncodeToString, strings.Repeat and their like return a new "+
			"string, as the String methods of addresses do, and a sum of strings is one, "+
			"too. Where it is only written to a buffer, "+
			"appended, made bytes, compared, measured or looked up in a map, by functions of the "+
			"package, "+
			"too, and also under the name of a variable that is seldom kept, the functions "+
			"that append make the same text on the stack, in the free space of a bufio.Writer, "+
			"or at its place. So does strings.Join of a list that is written out. Those that "+
			"encode and quote take memory twice for a string, once for its bytes. A sum that "+
			"is written to a buffer is written piece by piece, and one that is compared with a "+
			"string, or with its beginning or end, is compared piece by piece. An encoder of "+
			"package hex, base32 or base64 that writes to a buffer is not needed. A function "+
			"that only writes the text to a bufio.Writer takes the number. What goes to "+
			"any other writer is appended in room from a pool, and so is a string that goes to a "+
			"hash, a connection or another writer of known type that takes no strings. "+
			"That assumes that the writer "+
			"keeps nothing of what it is given, as io.Writer demands, and that its WriteString "+
			"writes what its Write would.",
		technique.Each(propose, (*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil)),
		technique.Each(grown, (*ast.AssignStmt)(nil)),
		technique.Each(encoders, (*ast.CallExpr)(nil)),
		technique.Each(pooled, (*ast.CallExpr)(nil)),
		technique.Each(hashed, (*ast.CallExpr)(nil)),
		technique.Each(writing, (*ast.FuncDecl)(nil))),
	Title: "Append text where it goes",
	Causes: []string{"strconv-format", "base-encoding", "string-concat", "string-join",
		"string-bytes-conversion"},
	Risk: technique.Checked,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	t, ok := textAt(pass, cur)
	if !ok || t.goesToWriter() || !technique.Predeclared(pass, cur.Node().Pos(), "append", "make",
		"byte", "string", "int64") {
		return p, false
	}
	message := "append the text where it goes, which makes no string of it"
	var made []analysis.TextEdit
	if at, text, ok := t.compared(); ok {
		message = "compare the pieces, which makes no string of them"
		made = append(made, technique.Replace(at, text))
	} else if made, ok = t.comparedVariable(); ok {
		message = "compare the pieces, which makes no string of them"
	} else if at, text, ok := t.place(); ok {
		made = append(made, technique.Replace(at, text))
	} else if bytes, copied, ok := t.asBytes(); ok && copied {
		made = bytes
	} else if made, ok = t.variable(); ok {
		message = "append the text on the stack, and make a string of it where it is kept"
	} else if bytes, _, ok := t.asBytes(); ok {
		made = bytes
	} else if at, text, ok := t.parts(); ok {
		message = "write the pieces, which makes no string of them"
		made = append(made, technique.Replace(at, text))
	} else if t.handed() || len(t.pieces) > 1 && (t.mapped() || t.repeated()) && t.stored() {
		made = append(made, technique.Replace(t.cur.Node(), t.passing()))
	} else {
		return p, false
	}
	edits, ok := t.helpers()
	return technique.Proposal{At: t.at(), Also: t.also(), Message: message, Safe: true,
		Edits: append(edits, made...)}, ok
}

// helpers returns the edits that declare what the twins of the pieces need.
func (t *text) helpers() (edits []analysis.TextEdit, ok bool) {
	given := map[string]bool{"": true}
	for _, p := range t.pieces {
		if p.twin == nil || given[p.twin.helper.Name] {
			continue
		}
		more, ok := p.twin.helper.Declare(t.pass, t.file, p.e)
		if !ok {
			return nil, false
		}
		given[p.twin.helper.Name] = true
		edits = append(edits, more...)
	}
	return edits, true
}

// text is an expression that makes a string of pieces.
type text struct {
	pass   *analysis.Pass
	file   *ast.File
	cur    inspector.Cursor
	pieces []piece
	joined bool // strings.Join makes it
	inert  bool // no piece changes what another, or the place, reads
}

// textAt matches a sum of strings, and a call that formats; not a part of a
// larger sum.
func textAt(pass *analysis.Pass, cur inspector.Cursor) (*text, bool) {
	e := cur.Node().(ast.Expr)
	if sum, ok := e.(*ast.BinaryExpr); ok && !isSum(sum) {
		return nil, false
	}
	tv := pass.TypesInfo.Types[e]
	if tv.Value != nil || !types.Identical(tv.Type, types.Typ[types.String]) {
		return nil, false
	}
	t := &text{pass: pass, cur: cur, file: technique.FileOf(pass, e.Pos())}
	if t.file == nil {
		return nil, false
	}
	for up := cur.Parent(); ; up = up.Parent() {
		if _, paren := up.Node().(*ast.ParenExpr); paren {
			continue
		}
		if sum, ok := up.Node().(*ast.BinaryExpr); ok && isSum(sum) {
			return nil, false
		}
		break
	}
	if !t.divide(e) || technique.Commented(pass, e) ||
		len(t.pieces) == 1 && t.mapped() && !t.appendedTo() {
		return nil, false
	}
	t.inert = effects.Only(pass, e, effects.Keeps|effects.Outside|effects.Panics)
	return t, t.inert || len(t.pieces) == 1
}

// at returns what allocates: the first call that formats, or the sum.
func (t *text) at() ast.Node {
	for _, p := range t.pieces {
		if p.twin != nil {
			return p.e
		}
	}
	return t.cur.Node()
}

// also returns the further calls that format, and the sum.
func (t *text) also() []ast.Node {
	var list []ast.Node
	for _, p := range t.pieces {
		if p.twin != nil && p.e != t.at() {
			list = append(list, p.e)
		}
	}
	if t.cur.Node() != t.at() {
		list = append(list, t.cur.Node())
	}
	return list
}
