package sqlsource

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fullName is the path of a function's package, its receiver's type if it has one,
// and its name.
func fullName(f *types.Func) string {
	if f.Pkg() == nil {
		return f.Name()
	}
	if recv := f.Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		return types.TypeString(t, nil) + "." + f.Name()
	}
	return f.Pkg().Path() + "." + f.Name()
}

// call evaluates a call: conversions, functions that make a text of others, and
// functions of the program by what they return.
func (e *evaluator) call(s scope, x *ast.CallExpr, result int) []text {
	info := s.pkg.TypesInfo
	if tv := info.Types[x.Fun]; tv.IsType() && len(x.Args) == 1 {
		return e.eval(s, x.Args[0])
	}
	switch {
	case isBuiltin(info, x, "append"):
		return e.append(s, x)
	case isBuiltin(info, x, "new"), isBuiltin(info, x, "make") && len(x.Args) > 1 &&
		isZero(info, x.Args[1]):
		return []text{fixed("")}
	case isBuiltin(info, x, "min"), isBuiltin(info, x, "max"):
		return e.any(s, x.Args)
	}
	if f := callee(info, x); f != nil {
		if texts := e.known(s, x, f, result); texts != nil {
			return texts
		}
	}
	var all []text
	for _, r := range e.results(s, x, result) {
		if r.expr != nil {
			all = union(all, e.eval(r.scope, r.expr))
			continue
		}
		flow := &flow{evaluator: e, scope: r.scope, target: r.named, use: r.at,
			state: []text{fixed("")}}
		flow.block(r.body.List)
		all = union(all, flow.state)
	}
	return all
}

func isZero(info *types.Info, expr ast.Expr) bool {
	v := info.Types[expr].Value
	return v != nil && constant.Sign(v) == 0
}

func (e *evaluator) any(s scope, args []ast.Expr) (all []text) {
	for _, arg := range args {
		all = union(all, e.eval(s, arg))
	}
	return all
}

func (e *evaluator) append(s scope, x *ast.CallExpr) []text {
	if len(x.Args) == 0 {
		return nil
	}
	texts := e.eval(s, x.Args[0])
	t := s.pkg.TypesInfo.TypeOf(x)
	strs := t != nil && isStrings(t)
	for _, arg := range x.Args[1:] {
		texts = joinAll(texts, e.eval(s, arg))
		if strs && !x.Ellipsis.IsValid() {
			texts = joinAll(texts, []text{fixed(endMark)})
		}
	}
	return texts
}

// known evaluates functions of other modules that are known here; nil otherwise.
func (e *evaluator) known(s scope, x *ast.CallExpr, f *types.Func, result int) []text {
	name := fullName(f)
	if params := f.Signature().Params().Len(); len(x.Args) < params &&
		(!f.Signature().Variadic() || len(x.Args) < params-1) {
		return nil // f(g()), where g has several results
	}
	database := f.Pkg() != nil && databases.MatchString(f.Pkg().Path())
	switch {
	case database && result == 0 && slices.Contains([]string{"Rebind", "In", "Named"}, f.Name()):
		return e.firstString(s, x, named(f.Name()))
	case name == "fmt.Sprintf":
		return e.format(s, x.Args[0], x.Args[1:])
	case name == "fmt.Appendf":
		return joinAll(e.eval(s, x.Args[0]), e.format(s, x.Args[1], x.Args[2:]))
	case name == "fmt.Sprint":
		return e.printed(s, x.Args, "")
	case name == "fmt.Sprintln":
		return e.printed(s, x.Args, "\n")
	case name == "cmp.Or":
		return e.any(s, x.Args)
	case name == "strings.Builder.String", name == "bytes.Buffer.String",
		name == "bytes.Buffer.Bytes":
		return e.eval(s, ast.Unparen(x.Fun).(*ast.SelectorExpr).X)
	case name == "bytes.NewBufferString", name == "bytes.NewBuffer", name == "strings.Clone":
		return e.eval(s, x.Args[0])
	case strings.HasPrefix(name, "strconv.Append"):
		return joinAll(e.eval(s, x.Args[0]), []text{hole()})
	case strings.HasPrefix(name, "strings.") && f.Signature().Recv() == nil:
		return e.strings(s, x, f.Name())
	}
	return nil
}

// named says how the name of a function of sqlx treats named parameters.
func named(function string) func(string) string {
	if !strings.Contains(function, "Named") {
		return func(s string) string { return s }
	}
	return func(s string) string { return namedParameter.ReplaceAllString(s, "$1?") }
}

// namedParameter is a parameter of sqlx, and what is before it: a second colon
// makes it a cast.
var namedParameter = regexp.MustCompile(`(^|[^:\w]):[\pL_][\pL\d_.]*`)

func (e *evaluator) firstString(s scope, x *ast.CallExpr, to func(string) string) []text {
	for _, arg := range x.Args {
		if t := s.pkg.TypesInfo.TypeOf(arg); t != nil && isString(t) {
			return mapped(e.eval(s, arg), func(t text) text { return t.each(to) })
		}
	}
	return nil
}

func mapped(list []text, f func(text) text) []text {
	var all []text
	for _, t := range list {
		all = append(all, f(t))
	}
	return all
}

// strings evaluates functions of package strings.
func (e *evaluator) strings(s scope, x *ast.CallExpr, name string) []text {
	switch name {
	case "Join":
		return e.joined(s, x)
	case "Repeat":
		return e.repeated(s, x)
	case "Replace":
		if v := s.pkg.TypesInfo.Types[x.Args[3]].Value; v == nil || constant.Sign(v) >= 0 {
			return nil
		}
		return e.replaced(s, x)
	case "ReplaceAll":
		return e.replaced(s, x)
	case "ToUpper", "ToLower", "TrimSpace", "Trim", "TrimLeft", "TrimRight", "TrimPrefix",
		"TrimSuffix":
		return e.trimmed(s, x, name)
	}
	return nil
}

func (e *evaluator) joined(s scope, x *ast.CallExpr) []text {
	var all []text
	for _, list := range e.eval(s, x.Args[0]) {
		for _, separator := range e.eval(s, x.Args[1]) {
			all = append(all, list.joined(separator))
		}
	}
	return limited(all)
}

// mostRepeated bounds the text of strings.Repeat.
const mostRepeated = 1000

func (e *evaluator) repeated(s scope, x *ast.CallExpr) []text {
	v := s.pkg.TypesInfo.Types[x.Args[1]].Value
	if v == nil {
		return nil
	}
	n, _ := constant.Int64Val(v)
	texts := e.eval(s, x.Args[0])
	if len(texts) != 1 || len(texts[0].parts) != 1 || n < 0 || n > mostRepeated {
		return nil
	}
	return []text{fixed(strings.Repeat(texts[0].parts[0], int(n)))}
}

// replaced evaluates a replacement of something constant.
func (e *evaluator) replaced(s scope, x *ast.CallExpr) []text {
	old := e.eval(s, x.Args[1])
	if len(old) != 1 || len(old[0].parts) != 1 || old[0].parts[0] == "" {
		return nil
	}
	var all []text
	for _, t := range e.eval(s, x.Args[0]) {
		if !slices.ContainsFunc(t.parts, func(p string) bool {
			return strings.Contains(p, old[0].parts[0])
		}) {
			all = append(all, t)
			continue
		}
		for _, to := range e.eval(s, x.Args[2]) {
			all = append(all, t.replaced(old[0].parts[0], to))
		}
	}
	return limited(all)
}

// trimmed evaluates what changes the case of a text or its ends.
func (e *evaluator) trimmed(s scope, x *ast.CallExpr, name string) []text {
	cut := ""
	if len(x.Args) > 1 {
		set := e.eval(s, x.Args[1])
		if len(set) != 1 || len(set[0].parts) != 1 {
			return nil
		}
		cut = set[0].parts[0]
	}
	return mapped(e.eval(s, x.Args[0]), func(t text) text {
		switch name {
		case "ToUpper":
			return t.each(strings.ToUpper)
		case "ToLower":
			return t.each(strings.ToLower)
		}
		t = t.each(func(s string) string { return s })
		first, last := &t.parts[0], &t.parts[len(t.parts)-1]
		switch name {
		case "TrimSpace":
			*first, *last = strings.TrimLeft(*first, " \t\r\n"), strings.TrimRight(*last, " \t\r\n")
		case "TrimPrefix":
			*first = strings.TrimPrefix(*first, cut)
		case "TrimSuffix":
			*last = strings.TrimSuffix(*last, cut)
		}
		if name == "Trim" || name == "TrimLeft" {
			*first = strings.TrimLeft(*first, cut)
		}
		if name == "Trim" || name == "TrimRight" {
			*last = strings.TrimRight(*last, cut)
		}
		return t
	})
}

// verb is a verb of a format.
var verb = regexp.MustCompile(`%[-+# 0]*(\[\d+\])?[\d*]*(\.[\d*]+)?(\[\d+\])?[a-zA-Z]`)

// plain is a verb without flags, with its argument's number or without.
var plain = regexp.MustCompile(`^%(?:\[(\d+)\])?[svd]$`)

// format evaluates a format. Where verbs are simple and their values known, these
// stand in their places.
func (e *evaluator) format(s scope, format ast.Expr, args []ast.Expr) []text {
	var all []text
	for _, f := range e.eval(s, format) {
		if len(f.parts) > 1 {
			f = f.each(func(p string) string {
				return strings.ReplaceAll(verb.ReplaceAllString(p, endMark), "%%", "%")
			})
			all = append(all, f.replaced(endMark, hole()))
			continue
		}
		for _, filled := range e.filled(s, f.parts[0], args) {
			if filled.at == nil {
				filled.at = f.at
			}
			all = append(all, filled)
		}
	}
	return limited(all)
}

func (e *evaluator) filled(s scope, format string, args []ast.Expr) []text {
	out, last, next := []text{fixed("")}, 0, 0
	literal := func(end int) []text {
		return []text{fixed(strings.ReplaceAll(format[last:end], "%%", "%"))}
	}
	for _, at := range verb.FindAllStringIndex(strings.ReplaceAll(format, "%%", "\x00\x00"), -1) {
		out = joinAll(out, literal(at[0]))
		value := []text{hole()}
		last = at[1]
		found := plain.FindStringSubmatch(format[at[0]:at[1]])
		if found != nil && found[1] != "" {
			next, _ = strconv.Atoi(found[1])
			next--
		}
		if found != nil && next >= 0 && next < len(args) {
			value = e.shown(s, args[next])
		}
		next++
		if strings.Contains(format[at[0]:at[1]], "*") {
			next = len(args)
		}
		out = joinAll(out, value)
	}
	return joinAll(out, literal(len(format)))
}

// shown evaluates what fmt prints for an argument.
func (e *evaluator) shown(s scope, arg ast.Expr) []text {
	tv := s.pkg.TypesInfo.Types[arg]
	switch {
	case tv.Value != nil && tv.Value.Kind() == constant.Int:
		return []text{fixed(tv.Value.ExactString())}
	case tv.Value != nil, tv.Type != nil && isString(tv.Type) && !hasString(tv.Type):
		return e.eval(s, arg)
	}
	return []text{hole()}
}

// hasString reports whether a type has a method that fmt would call.
func hasString(t types.Type) bool {
	for _, name := range []string{"String", "Error", "Format"} {
		if m, _, _ := types.LookupFieldOrMethod(t, true, nil, name); m != nil {
			return true
		}
	}
	return false
}

// printed evaluates fmt.Sprint, which puts no spaces beside strings.
func (e *evaluator) printed(s scope, args []ast.Expr, end string) []text {
	texts := []text{fixed("")}
	for i, arg := range args {
		if i > 0 && end != "" {
			texts = joinAll(texts, []text{fixed(" ")})
		}
		texts = joinAll(texts, e.shown(s, arg))
	}
	return joinAll(texts, []text{fixed(end)})
}
