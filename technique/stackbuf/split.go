package stackbuf

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// pieces begins the pieces of a text on the stack.
//
//	have: v := strings.Split(s, "/")
//	want: v := appendSplit(make([]string, 0, 16), s, "/")
func (s *slice) pieces() {
	text, helper, ok := appended(s.pass, s.file, s.value)
	if !ok {
		return
	}
	technique.Report(s.pass, technique.Proposal{At: s.value, Safe: s.safe,
		Message: "begin " + s.v.Name() + " on the stack, as long as it fits",
		Edits:   append(helper, technique.Replace(s.value, text))})
}

// passedPieces proposes to put on the stack what is split for a call, or for one of the pieces.
//
//	have: strings.Join(strings.Fields(s), " "), strings.Fields(s)[1]
//	want: strings.Join(appendFields(make([]string, 0, 16), s), " "),
//	      appendFields(make([]string, 0, 16), s)[1]
func passedPieces(pass *analysis.Pass, cur inspector.Cursor) {
	value := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, value.Pos())
	if ok, _ := handed(pass, cur); !ok && !onePiece(pass, cur) || file == nil {
		return
	}
	text, helper, ok := appended(pass, file, value)
	if !ok {
		return
	}
	technique.Report(pass, technique.Proposal{At: value, Safe: true,
		Message: "keep the pieces on the stack, as long as they fit",
		Edits:   append(helper, technique.Replace(value, text))})
}

// onePiece reports whether a piece is taken from the pieces at cur, and no more. The first is cut
// off with less, except of fields.
func onePiece(pass *analysis.Pass, cur inspector.Cursor) bool {
	index, ok := cur.Parent().Node().(*ast.IndexExpr)
	if !ok || technique.WrittenTo(pass.TypesInfo, cur.Parent()) {
		return false
	}
	return !technique.IsInt(pass.TypesInfo, index.Index, 0) ||
		technique.IsFunc(pass.TypesInfo, cur.Node().(*ast.CallExpr), "strings", "Fields")
}

// appended returns the call that appends what a function of package strings returns to a
// slice on the stack, and the edits that declare the function called.
func appended(pass *analysis.Pass, file *ast.File, call *ast.CallExpr) (
	text string, edits []analysis.TextEdit, ok bool) {
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "strings" ||
		len(call.Args) != fn.Signature().Params().Len() || technique.Commented(pass, call) ||
		!technique.Predeclared(pass, call.Pos(), "make", "append", "string") {
		return "", nil, false
	}
	room, h := int64(someRoom/16), technique.Helper{}
	sequences := technique.Since(pass, file, "go1.24")
	switch fn.Name() {
	case "Split", "SplitAfter":
		h = appendPieces(fn.Name(), "s, sep")
		if sep, _ := technique.ConstantText(pass.TypesInfo, call.Args[1]); !sequences && sep != "" {
			h = appendCut(fn.Name())
		}
	case "Fields":
		if h = appendPieces(fn.Name(), "s"); !sequences {
			h = appendFields
		}
	case "SplitN":
		if room, ok = limited(pass.TypesInfo, call); !ok {
			return "", nil, false
		}
		h = appendSplitN
	default:
		return "", nil, false
	}
	if !sequences && strings.Contains(h.Text, "Seq(") {
		return "", nil, false
	}
	args := ""
	for _, arg := range call.Args {
		args += ", " + technique.Text(pass, arg)
	}
	edits, ok = h.Declare(pass, file, call)
	return fmt.Sprintf("%s(make([]string, 0, %d)%s)", h.Name, room, args), edits, ok
}

// limited returns the limit of a SplitN that cuts at a separator, and few times.
func limited(info *types.Info, call *ast.CallExpr) (int64, bool) {
	sep, ok := technique.ConstantText(info, call.Args[1])
	n, known := technique.ConstantInt(info, call.Args[2])
	return n, ok && sep != "" && known && 1 < n && n <= someRoom/16
}

// appendPieces returns the helper that appends what a function of package strings returns.
func appendPieces(name, params string) technique.Helper {
	return technique.Helper{Name: "append" + name, Imports: []string{"strings"},
		Text: fmt.Sprintf(`// append%[1]s appends strings.%[1]s(%[2]s) to dst.
func append%[1]s(dst []string, %[2]s string) []string {
	for piece := range strings.%[1]sSeq(%[2]s) {
		dst = append(dst, piece)
	}
	return dst
}`, name, params)}
}

// appendSplitN is for limits above 0 and separators that are not empty.
var appendSplitN = technique.Helper{Name: "appendSplitN", Imports: []string{"strings"},
	Text: `// appendSplitN appends strings.SplitN(s, sep, n) to dst: n is above 0, sep not empty.
func appendSplitN(dst []string, s, sep string, n int) []string {
	for ; n > 1; n-- {
		i := strings.Index(s, sep)
		if i < 0 {
			break
		}
		dst = append(dst, s[:i])
		s = s[i+len(sep):]
	}
	return append(dst, s)
}`}

// appendCut returns the same helper where there are no sequences, for separators that are not
// empty.
func appendCut(name string) technique.Helper {
	end := "i"
	if name == "SplitAfter" {
		end = "i+len(sep)"
	}
	return technique.Helper{Name: "append" + name, Imports: []string{"strings"},
		Text: fmt.Sprintf(`// append%[1]s appends strings.%[1]s(s, sep) to dst: sep is not empty.
func append%[1]s(dst []string, s, sep string) []string {
	for {
		i := strings.Index(s, sep)
		if i < 0 {
			return append(dst, s)
		}
		dst = append(dst, s[:%[2]s])
		s = s[i+len(sep):]
	}
}`, name, end)}
}

// appendFields is that for white space.
var appendFields = technique.Helper{Name: "appendFields", Imports: []string{"strings", "unicode"},
	Text: `// appendFields appends strings.Fields(s) to dst.
func appendFields(dst []string, s string) []string {
	for {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		if s == "" {
			return dst
		}
		i := strings.IndexFunc(s, unicode.IsSpace)
		if i < 0 {
			return append(dst, s)
		}
		dst = append(dst, s[:i])
		s = s[i:]
	}
}`}
