// Command vetfix runs go vet -vettool=wring -fix over code that is not wring's
// own, and shows that it builds afterwards and that its tests do what they did:
//
//	go run ./evaluation/vetfix [-rounds N] [-notest] [-keep DIR] [NAME ...]
//
// It copies the toolchain with the standard library, named std, and public
// modules, each by its name on the list or as PATH@VERSION, to a temporary
// folder, and prints a table. It runs all tests of a module, and of the standard
// library those of the packages that were rewritten. It exits 1 when a package
// that was built before is not, or when a test fails that passed before.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

// options say what to do with each subject.
type options struct {
	tool   string // the wring binary
	dir    string // where the copies are
	rounds int
	noTest bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	broken, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "vetfix:", err)
		os.Exit(2)
	}
	if broken {
		os.Exit(1)
	}
}

func run(ctx context.Context) (broken bool, err error) {
	rounds := flag.Int("rounds", 2, "how often to run go vet -fix")
	noTest := flag.Bool("notest", false, "do not run tests")
	keep := flag.String("keep", "", "a folder for the copies, which is kept")
	flag.Parse()
	list, err := chosen(flag.Args())
	if err != nil {
		return false, err
	}
	opt := options{dir: *keep, rounds: *rounds, noTest: *noTest}
	if opt.dir == "" {
		if opt.dir, err = os.MkdirTemp("", "vetfix-"); err != nil {
			return false, err
		}
		defer removeAll(opt.dir)
	}
	if opt.dir, err = filepath.Abs(opt.dir); err != nil {
		return false, err
	}
	opt.tool = filepath.Join(opt.dir, "wring")
	build := command{args: []string{"go", "build", "-o", opt.tool,
		"github.com/wring-go/wring/cmd/wring"}}
	if out, err := build.run(ctx); err != nil {
		return false, fmt.Errorf("building wring: %w\n%s", err, out)
	}
	fmt.Println("| code | packages | files rewritten | lines | packages not building | " +
		"tests that fail now |")
	fmt.Println("|---|--:|--:|--:|---|---|")
	for _, s := range list {
		r, err := s.try(ctx, opt)
		if err != nil {
			return broken, fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Printf("| %s | %d | %d | %d | %s | %s |\n", s.title(), r.packages, r.files, r.lines,
			orNone(r.notBuilding), r.tests(opt))
		broken = broken || len(r.notBuilding)+len(r.failing) > 0
	}
	return broken, nil
}

// mostNames bounds the names in a cell of the table.
const mostNames = 5

func orNone(names []string) string {
	if len(names) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", len(names), strings.Join(names[:min(len(names), mostNames)], ", "))
}
