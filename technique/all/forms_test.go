package all_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/all"
	"github.com/wring-go/wring/technique/techtest"
)

// idioms are values that techniques know, with the technique, and what is done with v.
var idioms = []struct{ technique, typ, value, use string }{
	{"splitseq", "[]string", `strings.Split(s, ",")`, `use(v[0])`},
	{"stackbuf", "[]string", `strings.Split(s, ",")`, `for i := range v { use(v[len(v)-1-i]) }`},
	{"equalfold", "string", `strings.ToLower(s)`, `if v == "abc" { n++ }`},
	{"nofmt", "string", `fmt.Sprintf("%s-%d", s, n)`, `use(v)`},
	{"stackbuf", "[]byte", `[]byte(s)`, `for i := range v { n += int(v[i]) }`},
	{"mapsize", "map[string]int", `make(map[string]int)`,
		`for i, x := range xs { v[x] = i }; n += len(v)`},
	{"prealloc", "[]string", `[]string{}`, `for _, x := range xs { v = append(v, x) }; list = v`},
	{"pool", "*bytes.Buffer", `new(bytes.Buffer)`,
		`v.WriteString(s); v.WriteString(s); use(v.String())`},
	{"pool", "*big.Int", `new(big.Int)`,
		`v.SetInt64(int64(n)); v.Mul(v, other); n = int(v.Int64())`},
	{"appendform", "string", `strconv.Itoa(n)`, `w.WriteString(v)`},
	{"appendstyle", "string", `"list"`,
		`for i := range xs { v += strconv.Itoa(i) }; use(v + xs[0])`},
	{"sumonce", "hash.Hash", `sha256.New()`, `v.Write(data); n += len(v.Sum(nil))`},
}

// forms are the ways to declare v.
var forms = []string{
	"v := VALUE\nUSE",
	"var v = VALUE\nUSE",
	"var v TYPE = VALUE\nUSE",
	"var (\n\tv = VALUE\n\tk = n\n)\nn += k\nUSE",
	"v, k := VALUE, n\nn += k\nUSE",
	"k, v := n, VALUE\nn += k\nUSE",
	"var v TYPE\nv = VALUE\nUSE",
	"if n > 2 {\n\tv := VALUE\n\tUSE\n}",
	"switch n {\ncase 2:\n\tvar v = VALUE\n\tUSE\n}",
	"if n < 0 {\n\treturn 0\n}\nv := VALUE\nUSE",
	"lock.Lock()\ndefer lock.Unlock()\nv := VALUE\nUSE",
	"n += func() int {\n\tn := n\n\tv := VALUE\n\tUSE\n\treturn n\n}()",
}

// head is what the functions need.
const head = `package p

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"math/big"
	"strconv"
	"strings"
	"sync"
)

var (
	text  string
	list  []string
	other = big.NewInt(7)
	lock  sync.Mutex
	_     hash.Hash
)

func use(s string) { text = s }
`

// TestForms declares each idiom in each way: the same technique knows it.
func TestForms(t *testing.T) {
	var src strings.Builder
	src.WriteString(head)
	for i, idiom := range idioms {
		for j, form := range forms {
			body := strings.NewReplacer("VALUE", idiom.value, "TYPE", idiom.typ, "USE",
				strings.ReplaceAll(idiom.use, "; ", "\n")).Replace(form)
			fmt.Fprintf(&src, "\nfunc f%d_%d(s string, n int, xs []string, w *strings.Builder, "+
				"data []byte) int {\n%s\nreturn n\n}\n", i, j, body)
		}
	}
	found, warnings := technique.Propose(techtest.Load(t, txtar.Parse([]byte("-- go.mod --\n"+
		"module p\n\ngo 1.25\n-- p.go --\n"+src.String()))), all.All)
	for _, w := range warnings {
		t.Error(w.Text)
	}
	for i, idiom := range idioms {
		for j, form := range forms {
			if name := fmt.Sprintf("p.f%d_%d", i, j); !slices.ContainsFunc(found,
				func(c alloc.Candidate) bool {
					return c.Func == name && c.Technique == idiom.technique
				}) {
				t.Errorf("%s does not know %s in\n%s", idiom.technique, idiom.value, form)
			}
		}
	}
}
