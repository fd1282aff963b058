package unbenched

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/wring-go/wring/verify/differential/harness"
)

const source = `package p

import "time"

type box struct {
	Name string
	n    int8
	next *box
	any  interface{}
}

type names []string

var (
	Text    string
	Bytes   []byte
	Number  uint16
	Float   float64
	Names   names
	Table   map[string][]bool
	Pointer *box
	Any     interface{}
	Array   [2]int
	Time    time.Time
	Func    func()
)
`

// check type-checks a file, together with the source above.
func check(t *testing.T, more string) (*types.Package, error) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for name, text := range map[string]string{"a.go": source, "b.go": "package p\n" + more} {
		f, err := parser.ParseFile(fset, name, text, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	cfg := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	return cfg.Check("m/p", fset, files, nil)
}

// TestLiterals writes recorded values, as the harness writes them, and has the
// compiler's type checker read them.
func TestLiterals(t *testing.T) {
	pkg, err := check(t, "")
	if err != nil {
		t.Fatal(err)
	}
	box := `{"k":"l","i":[{"k":"v","t":"bmFtZQ=="},{"k":"v","t":"LTU="},{"k":"l","i":[` +
		`{"k":"l","i":[{"k":"0"},{"k":"0"},{"k":"0"},{"k":"0"}]}]},` +
		`{"k":"i","y":"[]string","i":[{"k":"l","i":[{"k":"v","t":"YQ=="}]}]}]}`
	for _, test := range []struct{ of, record, want string }{
		{"Text", `{"k":"v","t":"YSJi"}`, `string("a\"b")`},
		{"Bytes", `{"k":"v","t":"/w=="}`, `[]byte("\xff")`},
		{"Number", `{"k":"v","t":"Nw=="}`, `uint16(7)`},
		{"Float", `{"k":"v","t":"MS41"}`, `float64(1.5)`},
		{"Float", `{"k":"v","t":"TmFO"}`, ""}, // NaN
		{"Names", `{"k":"l","i":[{"k":"v","t":"YQ=="},{"k":"v"}]}`,
			`names{string("a"), string("")}`},
		{"Names", `{"k":"0"}`, `*new(names)`},
		{"Table", `{"k":"l","i":[{"k":"v","t":"YQ=="},{"k":"l","i":[{"k":"v","t":"dHJ1ZQ=="}]}]}`,
			`map[string][]bool{string("a"): []bool{bool(true)}}`},
		{"Array", `{"k":"l","i":[{"k":"v","t":"MQ=="},{"k":"v","t":"Mg=="}]}`,
			`[2]int{int(1), int(2)}`},
		{"Pointer", `{"k":"l","i":[` + box + `]}`, `func() *box { v := box{Name: string("name"), ` +
			`n: int8(-5), next: func() *box { v := box{}; return &v }(), ` +
			`any: interface{}([]string{string("a")})}; return &v }()`},
		{"Any", `{"k":"i","y":"*p.box","i":[{"k":"l","i":[` + box + `]}]}`, "interface{}(func()"},
		{"Any", `{"k":"i","y":"*errors.errorString","i":[{"k":"v","t":"YQ=="}]}`,
			`errors.New("a")`},
		{"Any", `{"k":"i","y":"bytes.Buffer","i":[{"k":"0"}]}`, ""},
		{"Time", `{"k":"v","t":"MjAyNi0wMS0wMVQwMDowMDowMFo="}`, ""},
		{"Func", `{}`, ""},
		{"Names", `{"k":"l","i":[{}]}`, ""},
	} {
		var n harness.Node
		if err := json.Unmarshal([]byte(test.record), &n); err != nil {
			t.Fatal(err)
		}
		got, err := (&writer{pkg: pkg}).value(pkg.Scope().Lookup(test.of).Type(), n)
		if (err == nil) != (test.want != "") || !strings.HasPrefix(got, test.want) {
			t.Errorf("%s of %s: %s, %v; want %s", test.of, test.record, got, err, test.want)
		}
		if err == nil {
			text := "import \"errors\"\nvar _ = errors.New\n" +
				"var _ = func() { " + test.of + " = " + got + " }"
			if _, err := check(t, text); err != nil {
				t.Errorf("%s: %v", got, err)
			}
		}
	}
}
