package appendstyle

import (
	"go/ast"
	"go/types"
)

// wrap plans to make a function that calls itself a caller of its own twin.
func wrap(f *function) (plan change, self *twin, ok bool) {
	fn := f.ix.info.Defs[f.decl.Name].(*types.Func)
	args, ok := paramNames(f)
	if !ok || !f.ix.twinnable(fn, f.decl) {
		return change{}, nil, false
	}
	t := newTwins(f.ix, nil).plan(fn, f.decl)
	returns := f.returns()
	if t == nil || len(returns) == 0 {
		return change{}, nil, false
	}
	out, second := &local{base: "dst"}, &local{base: "err"}
	call := code{t, "(", out, args, ")"}
	if f.decl.Recv != nil {
		recv := f.decl.Recv.List[0].Names
		if len(recv) == 0 || recv[0].Name == "_" {
			return change{}, nil, false
		}
		call = code{recv[0].Name + ".", call}
	}
	typ := f.decl.Type.Results.List[0].Type
	body := []code{{"{"}, {out, " := " + scratch(t.plan.size*perLoop)}}
	if f.decl.Type.Results.NumFields() == 1 {
		body = append(body, code{"return ", typ, "(", call, ")"})
	} else {
		body = append(body, code{out, ", ", second, " := ", call},
			code{"return ", typ, "(", out, "), ", second})
	}
	plan = replaced(f.decl.Body, append(body, code{"}"})...)
	plan.gain, plan.at = t.plan.gain, returns[len(returns)-1].Results[0] // where the text is done
	return plan, t, true
}

// paramNames returns the arguments that pass on the parameters of a function.
func paramNames(f *function) (args code, ok bool) {
	for _, field := range f.decl.Type.Params.List {
		for _, name := range field.Names {
			if name.Name == "_" {
				return nil, false
			}
			args = append(args, ", "+name.Name)
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				args = append(args, "...")
			}
		}
	}
	return args, true
}
