package technique

import (
	"go/ast"
	"go/version"

	"golang.org/x/tools/go/analysis"
)

// Since reports whether a file may use what came with a Go release, "go1.21".
// One that says that it is for older releases could be built by them.
func Since(pass *analysis.Pass, file *ast.File, release string) bool {
	v := pass.TypesInfo.FileVersions[file]
	return v == "" || version.Compare(v, release) >= 0
}

// EmptyInterface returns how a file writes the type of any value: by its name, which came
// with go1.18, or without one.
func EmptyInterface(pass *analysis.Pass, file *ast.File) string {
	if Since(pass, file, "go1.18") {
		return "any"
	}
	return "interface{}"
}
