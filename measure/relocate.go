package measure

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/git"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/observe/profile"
)

// relocation books a profile's frames to the sources as they are now.
type relocation struct {
	s        *Session
	set      *profile.Set
	revision string
	packages []load.Package
	built    []alloc.Frame // the frames as the profile has them
	owners   []string      // import paths of the frames' packages, "" for code of others
	callees  map[int][]string
	lost     map[int]string // reasons, by frame
}

// relocate finds the lines of the packages asked for in the sources as they are
// now. It fails when no profile is of a program that uses the packages; those
// that are not are left out.
func (s *Session) relocate(ctx context.Context, set *profile.Set, revision string) error {
	r := &relocation{s: s, set: set, revision: revision, packages: s.Listing.Packages,
		callees: map[int][]string{}, lost: map[int]string{}}
	r.findOwners()
	if err := r.leaveForeign(); err != nil {
		return err
	}
	r.collectCallees()
	now, err := r.present()
	if err != nil {
		return err
	}
	then, err := r.past(ctx)
	if err != nil {
		return err
	}
	r.move(now, then)
	return nil
}

// findOwners says which package asked for each frame is of. A program's functions
// are all called main: their package is the one whose folder ends as that of the
// file does, or the only one.
func (r *relocation) findOwners() {
	byPath := map[string]bool{}
	var mains []load.Package
	for _, p := range r.packages {
		byPath[p.Path] = true
		if p.Name == "main" {
			mains = append(mains, p)
		}
	}
	known := map[string]string{} // by the folder of the profiled build
	for _, f := range r.set.Record.Frames {
		pkg := strings.TrimSuffix(symbol.Parse(f.Func).Package, "_test")
		switch {
		case byPath[pkg]:
		case pkg == "main" && f.File != "":
			dir := path.Dir(f.File)
			if _, ok := known[dir]; !ok {
				known[dir] = r.mainOf(mains, dir)
			}
			pkg = known[dir]
		default:
			pkg = ""
		}
		r.owners = append(r.owners, pkg)
	}
}

// leaveForeign removes the sections in which no function of the module is.
func (r *relocation) leaveForeign() error {
	rec := r.set.Record
	ours := make([]bool, len(rec.Benchmarks))
	seen := make([]bool, len(rec.Benchmarks))
	for _, s := range rec.Samples {
		seen[s.Benchmark] = true
		ours[s.Benchmark] = ours[s.Benchmark] ||
			slices.ContainsFunc(rec.Stacks[s.Stack], func(f int) bool { return r.owners[f] != "" })
	}
	for i, b := range rec.Benchmarks {
		if ours[i] {
			continue
		}
		switch {
		case !seen[i] && b.CPUPeriod > 0:
			rec.Warnings = append(rec.Warnings, warnProfile("%s has no time below the allocator: "+
				"the program hardly allocates, or was profiled for too short a time.", b.Name))
		case !seen[i]:
			rec.Warnings = append(rec.Warnings, warnProfile("%s holds no allocation: was it "+
				"written before the first collection?", b.Name))
		default:
			rec.Warnings = append(rec.Warnings, warnProfile("%s is of another program, or of "+
				"other packages: no line of %s is in it%s.", b.Name, r.asked(), r.mainIn(i)))
		}
	}
	if !slices.Contains(ours, true) {
		text := rec.Warnings[len(rec.Warnings)-1].Text
		return fmt.Errorf("%s: give a profile of a program that uses these packages",
			strings.TrimSuffix(text, "."))
	}
	rec.Samples = slices.DeleteFunc(rec.Samples, func(s alloc.Sample) bool {
		return !ours[s.Benchmark]
	})
	for i, is := range ours {
		if !is {
			b := &rec.Benchmarks[i]
			b.Objects, b.Bytes = 0, 0
			if seen[i] {
				b.CPU = 0
			}
		}
	}
	return nil
}

func warnProfile(format string, args ...any) alloc.Warning {
	return alloc.Warning{Code: alloc.WarnProfile, Text: fmt.Sprintf(format, args...)}
}

// asked names the packages.
func (r *relocation) asked() string {
	if len(r.packages) == 1 {
		return r.packages[0].Path
	}
	return fmt.Sprintf("the %d packages of %s", len(r.packages),
		cmp.Or(r.s.Listing.Module, "this folder"))
}

// mainIn tells where the main function of a section's program stands.
func (r *relocation) mainIn(section int) string {
	rec := r.set.Record
	for _, s := range rec.Samples {
		for _, f := range rec.Stacks[s.Stack] {
			if s.Benchmark == section && rec.Frames[f].Func == "main.main" {
				return "; its main function is in " + rec.Frames[f].File
			}
		}
	}
	return ""
}

// collectCallees notes what each own frame was seen to call.
func (r *relocation) collectCallees() {
	rec := r.set.Record
	for _, stack := range rec.Stacks {
		for i, f := range stack {
			if i == 0 || r.owners[f] == "" {
				continue
			}
			if name := rec.Frames[stack[i-1]].Func; !slices.Contains(r.callees[f], name) {
				r.callees[f] = append(r.callees[f], name)
			}
		}
	}
}

// hot returns the packages that have frames.
func (r *relocation) hot() []load.Package {
	return slices.DeleteFunc(slices.Clone(r.packages), func(p load.Package) bool {
		return !slices.Contains(r.owners, p.Path)
	})
}

// present reads the files as they are.
func (r *relocation) present() (*profile.Source, error) {
	all := map[string]map[string][]byte{}
	for _, p := range r.hot() {
		names, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
		if err != nil {
			return nil, err
		}
		all[p.Path] = map[string][]byte{}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			all[p.Path][filepath.ToSlash(name)] = text
		}
	}
	return profile.NewSource(all), nil
}

// past reads the files of the build, nil where its revision is not known or not
// here. A revision that was asked for must be here.
func (r *relocation) past(ctx context.Context) (*profile.Source, error) {
	revision, dirty := r.revisionOf(ctx)
	if revision == "" {
		return nil, nil
	}
	repo, err := git.Open(ctx, r.s.Listing.ModuleDir)
	var known git.Revision
	if err == nil {
		known, err = repo.Revision(ctx, revision)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && r.revision != "":
		return nil, fmt.Errorf("-revision %s: %w", revision, err)
	case err != nil:
		r.warn("The profile is of revision %s, which git does not have here: its lines "+
			"are found by function and distance only.", revision)
		return nil, nil
	case dirty:
		r.warn("The profile is of a program that was built from revision %s and changes "+
			"that were not committed: lines may be off where they were.", revision)
	}
	all := map[string]map[string][]byte{}
	for _, p := range r.hot() {
		dir, ok := strings.CutPrefix(p.Dir+"/", r.s.Listing.ModuleDir+"/")
		if !ok || !symbol.Holds(r.s.Listing.ModuleDir, p.Dir+"/x.go") {
			continue
		}
		if all[p.Path], err = repo.Files(ctx, known.Commit, path.Clean(dir)); err != nil {
			return nil, err
		}
	}
	return profile.NewSource(all), nil
}

func (r *relocation) warn(format string, args ...any) {
	r.set.Record.Warnings = append(r.set.Record.Warnings, warnProfile(format, args...))
}

// revisionOf returns the revision that was asked for, else that of the binaries
// if they all have one, else the version in the names of files.
func (r *relocation) revisionOf(ctx context.Context) (revision string, dirty bool) {
	if r.revision != "" {
		return r.revision, false
	}
	module := r.s.Listing.Module
	for _, b := range r.set.Builds {
		commit, modified := r.commitOf(ctx, b)
		if commit == "" || revision != "" && commit != revision {
			revision = ""
			break
		}
		revision, dirty = commit, dirty || modified
	}
	for i, f := range r.set.Record.Frames {
		if revision == "" && r.owners[i] != "" {
			revision = profile.Version(module, f.File)
		}
	}
	return revision, dirty
}

// commitOf returns the commit from which a program was built, and whether its
// sources had changes that were not committed. It is "" unless the binary is still
// where it ran, is the same one, and is of the module.
func (r *relocation) commitOf(ctx context.Context, b profile.Build) (string, bool) {
	if b.Program == "" || !b.Same() {
		return "", false
	}
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: r.s.Options.Dir, Env: r.s.Options.Env,
		Args: []string{"version", "-m", b.Program}})
	if err != nil {
		return "", false
	}
	commit, modified, ours := "", false, false
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		switch {
		case len(f) >= 2 && f[0] == "mod":
			ours = f[1] == r.s.Listing.Module
		case len(f) == 2 && f[0] == "build":
			if value, ok := strings.CutPrefix(f[1], "vcs.revision="); ok {
				commit = value
			}
			modified = modified || f[1] == "vcs.modified=true"
		}
	}
	if !ours {
		return "", false
	}
	return commit, modified
}

// move books the frames to where their lines are. A line that is not found is
// booked to line 0 of its function.
func (r *relocation) move(now, then *profile.Source) {
	rec := r.set.Record
	r.built = slices.Clone(rec.Frames)
	dirs := map[string]string{}
	for _, p := range r.packages {
		dirs[p.Path] = p.Dir
	}
	for i, f := range rec.Frames {
		if r.owners[i] == "" || strings.HasSuffix(f.File, "_test.go") ||
			f.File == "<autogenerated>" {
			continue
		}
		found := now.Find(profile.Place{Package: r.owners[i], Func: f.Func, File: f.File,
			Line: f.Line, Start: r.set.Starts[i]}, r.callees[i], then)
		if found.Reason != "" {
			r.lost[i] = found.Reason
		}
		rec.Frames[i].File = cmp.Or(found.File, dirs[r.owners[i]]+"/"+path.Base(f.File))
		rec.Frames[i].Line = found.Line
	}
	r.tellLost()
}

// tellLost lists what is booked to lines that were not found, as the nearest ones
// in the packages asked for; the others do not matter.
func (r *relocation) tellLost() {
	rec := r.set.Record
	held := map[int]alloc.Sampled{}
	total, cpu := rec.Production()
	for _, s := range rec.Samples {
		stack := rec.Stacks[s.Stack]
		own := slices.IndexFunc(stack, func(f int) bool { return r.owners[f] != "" })
		if own < 0 {
			continue
		}
		if f := stack[own]; r.lost[f] != "" {
			held[f] = held[f].Plus(rec.Sampled(s))
		}
	}
	for _, f := range slices.Sorted(maps.Keys(held)) {
		at := r.built[f]
		rec.Lost = append(rec.Lost, alloc.Lost{Func: at.Func, File: at.File, Line: at.Line,
			Reason: r.lost[f], Share: held[f].Of(total, cpu), Held: held[f]})
	}
	slices.SortStableFunc(rec.Lost, func(a, b alloc.Lost) int {
		return cmp.Or(cmp.Compare(b.Held.Bytes.Value, a.Held.Bytes.Value),
			cmp.Compare(b.Held.CPU.Value, a.Held.CPU.Value))
	})
}
