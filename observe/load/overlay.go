package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"

	"github.com/wring-go/wring/internal/overlay"
)

// overlaid returns the build flags with those for the overlay. Call drop when
// the go command has ended.
//
// The overlay is not given to x/tools, which would then load all dependencies
// from source, the standard library included: the go command knows better which
// export data still holds.
func (c Config) overlaid() (flags []string, drop func(), err error) {
	flags = c.buildFlags()
	if len(c.Overlay) == 0 {
		return flags, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, nil, err
	}
	drop = func() { os.RemoveAll(dir) }
	list, err := overlay.Write(dir, c.Overlay, "")
	if err != nil {
		drop()
		return nil, nil, err
	}
	return append(flags, "-overlay="+list), drop, nil
}

// parse parses a file, as the overlay has it if it does.
func (c Config) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	if text, ok := c.Overlay[name]; ok {
		src = text
	}
	return parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments)
}
