package appendstyle

import (
	"go/ast"
	"strings"
)

// wrap makes the root a caller of its own twin.
func (p *proposal) wrap() bool {
	t := p.selfTwin()
	if t == nil || t.reused || p.at == nil {
		return false
	}
	args, ok := paramNames(p.fn)
	if !ok {
		return false
	}
	d := newRoot(p)
	d.size = t.size * perLoop
	out := d.fresh("dst")
	fun := t.name
	if p.fn.Recv != nil {
		if len(p.fn.Recv.List[0].Names) == 0 || p.fn.Recv.List[0].Names[0].Name == "_" {
			return false
		}
		fun = p.fn.Recv.List[0].Names[0].Name + "." + t.name
	}
	body := []string{out + " := " + d.scratch()}
	s := call(fun, args...)
	if p.fn.Type.Results.NumFields() == 1 {
		body = append(body, "return "+d.converted(s.head+out+s.tail))
	} else {
		second := d.fresh("err")
		body = append(body, out+", "+second+" := "+s.head+out+s.tail,
			"return "+d.converted(out)+", "+second)
	}
	d.repl[p.fn.Body] = "{\n" + strings.Join(body, "\n") + "\n}"
	d.gain = t.gain
	p.recursive = false
	return p.complete(d)
}

// converted returns the expression that makes the result of a slice.
func (d *draft) converted(slice string) string {
	return d.render(d.fn.Type.Results.List[0].Type) + "(" + slice + ")"
}

// selfTwin makes the twin of the root.
func (p *proposal) selfTwin() *twin {
	if !p.twinnable(p.root, p.fn) {
		return nil
	}
	t := p.makeTwin(p.root, p.fn)
	if t != nil {
		ast.Inspect(p.fn.Body, func(n ast.Node) bool {
			if ret, ok := n.(*ast.ReturnStmt); ok {
				p.at = ret.Results[0] // the last is where the text is done
			}
			return true
		})
	}
	return t
}

// paramNames returns the arguments that pass on the parameters of a function.
func paramNames(fn *ast.FuncDecl) ([]string, bool) {
	var names []string
	for _, field := range fn.Type.Params.List {
		for _, name := range field.Names {
			if name.Name == "_" {
				return nil, false
			}
			names = append(names, name.Name)
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				names[len(names)-1] += "..."
			}
		}
	}
	return names, true
}
