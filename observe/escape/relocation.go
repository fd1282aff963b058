package escape

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// relocation says where files really are that the compiler knows elsewhere.
type relocation struct {
	roots    [2]string         // GOROOT as the compiler knows it, and as it is; or both ""
	replaced map[string]string // an overlay's files -> what they stand for
}

// relocations returns what cfg's environment and flags move.
func relocations(cfg Config) (relocation, error) {
	var r relocation
	if root := lookup(cfg.Env, "GOROOT"); root != "" && cfg.Toolchain.GOROOT != "" {
		r.roots = [2]string{slash(root), slash(cfg.Toolchain.GOROOT)}
	}
	name := overlayFlag(cfg.BuildFlags)
	if name == "" {
		return r, nil
	}
	data, err := os.ReadFile(filepath.Join(cfg.Dir, name))
	if filepath.IsAbs(name) {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return r, fmt.Errorf("overlay: %w", err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &overlay); err != nil {
		return r, fmt.Errorf("overlay %s: %v", name, err)
	}
	r.replaced = make(map[string]string)
	for original, replacement := range overlay.Replace {
		r.replaced[slash(replacement)] = slash(original)
	}
	return r, nil
}

// lookup returns the last value of key in env, as the go command will see it.
func lookup(env []string, key string) string {
	for _, e := range slices.Backward(env) {
		if value, ok := strings.CutPrefix(e, key+"="); ok {
			return value
		}
	}
	return ""
}

// overlayFlag returns the file that -overlay names, in either spelling.
func overlayFlag(flags []string) string {
	name := ""
	for i, f := range flags {
		flag, value, ok := strings.Cut(strings.TrimPrefix(f, "-"), "=")
		if flag != "-overlay" && flag != "overlay" {
			continue
		}
		if !ok && i+1 < len(flags) {
			value = flags[i+1]
		}
		name = value
	}
	return name
}

func slash(name string) string { return path.Clean(filepath.ToSlash(name)) }

// file returns where the file is that the compiler knows as name.
func (r relocation) file(name string) string {
	if original, ok := r.replaced[name]; ok {
		name = original
	}
	if rest, ok := strings.CutPrefix(name, r.roots[0]+"/"); ok && r.roots[0] != "" {
		name = r.roots[1] + "/" + rest
	}
	return name
}

// apply changes the positions of the facts, in place, and returns the facts.
func (r relocation) apply(facts []alloc.Fact) []alloc.Fact {
	for i := range facts {
		f := &facts[i]
		f.File = r.file(f.File)
		for j := range f.Inlined {
			f.Inlined[j].File = r.file(f.Inlined[j].File)
		}
		for j := range f.Flow {
			f.Flow[j].File = r.file(f.Flow[j].File)
		}
	}
	return facts
}
