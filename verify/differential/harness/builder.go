package harness

import (
	"bufio"
	"bytes"
	"context"
	"reflect"
	"regexp"
	"strings"
	"sync"
)

// builder knows which types there can be values of, and how.
type builder struct {
	reg     *Registry
	makers  map[reflect.Type][]reflect.Value // functions of the package, by their first result
	held    map[reflect.Type][]reflect.Value // pointers that its variables hold
	types   []reflect.Type                   // T and *T of the package
	named   map[string]reflect.Type          // what an interface may hold
	reasons sync.Map                         // by type: strings
	pkg     string                           // import path of the package under test

	expressions []*regexp.Regexp // of the package

	mu    sync.Mutex
	known map[reflect.Type][]func(*source) reflect.Value
}

func newBuilder(reg *Registry) *builder {
	b := &builder{reg: reg, makers: map[reflect.Type][]reflect.Value{},
		held:  map[reflect.Type][]reflect.Value{},
		known: map[reflect.Type][]func(*source) reflect.Value{}, pkg: reg.Package}
	for _, t := range reg.Types {
		pointer := reflect.TypeOf(t)
		b.types = append(b.types, pointer.Elem(), pointer)
		b.pkg = pointer.Elem().PkgPath()
	}
	for _, t := range reg.Foreign {
		pointer := reflect.TypeOf(t)
		b.types = append(b.types, pointer.Elem(), pointer)
	}
	for _, maker := range reg.Makers {
		fn := reflect.ValueOf(maker)
		out := fn.Type().Out(0)
		b.makers[out] = append(b.makers[out], fn)
	}
	for _, v := range reg.Vars {
		b.hold(reflect.ValueOf(v.Pointer))
	}
	b.named = byName(b.types)
	b.express()
	return b
}

// byName returns what an interface may hold by name: the types of the package, and what
// comes before them where names are the same.
func byName(own []reflect.Type) map[string]reflect.Type {
	named := map[string]reflect.Type{}
	add := func(t reflect.Type) {
		if named[t.String()] == nil {
			named[t.String()] = t
		}
	}
	for _, list := range [][]interface{}{plainTypes, heldTypes} {
		for _, x := range list {
			add(reflect.TypeOf(x))
		}
	}
	for _, order := range orders {
		add(reflect.TypeOf(order))
	}
	for t := range streams {
		add(reflect.PointerTo(t))
	}
	add(reflect.PointerTo(bufferedType))
	for _, t := range own {
		add(t)
	}
	return named
}

// hold notes a variable that holds a pointer to one of the package's structs, or
// such a struct: what the package keeps there is a state that its methods were
// written for.
func (b *builder) hold(pointer reflect.Value) {
	v := pointer.Elem()
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Ptr && !v.IsNil():
		pointer = v
	case v.Kind() != reflect.Struct || pointer.Elem().Kind() == reflect.Interface:
		return
	}
	if t := pointer.Type(); t.Elem().Kind() == reflect.Struct && t.Elem().PkgPath() == b.pkg {
		b.held[t] = append(b.held[t], pointer)
	}
}

// own reports whether t belongs to the package under test, or has no name.
func (b *builder) own(t reflect.Type) bool {
	return t.Name() == "" || t.PkgPath() == b.pkg
}

// reshaped reports whether t is a type of functions, or an interface, that the change declares
// differently: what stands for one of them cannot do the same on both sides, unless it is of the
// package.
func (b *builder) reshaped(t reflect.Type) bool {
	if t.Kind() != reflect.Func && t.Kind() != reflect.Interface || t.PkgPath() != b.pkg {
		return false
	}
	for _, name := range b.reg.Changed {
		if name == t.Name() {
			return true
		}
	}
	return false
}

// reason returns why there can be no value of t that tells anything, or "".
func (b *builder) reason(t reflect.Type) string {
	if reason, ok := b.reasons.Load(t); ok {
		return reason.(string)
	}
	b.reasons.Store(t, "") // a type that refers to itself is not at fault for that
	reason := b.why(t)
	b.reasons.Store(t, reason)
	return reason
}

func (b *builder) why(t reflect.Type) string {
	if _, ok := library[t]; ok || t == timeType || t == valueType || t == typeType {
		return ""
	}
	if len(b.makers[t]) > 0 {
		return ""
	}
	switch t.Kind() {
	case reflect.UnsafePointer:
		return "it is an unsafe.Pointer"
	case reflect.Ptr, reflect.Slice, reflect.Array:
		return b.reason(t.Elem())
	case reflect.Map:
		if reason := b.reason(t.Key()); reason != "" {
			return reason
		}
		return b.reason(t.Elem())
	case reflect.Interface:
		if len(b.implementations(t)) == 0 {
			return "no type is known that implements " + t.String()
		}
	case reflect.Struct:
		return b.structReason(t)
	}
	return ""
}

// handles are types whose zero value stands for nothing real.
var handles = map[string]bool{
	"os.File": true, "net/http.Request": true, "net/http.Server": true, "net/http.Client": true,
	"net/http.Response": true, "net/http.Transport": true, "database/sql.DB": true,
	"database/sql.Tx": true, "database/sql.Stmt": true, "database/sql.Rows": true,
	"database/sql.Conn": true, "os/exec.Cmd": true, "testing.T": true, "testing.B": true,
	"testing.F": true, "text/template.Template": true, "html/template.Template": true,
	"go/types.Package": true, "go/types.Info": true, "go/token.FileSet": true,
	"flag.FlagSet": true, "log.Logger": true, "log/slog.Logger": true, "regexp.Regexp": true,
}

// handle reports whether t is a pointer to one of the handles: parts make no such value.
func handle(t reflect.Type) bool {
	return t.Kind() == reflect.Ptr && handles[t.Elem().PkgPath()+"."+t.Elem().Name()]
}

func (b *builder) structReason(t reflect.Type) string {
	full := t.PkgPath() + "." + t.Name()
	if handles[full] {
		return "no " + strings.TrimPrefix(full, "/") + " can be made out of nothing"
	}
	return ""
}

// implementations returns the ways to make a value of interface t.
func (b *builder) implementations(t reflect.Type) []func(*source) reflect.Value {
	var ways []func(*source) reflect.Value
	probing := newSource(&Registry{}, b, 0)
	var mocks []func(*source) reflect.Value
	if !b.reshaped(t) {
		mocks = b.mocks(b.reg, t)
	}
	for _, stand := range stands() {
		stand := stand
		probe := stand(probing)
		if t.NumMethod() == 0 && printsAddress(probe) {
			continue
		}
		if probe == nil || reflect.TypeOf(probe).Implements(t) {
			ways = append(ways, func(s *source) reflect.Value { return reflect.ValueOf(stand(s)) })
		}
	}
	if len(ways) == 1 && len(mocks) == 0 && t.NumMethod() > 0 {
		ways = ways[:0:0] // only nil
	}
	ways = append(ways, mocks...)
	for _, own := range b.types {
		own := own
		if own.Kind() == reflect.Interface || !own.Implements(t) || t.NumMethod() == 0 {
			continue
		}
		ways = append(ways, func(s *source) reflect.Value { return s.value(own) })
	}
	return ways
}

// printsAddress reports whether some verb of package fmt prints a value as the address that it
// has: what takes anything often formats it, and addresses differ from process to process.
func printsAddress(v interface{}) bool {
	switch v.(type) {
	case *strings.Reader, *bytes.Reader, *bufio.Reader, *bufio.Writer, context.Context:
		return true
	}
	return false
}

// constructed fills v by a function of the package that makes such values: what it returns is a
// state that the code was written for. It does so most of the time, and always where values are
// to be sound. Now and then v becomes what a variable of the package holds.
func (s *source) constructed(v reflect.Value) bool {
	if held := s.can.held[v.Type()]; len(held) > 0 && s.simple > 1 && !s.apart && s.rng.chance(25) {
		v.Set(held[s.rng.intn(len(held))])
		return true
	}
	makers := s.can.makers[v.Type()]
	of := 65 // percent
	if handle(v.Type()) || s.sound || s.can.reshaped(v.Type()) ||
		v.Kind() == reflect.Interface && len(s.can.ways(v.Type())) == 0 {
		of = 100
	}
	if len(makers) == 0 || s.simple < 2 || !s.rng.chance(of) {
		return false
	}
	fn := makers[s.rng.intn(len(makers))]
	for try := 0; try < 3; try++ {
		if made, ok := s.construct(fn); ok {
			v.Set(made)
			return true
		}
	}
	return false
}

func (s *source) construct(fn reflect.Value) (made reflect.Value, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	t := fn.Type()
	var args []reflect.Value
	for i := 0; i < t.NumIn(); i++ {
		if s.can.reason(t.In(i)) != "" {
			return made, false
		}
		args = append(args, s.value(t.In(i)))
	}
	results := invoke(fn, args)
	if n := len(results); n > 1 && !results[n-1].IsNil() {
		return made, false
	}
	return results[0], true
}

// invoke calls fn with args, of which the last is a slice when fn is variadic.
func invoke(fn reflect.Value, args []reflect.Value) []reflect.Value {
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args)
	}
	return fn.Call(args)
}
