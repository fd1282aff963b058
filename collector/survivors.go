package collector

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/collector/lives"
	"github.com/wring-go/wring/internal/gocmd"
)

// Survivors builds p, which comes from src, once more, with something beside it that
// writes a heap profile after a cycle, of every object; runs it, and returns the
// profiles. They lie in folder, which exists.
func Survivors(ctx context.Context, src Source, p Program, folder string) ([]string, error) {
	if src.Main != "" && Executable(src.Dir, src.Main) {
		return nil, errors.New(src.Main + " is an executable file; name its main package to " +
			"see what lives")
	}
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: src.Dir, Env: src.Env,
		Args: []string{"list", "-f", "{{.Name}}\n{{.Dir}}", src.Main + src.Package}})
	if err != nil {
		return nil, err
	}
	name, dir, ok := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if !ok || strings.Contains(dir, "\n") {
		return nil, errors.New(src.Main + src.Package + " is not one package")
	}
	list, err := gocmd.WriteOverlay(folder,
		gocmd.Files{lives.File(dir, src.Main == ""): lives.Source(name)}, "")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, "program-lives")
	if err := src.build(ctx, path, "", "-overlay="+list); err != nil {
		return nil, err
	}
	p.Path = path
	p.Env = append(p.Env[:len(p.Env):len(p.Env)], lives.Env(folder), "GODEBUG="+everyObject())
	_, err = p.Once(ctx, Setting{GOGC: 100})
	files := lives.Files(folder)
	if len(files) > 0 && ctx.Err() == nil {
		err = nil // it may be that what runs beside it is what it complains about
	}
	return files, err
}

// everyObject is the GODEBUG with which a program's heap profile has every object, and
// its cycles stop it: what it allocates during a cycle is otherwise taken for alive.
func everyObject() string {
	const settings = "memprofilerate=1,gcstoptheworld=1"
	if old := os.Getenv("GODEBUG"); old != "" {
		return old + "," + settings
	}
	return settings
}
