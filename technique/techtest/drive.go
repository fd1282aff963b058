package techtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/wring-go/wring/internal/gocmd"
)

// result is what the generated program says of a case.
type result struct {
	Name          string
	Go            string
	Before, After uint64
	Seed          uint64
	Was, Is       string
}

// moduleEnv keeps what surrounds the generated module away from it.
func moduleEnv(toolchain string) []string {
	env := []string{"GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off", "GODEBUG="}
	if toolchain != "" {
		env = append(env, "GOTOOLCHAIN="+toolchain)
	}
	return env
}

// drive builds and runs the module's program under a toolchain, "" for the one
// of the test, and returns what it says by technique/case. Paths are trimmed so
// that the next run, in another folder, finds everything built.
func drive(ctx context.Context, dir, toolchain string, seeds int) (map[string]result, error) {
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: dir, Env: moduleEnv(toolchain),
		Args: []string{"run", "-trimpath", ".", strconv.Itoa(seeds)}})
	if err != nil {
		return nil, err
	}
	results := make(map[string]result)
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var r result
		if err := dec.Decode(&r); err == io.EOF {
			return results, nil
		} else if err != nil {
			return nil, fmt.Errorf("the program that runs the cases printed %q: %w", out, err)
		}
		results[r.Name] = r
	}
}

var releaseName = regexp.MustCompile(`^go1\.\d+`)

// release returns the Go release of a version: "go1.26" of "go1.26.8".
func release(version string) string { return releaseName.FindString(version) }
