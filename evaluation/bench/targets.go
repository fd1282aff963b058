package bench

import (
	_ "embed"
	"fmt"
	"slices"
)

// Target is code that is measured.
type Target struct {
	Name     string
	Module   string   // path@version; "" for the standard library
	Dir      string   // where it is measured; "" for a place on the machine
	Patterns []string // packages
	Tests    bool     // its tests are booked, because it has no benchmarks to speak of
	added    string   // text of a test file that joins the copy; "" for none
}

// markdown is the benchmark that goldmark's module does not have: the one in
// its repository is a module of its own, which is not published.
//
//go:embed testdata/markdown_test.go.txt
var markdown string

// Targets are all that is measured: the names in a command select among them.
func Targets() []Target {
	var all []Target
	for _, path := range []string{
		"strings", "bytes", "strconv", "fmt", "bufio", "sort", "slices", "encoding/json",
		"encoding/binary", "regexp", "text/template", "html/template", "net/url", "net/http",
		"time", "math/big", "compress/flate", "container/list", "database/sql", "go/parser",
	} {
		all = append(all, Target{Name: path, Patterns: []string{path},
			Tests: path == "text/template" || path == "container/list"})
	}
	return append(all, Modules()...)
}

// Modules are the targets that are not in the standard library.
func Modules() []Target {
	each := []string{"./..."}
	const (
		goldmark = "github.com/yuin/goldmark@v1.8.7"
		gjson    = "github.com/tidwall/gjson@v1.20.0"
	)
	return []Target{
		{Name: "mysql", Module: "github.com/go-sql-driver/mysql@v1.10.1", Patterns: each},
		{Name: "zerolog", Module: "github.com/rs/zerolog@v1.35.1", Patterns: each},
		{Name: "toml", Module: "github.com/BurntSushi/toml@v1.6.0", Patterns: each},
		{Name: "goldmark", Module: goldmark, Patterns: each, added: markdown},
		{Name: "goldmark-tests", Module: goldmark, Patterns: each, Tests: true},
		{Name: "gjson", Module: gjson, Patterns: each},
		{Name: "gjson-tests", Module: gjson, Patterns: each, Tests: true},
	}
}

// Chosen returns the targets in from that names select; all of them for no names.
func Chosen(from []Target, names []string) ([]Target, error) {
	if len(names) == 0 {
		return from, nil
	}
	var some []Target
	for _, name := range names {
		i := slices.IndexFunc(from, func(t Target) bool { return t.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is not measured; what is, is listed in "+
				"evaluation/bench/targets.go", name)
		}
		some = append(some, from[i])
	}
	return some, nil
}
