package main

import (
	_ "embed"
	"fmt"
	"slices"
)

// target is code that is measured.
type target struct {
	name     string
	module   string   // path@version; "" for the standard library
	dir      string   // where it is measured; "" for a place on the machine
	patterns []string // packages
	tests    bool     // its tests are booked, because it has no benchmarks to speak of
	added    string   // text of a test file that joins the copy; "" for none
}

// markdown is the benchmark that goldmark's module does not have: the one in
// its repository is a module of its own, which is not published.
//
//go:embed testdata/markdown_test.go.txt
var markdown string

// targets are all that is measured: the names in a command select among them.
func targets() []target {
	var all []target
	for _, path := range []string{
		"strings", "bytes", "strconv", "fmt", "bufio", "sort", "slices", "encoding/json",
		"encoding/binary", "regexp", "text/template", "html/template", "net/url", "net/http",
		"time", "math/big", "compress/flate", "container/list", "database/sql", "go/parser",
	} {
		all = append(all, target{name: path, patterns: []string{path},
			tests: path == "text/template" || path == "container/list"})
	}
	return append(all, modules()...)
}

// modules are the targets that are not in the standard library.
func modules() []target {
	each := []string{"./..."}
	const (
		goldmark = "github.com/yuin/goldmark@v1.8.7"
		gjson    = "github.com/tidwall/gjson@v1.20.0"
	)
	return []target{
		{name: "mysql", module: "github.com/go-sql-driver/mysql@v1.10.1", patterns: each},
		{name: "zerolog", module: "github.com/rs/zerolog@v1.35.1", patterns: each},
		{name: "toml", module: "github.com/BurntSushi/toml@v1.6.0", patterns: each},
		{name: "goldmark", module: goldmark, patterns: each, added: markdown},
		{name: "goldmark-tests", module: goldmark, patterns: each, tests: true},
		{name: "gjson", module: gjson, patterns: each},
		{name: "gjson-tests", module: gjson, patterns: each, tests: true},
	}
}

// chosen returns the targets in from that names select; all of them for no names.
func chosen(from []target, names []string) ([]target, error) {
	if len(names) == 0 {
		return from, nil
	}
	var some []target
	for _, name := range names {
		i := slices.IndexFunc(from, func(t target) bool { return t.name == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is not measured; what is, is listed in "+
				"internal/measurements/targets.go", name)
		}
		some = append(some, from[i])
	}
	return some, nil
}
