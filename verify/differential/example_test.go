package differential_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential"
)

// A rewrite of strings.Fields looks right, and is wrong for what is not a space.
func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	const old = "package p\n\nimport \"strings\"\n\n" +
		"func First(s string) string { return (strings.Fields(s + \" -\"))[0] }\n"
	now := strings.Replace(old, `strings.Fields(s + " -")`,
		`strings.Split(strings.TrimSpace(s)+" -", " ")`, 1)
	file := filepath.Join(dir, "p.go")
	for name, text := range map[string]string{file: old,
		filepath.Join(dir, "go.mod"): "module example.com/p\n\ngo 1.25\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			fmt.Println(err)
			return
		}
	}
	judge := differential.Judge(differential.Options{Inputs: 2000})
	said, err := judge(context.Background(), verify.Change{
		Dir: dir, Module: "example.com/p", ModuleDir: dir,
		Packages: []string{"example.com/p"},
		New:      map[string][]byte{file: []byte(now)}, // nothing is written there
	}, verify.Measurements{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(said.Verdicts[0].Judge, said.Verdicts[0].Outcome)
	// Output: differential rejected
}
