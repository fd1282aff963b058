package routesource

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/internal/pathshape"
)

// registrations finds the calls that register routes.
func (p *program) registrations(info *types.Info, f *ast.File) {
	methods := methodsOfMux(info, f)
	for _, decl := range f.Decls {
		var in types.Object
		if fn, ok := decl.(*ast.FuncDecl); ok {
			in = info.Defs[fn.Name]
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if c, ok := callOf(info, n); ok {
				p.register(c, in, methods[c.CallExpr])
			}
			return true
		})
	}
}

// methodsOfMux returns the methods that follow a registration of gorilla/mux, as
// in HandleFunc(...).Methods("GET").
func methodsOfMux(info *types.Info, f *ast.File) map[*ast.CallExpr][]string {
	found := map[*ast.CallExpr][]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		c, ok := callOf(info, n)
		if !ok || c.framework != "mux" || c.name != "Methods" {
			return true
		}
		var methods []string
		for i := range c.Args {
			if m, ok := c.text(i); ok {
				methods = append(methods, m)
			}
		}
		for inner, ok := callOf(info, c.receiver); ok; inner, ok = callOf(info, inner.receiver) {
			found[inner.CallExpr] = methods
		}
		return true
	})
	return found
}

// register adds the routes of a call, if it is one that registers some.
func (p *program) register(c call, in types.Object, muxMethods []string) {
	methods, at := []string{""}, 0
	switch upper := strings.ToUpper(c.name); {
	case c.framework == "net/http":
		if c.name != "Handle" && c.name != "HandleFunc" {
			return
		}
	case isMethod(upper):
		methods[0] = upper
	case c.framework == "mux":
		if c.name != "Handle" && c.name != "HandleFunc" && c.name != "Path" {
			return
		}
		if len(muxMethods) > 0 {
			methods = muxMethods
		}
	case slices.Contains([]string{"Method", "MethodFunc", "Add"}, c.name),
		c.name == "Handle" && c.framework == "gin":
		m, ok := c.text(0)
		if !ok {
			return
		}
		methods[0], at = m, 1
	case c.name != "Any" && c.name != "Handle" && c.name != "HandleFunc":
		return
	}
	pattern, ok := c.text(at)
	if !ok {
		return
	}
	for _, prefix := range p.prefixes(source{info: c.info, expr: c.receiver, in: in}, 0) {
		for _, m := range methods {
			p.add(c, m, prefix, pattern)
		}
	}
}

func isMethod(s string) bool {
	switch s {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE":
		return true
	}
	return false
}

// add adds a route if it can be read.
func (p *program) add(c call, method, prefix, pattern string) {
	if c.framework == "net/http" {
		if m, rest, ok := strings.Cut(pattern, " "); ok {
			method, pattern = m, strings.TrimSpace(rest)
		}
		if i := strings.IndexByte(pattern, '/'); i > 0 {
			pattern = pattern[i:] // behind the host
		}
	} else {
		pattern = join(prefix, pattern)
		if n := len(pattern); n > 1 && pattern[n-1] == '/' {
			pattern += "{$}" // these do not take it for all below
		}
	}
	parsed, err := pathshape.ParsePattern(strings.TrimSpace(method + " " + pattern))
	if err != nil {
		return
	}
	at := p.fset.Position(c.Pos())
	p.routes = append(p.routes, Route{parsed, at.Filename, at.Line, c.handler()})
}

// join puts a prefix before a pattern.
func join(prefix, pattern string) string {
	if pattern == "" {
		pattern = prefix
	} else {
		pattern = strings.TrimSuffix(prefix, "/") + "/" + strings.TrimPrefix(pattern, "/")
	}
	if prefix != "" && prefix != "/" && pattern == strings.TrimSuffix(prefix, "/")+"/" {
		return strings.TrimSuffix(prefix, "/")
	}
	return "/" + strings.TrimPrefix(pattern, "/")
}

// maxDepth is how many steps are followed from a router to where it came from.
const maxDepth = 12

// prefixes returns the prefixes that a router may have; "" if nothing is known.
func (p *program) prefixes(s source, depth int) []string {
	var found []string
	for _, prefix := range p.above(s, depth) {
		if s.below != "" {
			prefix = join(prefix, s.below)
		}
		if !slices.Contains(found, prefix) {
			found = append(found, prefix)
		}
	}
	return found
}

func (p *program) above(s source, depth int) []string {
	if s.expr == nil || depth > maxDepth {
		return []string{""}
	}
	if c, ok := callOf(s.info, ast.Unparen(s.expr)); ok {
		return p.ofCall(c, s, depth)
	}
	obj := objectOf(s.info, s.expr)
	if obj == nil {
		return []string{""}
	}
	var found []string
	for _, m := range p.mounts[obj] {
		found = append(found, p.mounted(m, depth)...)
	}
	for _, v := range p.values[obj] {
		for _, prefix := range p.prefixes(v, depth+1) {
			if len(p.mounts[obj]) == 0 || prefix != "" {
				found = append(found, prefix)
			}
		}
	}
	if len(found) == 0 {
		return []string{""}
	}
	return found
}

func (p *program) mounted(m mount, depth int) []string {
	var found []string
	for _, prefix := range p.prefixes(m.source, depth+1) {
		found = append(found, join(prefix, m.prefix))
	}
	return found
}

// ofCall returns the prefixes of a router that a call gave.
func (p *program) ofCall(c call, s source, depth int) []string {
	if c.receiver == nil {
		// A new router; the function around it may be mounted somewhere.
		var found []string
		for _, m := range p.mounts[s.in] {
			found = append(found, p.mounted(m, depth)...)
		}
		if s.in == nil || len(found) == 0 {
			return []string{""}
		}
		return found
	}
	own := ""
	if c.name == "Group" && c.framework != "chi" || c.name == "PathPrefix" || c.name == "Route" {
		own, _ = c.text(0)
	}
	inner := source{info: s.info, expr: c.receiver, in: s.in, below: own}
	return p.prefixes(inner, depth+1)
}
