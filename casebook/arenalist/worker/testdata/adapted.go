package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"os"
	"reflect"

	stdhtml "golang.org/x/net/html"

	goparser "github.com/wring-go/wring/casebook/arenalist/adapted/goparser"
	"github.com/wring-go/wring/casebook/arenalist/adapted/html"
	records "github.com/wring-go/wring/casebook/arenalist/adapted/sheet"
	"github.com/wring-go/wring/casebook/arenalist/before"
	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
)

// addAdapted adds parsers of others that were adapted, and for each a check that
// it still gives the same.
func addAdapted(all map[string]func(n int) error) {
	page, sheet := record.Page(400), record.SheetXML(2_000, 10)
	source, err := os.ReadFile(os.Getenv("ARENALIST_SOURCE"))
	if err != nil {
		return // not asked for
	}
	add(all, "html",
		func() error { _, err := before.Page(page); return err },
		func(a *arena.Arena) error {
			_, err := html.ParseWithOptions(bytes.NewReader(page), html.WithArena(a))
			return err
		})
	all["html/check"] = checked(func(a *arena.Arena) error { return checkPage(a, page) })
	add(all, "go-syntax",
		func() error { _, err := before.Source(source); return err },
		func(a *arena.Arena) error { _, err := parseIn(a, source); return err })
	all["go-syntax/check"] = checked(func(a *arena.Arena) error { return checkSource(a, source) })
	add(all, "sheet-adapted-xml",
		func() error { return checkSheet(before.SheetXML(sheet)) },
		func(a *arena.Arena) error { return checkSheet(records.SheetXML(a, sheet)) })
	all["sheet-adapted-xml/check"] = checked(func(a *arena.Arena) error {
		want, err1 := before.SheetXML(sheet)
		got, err2 := records.SheetXML(a, sheet)
		if !reflect.DeepEqual(got, want) {
			return errWrong
		}
		return errors.Join(err1, err2)
	})
}

// checked calls f with one arena, which it recycles.
func checked(f func(*arena.Arena) error) func(n int) error {
	a := arena.NewArena()
	return repeat(func() error {
		defer a.Recycle(1 << 30)
		return f(a)
	})
}

func checkPage(a *arena.Arena, page []byte) error {
	want, err1 := before.Page(page)
	got, err2 := html.ParseWithOptions(bytes.NewReader(page), html.WithArena(a))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	var one, two bytes.Buffer
	if err := errors.Join(stdhtml.Render(&one, want), html.Render(&two, got)); err != nil {
		return err
	}
	return same(one.String(), two.String())
}

func parseIn(a *arena.Arena, source []byte) (*ast.File, error) {
	return goparser.ParseFile(a, token.NewFileSet(), "x.go", source, goparser.ParseComments)
}

func checkSource(a *arena.Arena, source []byte) error {
	want, err1 := before.Source(source)
	got, err2 := parseIn(a, source)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	var one, two bytes.Buffer
	ast.Fprint(&one, nil, want, inOrder)
	ast.Fprint(&two, nil, got, inOrder)
	if err := printer.Fprint(&two, token.NewFileSet(), got); err != nil {
		return err
	}
	if err := printer.Fprint(&one, token.NewFileSet(), want); err != nil {
		return err
	}
	return same(one.String(), two.String())
}

// inOrder leaves out scopes, which are printed in any order.
func inOrder(name string, _ reflect.Value) bool { return name != "Scope" && name != "Obj" }

func same(want, got string) error {
	if want == "" || got != want {
		return fmt.Errorf("%w: %d bytes, want %d", errWrong, len(got), len(want))
	}
	return nil
}
