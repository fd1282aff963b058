package reach

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify"
)

// needed returns the packages that a package needs, itself included. Those are true that are
// outside the standard library and may reach outside the process: they import something
// that does, or another such package. go list names importers last.
func needed(ctx context.Context, c verify.Change, path string) (map[string]bool, error) {
	args := []string{"list", "-e", "-deps", "-json=ImportPath,Imports,Standard"}
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: c.Dir, Env: c.Env, Args: append(args, "--", path)})
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
			Standard   bool
		}
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		found[pkg.ImportPath] = false
		if pkg.Standard {
			continue
		}
		for _, imported := range pkg.Imports {
			system := strings.HasPrefix(imported, "golang.org/x/sys")
			if found[imported] || doors[imported] || system {
				found[pkg.ImportPath] = true
			}
		}
	}
}

// doors are packages of the standard library that lead out of the process.
var doors = map[string]bool{"os": true, "os/exec": true, "net": true, "net/http": true,
	"syscall": true, "plugin": true, "database/sql": true, "C": true, "io/ioutil": true}
