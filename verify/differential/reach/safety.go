package reach

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// safety finds out whether a function may be called with anything at all: a
// function that deletes the file that it is given must not be.
type safety struct {
	s        *Package
	seen     map[types.Object]bool
	packages map[string]*safety // others that were looked into, by import path
	// strict says that the package's own values are used, not generated ones,
	// so that what its interfaces and fields hold may do anything.
	strict bool
}

// Objection returns why obj must not be called with random arguments, or "".
func (s *Package) Objection(obj types.Object) string {
	c := &safety{s: s, seen: map[types.Object]bool{}, packages: map[string]*safety{}}
	return c.unsafeReason(obj)
}

// unsafeReason returns why obj must not be called with random arguments, or "".
func (c *safety) unsafeReason(obj types.Object) string {
	if obj == nil || c.seen[obj] || obj.Pkg() == nil {
		return ""
	}
	c.seen[obj] = true
	if obj.Pkg().Path() != c.s.Path {
		return c.foreign(obj)
	}
	if c.strict && open(obj) {
		return "it calls " + obj.Name() + ", whatever that is"
	}
	switch obj := obj.(type) {
	case *types.Func:
		return c.body(obj)
	case *types.Var:
		return c.initializer(obj)
	}
	return ""
}

// body looks at everything that a function of the package uses.
func (c *safety) body(fn *types.Func) string {
	fn = fn.Origin()
	for _, f := range c.s.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || c.s.Info.Defs[decl.Name] != fn {
				continue
			}
			if decl.Body == nil {
				return "" // assembly computes
			}
			return c.uses(decl.Body)
		}
	}
	return ""
}

// initializer looks at what a package-level variable begins with: it may be a
// function.
func (c *safety) initializer(v *types.Var) string {
	if v.Parent() != c.s.Types.Scope() {
		return ""
	}
	for _, init := range c.s.Info.InitOrder {
		if slices.Contains(init.Lhs, v) {
			return c.uses(init.Rhs)
		}
	}
	return ""
}

func (c *safety) uses(n ast.Node) (reason string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if reason != "" {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if id.Name == "C" {
			if p, ok := c.s.Info.Uses[id].(*types.PkgName); ok && p.Imported().Path() == "C" {
				reason = "it calls C"
				return false
			}
		}
		reason = c.unsafeReason(c.s.Info.Uses[id])
		return true
	})
	return reason
}

// foreign judges something of another package.
func (c *safety) foreign(obj types.Object) string {
	path, name := obj.Pkg().Path(), obj.Name()
	_, isFunc := obj.(*types.Func)
	_, isVar := obj.(*types.Var)
	if !isFunc && !isVar {
		return ""
	}
	why := fmt.Sprintf("it uses %s.%s, which reaches outside the process", path, name)
	if receiver := receiverName(obj); receiver != "" && !c.s.imports[path] {
		if slices.Contains(reaching, receiver) && !slices.Contains(outside[path], name) {
			return why
		}
		return ""
	}
	if allowed, listed := outside[path]; listed {
		if slices.Contains(allowed, name) {
			return ""
		}
		return why
	}
	if denied, listed := deniedPrefixes[path]; listed && deny(denied, name) {
		return why
	}
	if fn, ok := obj.(*types.Func); ok && c.s.imports[path] {
		return c.elsewhere(fn)
	}
	return ""
}

// receiverName returns the name of the type that obj is a method of, or "".
func receiverName(obj types.Object) string {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return ""
	}
	t := types.Unalias(fn.Signature().Recv().Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return "?"
}

// reaching are types of the standard library with methods that reach outside.
var reaching = []string{"File", "Root", "Process", "Cmd", "Client", "Server", "Transport",
	"Dialer", "Resolver", "ListenConfig", "DB", "Conn", "Tx", "Stmt", "Rows", "Plugin"}

// outside are packages of which nothing may be used but what is listed.
var outside = map[string][]string{
	"os": {"Getenv", "LookupEnv", "Environ", "IsNotExist", "IsExist", "IsPermission", "Expand",
		"ExpandEnv", "Stdin", "Stdout", "Stderr", "ErrNotExist", "ErrExist", "ErrInvalid",
		"ErrPermission", "ErrClosed", "Args", "Getpagesize", "Op", "Path", "Err", "Hostname",
		"Getpid", "Getppid", "Getuid", "Getgid", "Exit", "FileMode", "FileInfo", "IsPathSeparator",
		"Getwd", "TempDir", "UserHomeDir", "UserCacheDir", "UserConfigDir", "Executable",
		// Of files: inputs have none, so these are the three standard ones, and lead nowhere.
		"Fd", "Name", "Write", "WriteString", "Stat", "Sync"},
	"os/exec":   nil,
	"os/user":   nil,
	"plugin":    nil,
	"syscall":   {"EAGAIN", "EINTR", "ENOENT", "EINVAL"},
	"io/ioutil": {"ReadAll", "Discard", "NopCloser"},
	"database/sql": {"ErrNoRows", "ErrTxDone", "Valid", "String", "Int64", "Float64", "Bool",
		"Int32"},
}

// deniedPrefixes are packages of which names with these beginnings may not be
// used.
var deniedPrefixes = map[string][]string{
	"net":       {"Dial", "Listen", "Lookup", "Resolve", "Interface", "File", "DefaultResolver"},
	"net/http":  {"Get", "Post", "Head", "Listen", "Serve", "Do", "Default", "RoundTrip"},
	"log":       {"SetOutput"},
	"runtime":   {"Goexit", "Breakpoint"},
	"testing":   {""},
	"net/rpc":   {""},
	"net/smtp":  {"Send", "Dial"},
	"os/signal": {""},
	"time":      {"Sleep", "After", "Tick"},
}

func deny(prefixes []string, name string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}
