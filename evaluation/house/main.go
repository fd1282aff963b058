// Command house builds the command and says what each module adds to it, for
// docs/measurements/house.md. It needs Linux.
//
//	go run ./evaluation/house
package main

import (
	"cmp"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	dir, err := os.MkdirTemp("", "house-")
	if err == nil {
		err = print(filepath.Join(dir, "wring"))
		os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(2)
	}
}

// print prints the size of the command, as a release builds it, and the code and data that
// the symbols of an ordinary build book to the packages of each module. What the linker
// makes for all of them, and what has no symbols, is a row of its own.
func print(name string) error {
	if _, err := run("build", "-o", name, "./cmd/wring"); err != nil {
		return err
	}
	list, err := run("list", "-deps", "-f",
		"{{.ImportPath}} {{if .Module}}{{.Module.Path}}{{else}}standard library{{end}}",
		"./cmd/wring")
	if err != nil {
		return err
	}
	modules := map[string]string{"main": "github.com/wring-go/wring"}
	for line := range strings.Lines(list) {
		path, module, _ := strings.Cut(strings.TrimSpace(line), " ")
		modules[path] = module
	}
	sizes, err := sizesOf(name, modules)
	if err != nil {
		return err
	}
	if _, err = run("build", "-ldflags=-s -w", "-o", name, "./cmd/wring"); err != nil {
		return err
	}
	file, err := os.Stat(name)
	if err != nil {
		return err
	}
	fmt.Printf("| module | MB |\n|---|--:|\n")
	for _, m := range slices.SortedFunc(maps.Keys(sizes), func(a, b string) int {
		return cmp.Compare(sizes[b], sizes[a])
	}) {
		if mb := float64(sizes[m]) / 1e6; mb >= 0.1 {
			fmt.Printf("| %s | %.1f |\n", m, mb)
		}
	}
	fmt.Printf("| the whole file | %.1f |\n", float64(file.Size())/1e6)
	return nil
}

func run(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return string(out), err
}

// sizesOf returns how many bytes of a file belong to each module.
func sizesOf(name string, modules map[string]string) (map[string]uint64, error) {
	f, err := elf.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	const shared = "tables of functions, types and texts"
	sizes := map[string]uint64{}
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS {
			sizes[shared] += s.FileSize
		}
	}
	for _, s := range symbols {
		i := int(s.Section)
		module, ok := modules[packageOf(s.Name)]
		if ok && i < len(f.Sections) && f.Sections[i].Type == elf.SHT_PROGBITS {
			sizes[module] += s.Size
			sizes[shared] -= s.Size
		}
	}
	return sizes, nil
}

// packageOf returns the package of a symbol, whose name begins with its path.
func packageOf(symbol string) string {
	path, _, _ := strings.Cut(symbol, "[")
	path, _, _ = strings.Cut(path, "(")
	slash := strings.LastIndex(path, "/") + 1
	if dot := strings.Index(path[slash:], "."); dot >= 0 {
		path = path[:slash+dot]
	}
	return strings.ReplaceAll(path, "%2e", ".")
}
