// Package fieldbuf keeps the few bytes that a method gives to a reader or a writer in a
// field of its receiver.
package fieldbuf

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("fieldbuf",
		"keep the bytes that readers and writers get in the receiver\n\n"+
			"What a method gives to an io.Reader or an io.Writer is on the heap, since the "+
			"compiler does not know what becomes of it: a few bytes for each number of an "+
			"encoder. So are the few numbers that a method of an interface gets, or a function in "+
			"a field. The receiver is on the heap already, and has room for them. What an array "+
			"is used for as a value gets a copy of them. A result that is an array stays one: it "+
			"is copied to the receiver before a call that gets a part of it, and back behind "+
			"that, where no deferred function could see it meanwhile.\n\n"+
			"Of interfaces other than those of package io, unexported methods are known: no other "+
			"package can declare one, and those of the package must do nothing with the numbers "+
			"but read, write and copy them. The same goes for an unexported field that only gets "+
			"function literals.\n\n"+
			"The methods of one type share the field. That none of them runs while another "+
			"uses it is seen by what the method does: it writes to a field of its receiver "+
			"without a lock, or calls methods of an interface that do so, or reads or writes in "+
			"several parts, or holds a lock until it returns, or another method of a type without "+
			"locks reads or writes in parts, or it is only called by methods that write to a "+
			"field of the same receiver; and while the bytes are in use it calls nothing "+
			"that could lead to another such method.\n\n"+
			"The rewrite assumes that readers and writers keep nothing of what they are given, "+
			"as io.Reader and io.Writer demand, and do not call the method that called them; and "+
			"that other packages do not compare the values of the type.",
		look),
	Title:  "Keep small buffers in the receiver",
	Causes: []string{"escaping-variable", "slice-make", "slice-literal", "unknown"},
	Risk:   technique.Checked,
}

// maxSize is the largest room that a receiver gets, in bytes.
const maxSize = 64

// look proposes a field for each type whose methods make such bytes.
func look(pass *analysis.Pass, root inspector.Cursor) {
	type key struct {
		obj  *types.TypeName
		elem types.Type
	}
	owners := map[key]*owner{}
	var order []*owner
	for _, cur := range technique.Nodes(pass, (*ast.FuncDecl)(nil)) {
		obj := receiverType(pass, cur.Node().(*ast.FuncDecl))
		if obj == nil {
			continue
		}
		for _, s := range sitesIn(pass, cur) {
			k := key{obj, s.elem}
			if owners[k] == nil {
				owners[k] = &owner{pass: pass, obj: obj, elem: s.elem,
					methods: map[*ast.FuncDecl]bool{}}
				order = append(order, owners[k])
			}
			o := owners[k]
			o.methods[s.decl] = true
			o.sites = append(o.sites, s)
		}
	}
	done := map[*types.TypeName]bool{}
	for _, o := range order {
		done[o.obj] = done[o.obj] || o.propose() // one field at a time
	}
}

// owner is a type whose methods have bytes to keep.
type owner struct {
	pass    *analysis.Pass
	obj     *types.TypeName
	elem    types.Type             // of what they keep
	methods map[*ast.FuncDecl]bool // that have sites
	sites   []*site
}

// propose proposes the field with all places that can use it: its memory is spent once, and
// one of them by itself could cost more than it gains. It reports whether it did.
//
//	have: var b [4]byte; put(b[:], x); _, e.err = e.w.Write(b[:])
//	want: b := e.scratch[:]; put(b, x); _, e.err = e.w.Write(b)
func (o *owner) propose() bool {
	field, ok := o.room()
	if !ok {
		return false
	}
	size := int64(0)
	var fit []*site
	for _, s := range o.sites {
		if s.usable(o) && s.apart(fit) {
			fit, size = append(fit, s), max(size, s.size)
		}
	}
	p := technique.Proposal{Message: "keep small buffers in the " + o.obj.Name() + "'s own memory"}
	for _, s := range fit {
		edits, ok := s.edits(field.name, size)
		if !ok {
			continue
		}
		p.Edits = append(p.Edits, edits...)
		if p.At == nil {
			p.At = s.at
		} else {
			p.Also = append(p.Also, s.at)
		}
	}
	if p.At == nil {
		return false
	}
	elem := elemName(o.elem)
	array := fmt.Sprintf("[%d]%s", size, elem)
	more, ok := o.positional(array, elem)
	if !ok {
		return false
	}
	p.Edits = append(append(p.Edits, more...), technique.Insert(field.at, fmt.Sprintf(
		"\n\n// %s is what %s.\n%[1]s %[3]s\n", field.name, getters(elem), array)))
	technique.Report(o.pass, p)
	return true
}

// getters says who gets an array of such elements.
func getters(elem string) string {
	if elem == "byte" {
		return "readers and writers get"
	}
	return "functions get that are not known"
}
