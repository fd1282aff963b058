package plant

import (
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/verify/differential/reach"
)

// mostConstants is how many constants of a type are listed: enough for the tokens of a
// language.
const mostConstants = 100

// constants returns, as the text of a map, the constants that types of the package, and of
// the packages that it imports, have: the values that functions tell apart, of which an
// integer by chance is rarely one. The keys are the import path and the name of a type.
func constants(s *reach.Package) string {
	list := map[string][]string{}
	for _, pkg := range append([]*types.Package{s.Types}, s.Types.Imports()...) {
		for _, name := range pkg.Scope().Names() {
			c, ok := pkg.Scope().Lookup(name).(*types.Const)
			if !ok || pkg != s.Types && !c.Exported() {
				continue
			}
			key, value := typeKey(c.Type()), constantText(c.Val())
			if key != "" && value != "" && len(list[key]) < mostConstants &&
				!slices.Contains(list[key], value) {
				list[key] = append(list[key], value)
			}
		}
	}
	var b strings.Builder
	b.WriteString("map[string][]interface{}{\n")
	for _, key := range slices.Sorted(maps.Keys(list)) {
		if len(list[key]) > 1 {
			fmt.Fprintf(&b, "\t\t%q: {%s},\n", key, strings.Join(list[key], ", "))
		}
	}
	b.WriteString("\t}")
	return b.String()
}

// typeKey names a type as reflection does, "" for one without a name or a package.
func typeKey(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Parent() != named.Obj().Pkg().Scope() {
		return ""
	}
	path := named.Obj().Pkg().Path()
	if named.Obj().Pkg().Name() == "main" {
		path = "main"
	}
	return path + "." + named.Obj().Name()
}

// constantText returns an integer or a string as an expression, "" for anything else.
func constantText(v constant.Value) string {
	switch v.Kind() {
	case constant.Int:
		if n, exact := constant.Int64Val(v); exact {
			return fmt.Sprintf("int64(%d)", n)
		}
	case constant.String:
		if text := constant.StringVal(v); len(text) <= longest {
			return strconv.QuoteToASCII(text)
		}
	}
	return ""
}
