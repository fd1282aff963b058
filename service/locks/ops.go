package locks

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/wring-go/wring/service/gosource"
)

// Modes in which a lock is held.
const (
	writing = 'W'
	reading = 'R'
)

// lockRef is a lock in the source of a function.
type lockRef struct {
	target target // where the lock is: at the path, or where the path points to
	ptr    bool   // the path is a pointer to the lock
	class  string
	kind   string // Mutex, RWMutex, ...
	node   node   // of what is no mutex: where else the source may have it
}

func (l lockRef) key() string {
	if l.target.path.known() {
		return l.target.path.key()
	}
	return "class " + l.class
}

// op is what a call does to a lock.
type op struct {
	ref     lockRef
	mode    byte
	release bool
	try     bool
}

// action is what a method does, by its name.
var actions = map[string]op{
	"Lock":       {mode: writing},
	"TryLock":    {mode: writing, try: true},
	"Unlock":     {mode: writing, release: true},
	"RLock":      {mode: reading},
	"TryRLock":   {mode: reading, try: true},
	"RUnlock":    {mode: reading, release: true},
	"Acquire":    {mode: reading},
	"TryAcquire": {mode: reading, try: true},
	"Release":    {mode: reading, release: true},
}

// lockKinds are the types whose methods are taken at their word.
var lockKinds = map[string]string{
	"sync.(*Mutex)":                                     "Mutex",
	"sync.(*RWMutex)":                                   "RWMutex",
	"internal/sync.(*Mutex)":                            "Mutex",
	"golang.org/x/sync/semaphore.(*Weighted)":           "semaphore",
	"github.com/sasha-s/go-deadlock.(*Mutex)":           "Mutex",
	"github.com/sasha-s/go-deadlock.(*RWMutex)":         "RWMutex",
	"internal/poll.(*fdMutex)":                          "fdMutex",
	"github.com/linkdata/deadlock.(*Mutex)":             "Mutex",
	"github.com/linkdata/deadlock.(*RWMutex)":           "RWMutex",
	"gvisor.dev/gvisor/pkg/sync.(*CrossGoroutineMutex)": "Mutex",
}

// lockCall returns what a call does to a lock, if it is a method of a lock.
func (e *engine) lockCall(fn *gosource.Func, call *ast.CallExpr) (op, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return op{}, false
	}
	if o, ok := e.flock(fn, sel, call); ok {
		return o, true
	}
	return e.lockMethod(fn, sel)
}

// unlocks is LOCK_UN of flock(2).
const unlocks = 8

// flock returns what a call of Flock does, by its second argument.
func (e *engine) flock(fn *gosource.Func, sel *ast.SelectorExpr, call *ast.CallExpr) (op, bool) {
	f, ok := fn.Pkg.Info.Uses[sel.Sel].(*types.Func)
	if !ok || len(call.Args) != 2 || !isFlock(f.FullName()) {
		return op{}, false
	}
	o := op{mode: writing, ref: lockRef{class: "flock", kind: fileLock,
		target: scope{eng: e, fn: fn}.target(call.Args[0])}}
	if v := fn.Pkg.Info.Types[call.Args[1]].Value; v != nil {
		how, _ := constant.Int64Val(v)
		o.release = how&unlocks != 0
	}
	return o, true
}

func isFlock(name string) bool {
	return name == "syscall.Flock" || name == "golang.org/x/sys/unix.Flock"
}

// lockMethod returns what a method of a lock does, called or taken as a value.
func (e *engine) lockMethod(fn *gosource.Func, sel *ast.SelectorExpr) (op, bool) {
	o, ok := actions[sel.Sel.Name]
	if !ok {
		return op{}, false
	}
	selection := fn.Pkg.Info.Selections[sel]
	if selection == nil || selection.Kind() != types.MethodVal {
		return op{}, false
	}
	method, ok := selection.Obj().(*types.Func)
	if !ok {
		return op{}, false
	}
	kind, iface := e.receiverKind(method)
	if kind == "" {
		return op{}, false
	}
	o.ref = e.receiver(fn, sel, selection)
	o.ref.kind = kind
	if iface {
		o.ref.ptr = true
	}
	if strings.HasPrefix(sel.Sel.Name, "R") && kind == "semaphore" {
		o.mode = reading
	}
	return o, true
}

// receiverKind returns the kind of lock that a method belongs to, or "".
func (e *engine) receiverKind(method *types.Func) (kind string, iface bool) {
	recv := method.Signature().Recv()
	if recv == nil {
		return "", false
	}
	elem, _ := deref(recv.Type())
	if types.IsInterface(elem) {
		if method.Signature().Params().Len() == 0 && method.Name() != "Release" {
			return "Mutex", true
		}
		return "", true
	}
	name := typeName(elem)
	if kind := lockKinds[name]; kind != "" {
		return kind, false
	}
	return "", false
}

// receiver returns the lock that x.f.Lock() is about, with the fields that are
// embedded between x.f and the lock.
func (e *engine) receiver(fn *gosource.Func, sel *ast.SelectorExpr, by *types.Selection) lockRef {
	s := scope{eng: e, fn: fn}
	from := s.target(sel.X)
	t := fn.Pkg.Info.TypeOf(sel.X)
	ref := lockRef{target: from}
	last := t
	if index := by.Index(); len(index) > 1 {
		ref.target = target{path: s.fields(from, t, index[:len(index)-1])}
		last = fieldType(t, index[:len(index)-1])
	}
	if !ref.target.addr && last != nil {
		_, ref.ptr = last.Underlying().(*types.Pointer)
	}
	ref.target.addr = false
	ref.class = ref.target.path.class(fn)
	if ref.class == "" {
		ref.class = ownerClass(t, by)
	}
	return ref
}

// ownerClass names a lock by the type that holds it, where the variable is not
// known.
func ownerClass(t types.Type, by *types.Selection) string {
	index := by.Index()
	if len(index) < 2 {
		return ""
	}
	owner := t
	if len(index) > 2 {
		owner = fieldType(t, index[:len(index)-2])
	}
	if owner == nil {
		return ""
	}
	elem, _ := deref(owner)
	st, ok := elem.Underlying().(*types.Struct)
	if !ok || typeName(elem) == "" {
		return ""
	}
	return typeName(elem) + "." + st.Field(index[len(index)-2]).Name()
}

// fieldType returns the type of the field with the given indexes.
func fieldType(t types.Type, index []int) types.Type {
	for _, i := range index {
		elem, _ := deref(t)
		st, ok := elem.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		t = st.Field(i).Type()
	}
	return t
}
