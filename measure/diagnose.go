package measure

import (
	"context"
	"fmt"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/trace"
)

// Diagnose says in a few lines which toolchain is used in dir, and whether it
// can be traced. Each line is indented by four spaces.
func Diagnose(ctx context.Context, dir string) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		text := strings.TrimSpace(fmt.Sprintf(format, args...))
		b.WriteString("    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n")
	}
	tools, err := gocmd.Env(ctx, dir, nil)
	if err != nil {
		line("%v", err)
		return b.String()
	}
	line("%s %s/%s", tools.GOVERSION, tools.GOOS, tools.GOARCH)
	line("GOROOT=%s (in the module cache: %t)", tools.GOROOT, tools.FromModCache())
	line("GOFLAGS=%s GOEXPERIMENT=%s CGO_ENABLED=%s", tools.GOFLAGS, tools.GOEXPERIMENT,
		tools.CGOEnabled)
	c, warnings, err := OpenCache("")
	if err != nil {
		line("cache: %v", err)
		return b.String()
	}
	line("cache: %s", c.Path)
	for _, w := range warnings {
		line("warning: %s", w.Text)
	}
	if _, err := trace.Prepare(tools, c.Path); err != nil {
		line("exact tracing: %v", err)
	} else {
		line("exact tracing: every edit of the runtime found its place")
	}
	return b.String()
}
