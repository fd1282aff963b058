package main

import (
	"fmt"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"

	"github.com/wring-go/wring/service/accesslog"
)

// whereEnv is what an expression of -where knows.
type whereEnv struct {
	Method  string              `expr:"method"`
	Path    string              `expr:"path"`
	Query   string              `expr:"query"`
	Client  string              `expr:"client"`
	Host    string              `expr:"host"`
	Agent   string              `expr:"agent"`
	Referer string              `expr:"referer"`
	Status  int                 `expr:"status"`
	Bytes   int                 `expr:"bytes"`
	Seconds float64             `expr:"seconds"`
	Time    time.Time           `expr:"at"`
	Field   func(string) string `expr:"field"`
}

// compileWhere makes Options.Where of an expression.
func (a *accessCommand) compileWhere() error {
	names := &fieldNames{}
	program, err := expr.Compile(a.where, expr.Env(whereEnv{}), expr.AsBool(),
		expr.Patch(names))
	if err != nil {
		return fmt.Errorf("-where: %w", err)
	}
	a.opt.Extra = append(a.opt.Extra, names.list...)
	extra := a.opt.Extra
	var known whereEnv
	var current *accesslog.Entry
	known.Field = func(name string) string {
		for i, e := range extra {
			if e == name {
				return string(current.Extra[i])
			}
		}
		return ""
	}
	a.opt.Where = func(e *accesslog.Entry) (bool, error) {
		current = e
		known.Method, known.Path, known.Query = string(e.Method), string(e.Path), string(e.Query)
		known.Client, known.Host = string(e.Client), string(e.Host)
		known.Agent, known.Referer = string(e.Agent), string(e.Referer)
		known.Status, known.Bytes = e.Status, int(e.Bytes)
		known.Seconds, known.Time = float64(e.Nanos)/1e9, time.Unix(0, e.At).UTC()
		out, err := expr.Run(program, known)
		if err != nil {
			return false, fmt.Errorf("-where: %w", err)
		}
		return out.(bool), nil
	}
	return nil
}

// fieldNames collects the names in field("NAME").
type fieldNames struct{ list []string }

// Visit is called for each node of the expression.
func (f *fieldNames) Visit(n *ast.Node) {
	call, ok := (*n).(*ast.CallNode)
	if !ok || len(call.Arguments) != 1 {
		return
	}
	callee, ok := call.Callee.(*ast.IdentifierNode)
	name, isText := call.Arguments[0].(*ast.StringNode)
	if ok && isText && callee.Value == "field" {
		f.list = append(f.list, name.Value)
	}
}
