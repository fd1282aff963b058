package trynumber

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// date returns the function that is called instead of time.Parse, for a layout that begins with
// four digits of a year, and two each of a month and a day, with one byte between them.
//
//	time.Parse(time.RFC3339, s), time.Parse("2006/01/02", s)
func date(pass *analysis.Pass, call *ast.CallExpr) (h technique.Helper, ok bool) {
	if len(call.Args) != 2 {
		return h, false
	}
	layout, ok := technique.ConstantText(pass.TypesInfo, call.Args[0])
	if !ok || len(layout) < 10 || layout[:4] != "2006" || layout[5:7] != "01" ||
		layout[8:10] != "02" || !between(layout[4]) || !between(layout[7]) {
		return h, false
	}
	return technique.Helper{Name: "tryDate", Text: tryDate,
		Imports: []string{"strconv", "time"}}, true
}

// between reports whether a byte of a layout stands for itself, before other elements, too.
func between(c byte) bool { return c == '-' || c == '/' || c == '.' }

// The year, the month and the day have all their digits in a text that time.Parse takes.
const tryDate = `// tryDate is time.Parse for a layout that begins with a date like 2006-01-02. It
// makes no error for a text that begins otherwise.
func tryDate(layout, s string) (time.Time, error) {
	if len(s) < 10 || s[4] != layout[4] || s[7] != layout[7] {
		return time.Time{}, strconv.ErrSyntax
	}
	return time.Parse(layout, s)
}`
