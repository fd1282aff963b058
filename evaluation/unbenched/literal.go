package unbenched

import (
	"fmt"
	"go/types"
	"math"
	"strconv"
	"strings"

	"github.com/wring-go/wring/verify/differential/harness"
)

// writer writes recorded values as expressions of Go, in a file of pkg that
// imports package testing, and package errors if errors says so.
type writer struct {
	pkg    *types.Package
	errors bool
}

// value returns an expression of type t, or an error for what cannot be written.
func (w *writer) value(t types.Type, n harness.Node) (string, error) {
	name, err := w.name(t)
	if err != nil {
		return "", err
	}
	switch n.Kind {
	case "0":
		return "*new(" + name + ")", nil
	case "v":
		return w.scalar(t, name, string(n.Text))
	case "i":
		return w.dynamic(name, n)
	case "l":
		return w.compound(t, name, n.Items)
	}
	return "", fmt.Errorf("a %s was not recorded", name)
}

// name returns how the file writes a type.
func (w *writer) name(t types.Type) (string, error) {
	foreign := ""
	name := types.TypeString(t, func(p *types.Package) string {
		if p != w.pkg {
			foreign = p.Path()
		}
		return ""
	})
	if foreign != "" {
		return "", fmt.Errorf("the arguments need package %s", foreign)
	}
	return name, nil
}

func (w *writer) scalar(t types.Type, name, text string) (string, error) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return fmt.Sprintf("%s(%q)", parens(name), text), nil
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return fmt.Sprintf("%s(%q)", name, text), nil
		case u.Info()&types.IsFloat != 0:
			f, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || f == 0 && math.Signbit(f) {
				return "", fmt.Errorf("%s is no constant", text)
			}
			return fmt.Sprintf("%s(%s)", name, text), nil
		case u.Info()&(types.IsInteger|types.IsBoolean) != 0:
			return fmt.Sprintf("%s(%s)", name, text), nil
		}
	}
	return "", fmt.Errorf("a %s has no literal", name)
}

// parens puts a type in parentheses where a conversion needs them.
func parens(name string) string {
	if strings.HasPrefix(name, "*") || strings.HasPrefix(name, "func") {
		return "(" + name + ")"
	}
	return name
}

// dynamic writes what an interface holds: a predeclared type, or one of the
// package or a pointer to it.
func (w *writer) dynamic(name string, n harness.Node) (string, error) {
	if len(n.Items) != 1 {
		return "", fmt.Errorf("a %s was not recorded", n.Type)
	}
	if n.Type == "*errors.errorString" {
		w.errors = true
		return fmt.Sprintf("errors.New(%q)", n.Items[0].Text), nil
	}
	held, err := w.held(n.Type)
	if err != nil {
		return "", err
	}
	text, err := w.value(held, n.Items[0])
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s(%s)", parens(name), text), nil
}

// held returns the type that reflection calls so.
func (w *writer) held(name string) (types.Type, error) {
	if rest, ok := strings.CutPrefix(name, "*"); ok {
		t, err := w.held(rest)
		if err != nil {
			return nil, err
		}
		return types.NewPointer(t), nil
	}
	if rest, ok := strings.CutPrefix(name, "[]"); ok {
		t, err := w.held(rest)
		if err != nil {
			return nil, err
		}
		return types.NewSlice(t), nil
	}
	scope, local := types.Universe, name
	if rest, ok := strings.CutPrefix(name, w.pkg.Name()+"."); ok {
		scope, local = w.pkg.Scope(), rest
	}
	obj, ok := scope.Lookup(local).(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("an interface holds a %s", name)
	}
	return obj.Type(), nil
}

func (w *writer) compound(t types.Type, name string, items []harness.Node) (string, error) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return w.list(name, u.Elem(), items)
	case *types.Array:
		return w.list(name, u.Elem(), items)
	case *types.Map:
		return w.table(name, u, items)
	case *types.Pointer:
		if len(items) != 1 {
			return "", fmt.Errorf("what a %s points to was not recorded", name)
		}
		text, err := w.value(u.Elem(), items[0])
		if err != nil {
			return "", err
		}
		elem, err := w.name(u.Elem())
		return fmt.Sprintf("func() *%s { v := %s; return &v }()", elem, text), err
	case *types.Struct:
		return w.structure(name, u, items)
	}
	return "", fmt.Errorf("a %s has no literal", name)
}

func (w *writer) list(name string, elem types.Type, items []harness.Node) (string, error) {
	var parts []string
	for _, n := range items {
		text, err := w.value(elem, n)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	return name + "{" + strings.Join(parts, ", ") + "}", nil
}

func (w *writer) table(name string, t *types.Map, items []harness.Node) (string, error) {
	var parts []string
	for i := 0; i+1 < len(items); i += 2 {
		key, err := w.value(t.Key(), items[i])
		if err != nil {
			return "", err
		}
		text, err := w.value(t.Elem(), items[i+1])
		if err != nil {
			return "", err
		}
		parts = append(parts, key+": "+text)
	}
	return name + "{" + strings.Join(parts, ", ") + "}", nil
}

func (w *writer) structure(name string, t *types.Struct, items []harness.Node) (string, error) {
	var parts []string
	for i, n := range items {
		if i == t.NumFields() {
			break
		}
		field := t.Field(i)
		if n.Kind == "0" || field.Name() == "_" {
			continue
		}
		if !field.Exported() && field.Pkg() != w.pkg {
			return "", fmt.Errorf("a %s has fields of its own", name)
		}
		text, err := w.value(field.Type(), n)
		if err != nil {
			return "", err
		}
		parts = append(parts, field.Name()+": "+text)
	}
	return name + "{" + strings.Join(parts, ", ") + "}", nil
}
