package escape

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

// inlinedCall is what the compiler prints, with -m, of a call that it inlined.
var inlinedCall = regexp.MustCompile(`^(.+\.go):(\d+):(\d+): inlining call to `)

// Inlined returns the positions of the calls in the packages, tests left out,
// that the compiler inlined. The structured log only names those that it did
// not, so this is read from the other one, which the go command keeps.
func Inlined(ctx context.Context, cfg Config) (map[alloc.Position]bool, error) {
	moved, err := relocations(cfg)
	if err != nil {
		return nil, err
	}
	args := append([]string{"build", "-o", os.DevNull}, cfg.flags()...)
	for _, path := range cfg.Packages {
		args = append(args, "-gcflags="+path+"=-m")
	}
	var log bytes.Buffer
	call := cfg.call(append(append(args, "--"), cfg.Packages...))
	call.Stderr = &log
	if _, err := gocmd.Run(ctx, call); err != nil {
		return nil, err
	}
	found := map[alloc.Position]bool{}
	for line := range strings.Lines(log.String()) {
		m := inlinedCall.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		file := m[1]
		if !filepath.IsAbs(file) {
			file = filepath.Join(cfg.Dir, file)
		}
		at := alloc.Position{File: filepath.ToSlash(file)}
		at.Line, _ = strconv.Atoi(m[2])
		at.Column, _ = strconv.Atoi(m[3])
		facts := moved.apply([]alloc.Fact{{Position: at}})
		found[facts[0].Position] = true
	}
	return found, nil
}
