package before

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"

	"golang.org/x/net/html"
)

// Page parses an HTML page.
func Page(page []byte) (*html.Node, error) { return html.Parse(bytes.NewReader(page)) }

// Source parses a Go file.
func Source(source []byte) (*ast.File, error) {
	return parser.ParseFile(token.NewFileSet(), "x.go", source, parser.ParseComments)
}
