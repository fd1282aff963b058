package harness

import (
	"bytes"
	"reflect"
	"strings"
	"sync"
)

// layout is what has to be known of a struct type again and again: reflection makes
// memory for each answer.
type layout struct {
	fields  []fieldLayout
	mocked  bool // it stands for what callers implement
	special bool // it may have a better word than its fields
}

type fieldLayout struct {
	name     string
	typ      reflect.Type
	label    string // as canon writes it
	exported bool
	refers   bool // as refers reports
	visible  bool // it is one of those in visible
	lazy     bool // it is one of Registry.Lazy
	grown    bool // it is one of Registry.Grown
	text     bool // it is one of Registry.Texts, and this is the new code
	syncs    bool // it is of package sync
}

// visible are unexported fields that a caller sees by methods, as the values that a context
// holds.
var visible = map[string]map[string]bool{
	"context.valueCtx":  {"key": true, "val": true},
	"net/http.Request":  {"ctx": true, "matches": true, "otherValues": true},
	"log/slog.Value":    {"num": true, "any": true},
	"log/slog.Record":   {"front": true, "nFront": true, "back": true},
	"log/slog.LevelVar": {"val": true},
}

// layouts are the layouts of types that were met. It is a variable since types are the
// same for all that a process does.
var layouts sync.Map

func layoutOf(t reflect.Type) *layout {
	if l, ok := layouts.Load(t); ok {
		return l.(*layout)
	}
	l := &layout{mocked: t.Implements(mockedType)}
	l.special = l.mocked || t == timeType || t == reflect.TypeOf(bytes.Buffer{}) ||
		t == bufferedType || t == reflect.TypeOf(textWriter{}) || t == valueType
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		l.fields = append(l.fields, fieldLayout{name: field.Name, typ: field.Type,
			label: " " + field.Name + ":", exported: field.PkgPath == "",
			refers: refers(field.Type), visible: visible[t.PkgPath()+"."+t.Name()][field.Name],
			lazy: lazy.has(t, field.Name), grown: grown.has(t, field.Name),
			text:  texts.has(t, field.Name) && field.Type.Kind() == reflect.Slice,
			syncs: strings.HasPrefix(field.Type.String(), "sync.")})
	}
	layouts.Store(t, l)
	return l
}
