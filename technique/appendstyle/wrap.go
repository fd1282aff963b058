package appendstyle

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// wrap plans to make a function that calls itself a caller of its own twin.
func wrap(f *recognise.Function) (plan change, self *twin, ok bool) {
	fn := f.Pkg.Info.Defs[f.Decl.Name].(*types.Func)
	args, ok := paramNames(f)
	if !ok || !f.Pkg.Twinnable(fn, f.Decl) {
		return change{}, nil, false
	}
	t := newTwins(f.Pkg, nil).plan(fn, f.Decl)
	returns := f.Returns()
	if t == nil || len(returns) == 0 {
		return change{}, nil, false
	}
	out, second := &local{base: "dst"}, &local{base: "err"}
	call := code{t, "(", out, args, ")"}
	if f.Decl.Recv != nil {
		recv := f.Decl.Recv.List[0].Names
		if len(recv) == 0 || recv[0].Name == "_" {
			return change{}, nil, false
		}
		call = code{recv[0].Name + ".", call}
	}
	typ := f.Decl.Type.Results.List[0].Type
	body := []code{{"{"}, {out, " := " + scratch(t.plan.size*perLoop)}}
	if f.Decl.Type.Results.NumFields() == 1 {
		body = append(body, code{"return ", typ, "(", call, ")"})
	} else {
		body = append(body, code{out, ", ", second, " := ", call},
			code{"return ", typ, "(", out, "), ", second})
	}
	plan = replaced(f.Decl.Body, append(body, code{"}"})...)
	plan.gain, plan.at = t.plan.gain, returns[len(returns)-1].Results[0] // where the text is done
	return plan, t, true
}

// paramNames returns the arguments that pass on the parameters of a function.
func paramNames(f *recognise.Function) (args code, ok bool) {
	for _, field := range f.Decl.Type.Params.List {
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
