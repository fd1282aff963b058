package effects

import "go/types"

// fresh are functions and methods of the standard library whose first result is a slice or a map
// of its own: nothing else leads to the array or the map, though its elements may lead anywhere.
// True is one that is never nil, unless an error is returned with it.
var fresh = map[string]bool{
	"bytes.Clone": false, "bytes.ReplaceAll": false,
	"bytes.Fields": true, "bytes.FieldsFunc": true,
	"bytes.Split": true, "bytes.SplitN": false,
	"bytes.SplitAfter": true, "bytes.SplitAfterN": false,
	"strings.Fields": true, "strings.FieldsFunc": true,
	"strings.Split": true, "strings.SplitN": false,
	"strings.SplitAfter": true, "strings.SplitAfterN": false,
	"slices.Clone": false, "slices.Collect": false, "slices.Concat": false, "slices.Repeat": false,
	"slices.Sorted": false, "slices.SortedFunc": false, "slices.SortedStableFunc": false,
	"maps.Clone": false, "maps.Collect": true,
	"io.ReadAll": true, "io/ioutil.ReadAll": true, "io/ioutil.ReadDir": true,
	"io/ioutil.ReadFile": true,
	"os.ReadFile":        true, "os.ReadDir": true, "os.Environ": true,
	"os.File.ReadDir": true, "os.File.Readdir": true, "os.File.Readdirnames": true,
	"path/filepath.Glob": false, "path/filepath.SplitList": true,
	"encoding/csv.Reader.ReadAll": false,
	"net/url.ParseQuery":          true, "net/url.URL.Query": true, "net/http.Header.Clone": false,
	"regexp.Regexp.FindAll": false, "regexp.Regexp.FindAllString": false,
	"regexp.Regexp.FindAllSubmatch": false, "regexp.Regexp.FindAllStringSubmatch": false,
	"regexp.Regexp.FindAllIndex": false, "regexp.Regexp.FindAllStringIndex": false,
	"regexp.Regexp.Split": false,
}

// ReturnsNew reports whether a function or method of the standard library returns memory that it
// made itself, as its first result, and that nothing else has.
func ReturnsNew(fn *types.Func) bool {
	_, ok := fresh[libraryName(fn)]
	return ok
}

// libraryName returns the name of a function with the path of its package, and the type of its
// receiver between them; "" for a method of an interface.
func libraryName(fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		named, ok := t.(*types.Named)
		if !ok || types.IsInterface(named) {
			return ""
		}
		name = named.Obj().Name() + "." + name
	}
	return fn.Pkg().Path() + "." + name
}
