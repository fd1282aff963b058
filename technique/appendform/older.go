package appendform

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// older returns the twin of EncodeToString in modules for releases before go1.22, whose
// encodings do not append: a function that the package is given.
func older(pass *analysis.Pass, fn *types.Func, on ast.Expr, args string) (twin, bool) {
	t := twin{args: args, room: 64, twice: true}
	switch path := fn.Pkg().Path(); path {
	case "encoding/hex":
		t.helper = appendHex
	case "encoding/base32", "encoding/base64":
		_, pointer := types.Unalias(pass.TypesInfo.TypeOf(on)).(*types.Pointer)
		if !pointer || !technique.IsNamed(pass.TypesInfo.TypeOf(on), path, "Encoding") {
			return twin{}, false
		}
		t.helper = appendBase64
		if path == "encoding/base32" {
			t.helper = appendBase32
		}
		t.args = technique.Text(pass, on) + ", " + args
	}
	t.name = t.helper.Name
	return t, t.name != ""
}

// The helpers encode to the end of a slice, for which append makes room without a slice of
// its own.
var (
	appendHex = technique.Helper{Name: "appendHex", Imports: []string{"encoding/hex"},
		Text: `// appendHex appends src in hexadecimal.
func appendHex(dst, src []byte) []byte {
	n := hex.EncodedLen(len(src))
	dst = append(dst, make([]byte, n)...)
	hex.Encode(dst[len(dst)-n:], src)
	return dst
}`}
	appendBase32 = encoding("32")
	appendBase64 = encoding("64")
)

func encoding(base string) technique.Helper {
	return technique.Helper{Name: "appendBase" + base,
		Imports: []string{"encoding/base" + base},
		Text: `// appendBase` + base + ` appends src, encoded by enc.
func appendBase` + base + `(dst []byte, enc *base` + base + `.Encoding, src []byte) []byte {
	n := enc.EncodedLen(len(src))
	dst = append(dst, make([]byte, n)...)
	enc.Encode(dst[len(dst)-n:], src)
	return dst
}`}
}
