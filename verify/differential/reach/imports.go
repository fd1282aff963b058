package reach

import (
	"context"
	"slices"
	"strings"

	"github.com/wring-go/wring/observe/load"
)

// needed returns the packages that a package needs, itself included. Those are true that are
// outside the standard library and may reach outside the process: they import something
// that does, or another such package.
func needed(ctx context.Context, loader *load.Loader, cfg load.Config) (map[string]bool, error) {
	list, err := loader.Needs(ctx, cfg)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, pkg := range list {
		found[pkg.Path] = false
		if pkg.Standard {
			continue
		}
		for _, imported := range pkg.Imports {
			system := strings.HasPrefix(imported, "golang.org/x/sys")
			if found[imported] || doors[imported] || system {
				found[pkg.Path] = true
			}
		}
	}
	return found, nil
}

// doors are packages of the standard library that lead out of the process.
var doors = map[string]bool{"os": true, "os/exec": true, "net": true, "net/http": true,
	"syscall": true, "plugin": true, "database/sql": true, "C": true, "io/ioutil": true}

// computing are packages outside the standard library, with those below them where a slash says so,
// that reach nothing outside the process, though they import what does and call what interfaces
// hold: messages, and metrics that are only counted.
var computing = []string{"google.golang.org/protobuf/", "github.com/golang/protobuf/",
	"github.com/gogo/protobuf/", "google.golang.org/grpc/codes", "google.golang.org/grpc/metadata",
	"google.golang.org/grpc/status", "github.com/prometheus/client_golang/prometheus",
	"github.com/prometheus/client_golang/prometheus/promauto",
	"github.com/prometheus/client_model/go"}

// computes reports whether the package of a path is one of them.
func computes(path string) bool {
	return slices.ContainsFunc(computing, func(known string) bool {
		return path == known || strings.HasSuffix(known, "/") && strings.HasPrefix(path, known)
	})
}
