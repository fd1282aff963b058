// Package build judges a change by building it: the package, everything in the
// module that imports it where the change shows there, and the variants of the
// package for other systems and tags that the change could break unseen. What
// does not build before the change is not held against it.
package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/verify"
)

const judge = "build"

// Judge is the [verify.Judge] that asks [Host] and [Variants].
func Judge(ctx context.Context, c verify.Change, _ verify.Measurements) (verify.Judgement, error) {
	return judgement(ctx, c, nil, (*builder).host, (*builder).variants)
}

// Host builds for the system that wring runs on. Of candidates that do not build together those
// are accepted, in their order, that build with the ones accepted before them. The
// verdict on one that builds only without the others is unknown: it may build
// once it is made for the code with them.
func Host(ctx context.Context, c verify.Change, _ verify.Measurements) (verify.Judgement, error) {
	return judgement(ctx, c, nil, (*builder).host)
}

// Checked returns a judge that judges as [Host]. The loader tells which of several candidates do
// not type-check together, so that none of them is built.
func Checked(loader *load.Loader) verify.Judge {
	return func(ctx context.Context, c verify.Change, _ verify.Measurements) (
		verify.Judgement, error) {
		return judgement(ctx, c, &checker{loader}, (*builder).host)
	}
}

// Variants builds for the other systems and tags for which the packages have files, and judges
// as [Host] does. The standard library is built for them, too, if it has never been.
func Variants(ctx context.Context, c verify.Change, _ verify.Measurements) (
	verify.Judgement, error) {
	return judgement(ctx, c, nil, (*builder).variants)
}

// part builds a part of what must build.
type part func(*builder, context.Context) (alloc.Verdict, error)

func judgement(ctx context.Context, c verify.Change, types *checker, parts ...part) (
	verify.Judgement, error) {
	before := words{}
	builds := func(ctx context.Context, c verify.Change) (alloc.Verdict, error) {
		return whole(ctx, c, parts, before)
	}
	alone := len(c.Candidates) <= 1 && len(c.Made) == 0
	if types != nil && !c.Together && !alone {
		j, good, err := types.sort(ctx, c)
		if err != nil {
			return j, err
		}
		if len(good) < len(c.Candidates) {
			with, err := c.With(good)
			if err != nil {
				return j, err
			}
			if v, err := builds(ctx, with); err != nil || v.Outcome == alloc.Accepted {
				return j, err
			}
		}
	}
	v, err := builds(ctx, c)
	if err != nil {
		return verify.Judgement{}, err
	}
	if v.Outcome != alloc.Rejected || c.Together || alone {
		return verify.All(c, v), nil
	}
	j, _, err := each(ctx, c, v, builds, func(ctx context.Context, c verify.Change) (
		alloc.Verdict, error) {
		return whole(ctx, c, parts, words{})
	})
	return j, err
}

// builds returns the verdict on a change as a whole.
type builds func(context.Context, verify.Change) (alloc.Verdict, error)

// each judges the candidates of a change that is rejected as a whole, and returns those that are
// accepted together. alone asks about changes of other code.
func each(ctx context.Context, c verify.Change, no alloc.Verdict, together, alone builds) (
	j verify.Judgement, good []verify.Candidate, err error) {
	var halves func(list []verify.Candidate, no alloc.Verdict) error
	add := func(list []verify.Candidate) error {
		with, err := c.With(slices.Concat(good, list))
		if err != nil {
			return err
		}
		v, err := together(ctx, with)
		if err != nil {
			return err
		}
		if v.Outcome != alloc.Accepted {
			return halves(list, v)
		}
		good = append(good, list...)
		for range list {
			j.Verdicts = append(j.Verdicts, v)
		}
		return nil
	}
	halves = func(list []verify.Candidate, no alloc.Verdict) error {
		if n := len(list); n > 1 {
			if err := add(list[:n/2]); err != nil {
				return err
			}
			return add(list[n/2:])
		}
		var err error
		if len(good)+len(c.Made) > 0 {
			no, err = apart(ctx, c, list[0], no, alone)
		}
		j.Verdicts = append(j.Verdicts, no)
		return err
	}
	err = halves(c.Candidates, no)
	return j, good, err
}

// apart returns the verdict on a candidate that does not build with others, for
// the reason in v: unknown if it builds without them.
func apart(ctx context.Context, c verify.Change, one verify.Candidate, v alloc.Verdict,
	judge builds) (alloc.Verdict, error) {
	alone, err := c.Alone(one)
	if err != nil {
		return v, err
	}
	said, err := judge(ctx, alone)
	if err != nil || said.Outcome == alloc.Rejected {
		return said, err
	}
	v.Outcome = alloc.Unknown
	return v, nil
}

// whole builds the change as it is.
func whole(ctx context.Context, c verify.Change, parts []part, before words) (
	v alloc.Verdict, err error) {
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return v, err
	}
	defer os.RemoveAll(dir)
	b := &builder{change: c, dir: dir, before: before}
	if b.old, err = list(dir+"/old", c.Old); err != nil {
		return v, err
	}
	if b.new, err = list(dir+"/new", c.New); err != nil {
		return v, err
	}
	for _, build := range parts {
		if v, err = build(b, ctx); err != nil || v.Outcome != alloc.Accepted {
			return v, err
		}
	}
	return v, nil
}

func list(dir string, files map[string][]byte) (string, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	return gocmd.WriteOverlay(dir, files, "")
}

// builder builds both sides of a change.
type builder struct {
	change   verify.Change
	dir      string // for overlays
	old, new string // overlay lists
	before   words  // about the old side
}

// words are what the go command says about packages that it was asked to build, by
// their paths; "" about one that builds.
type words map[string]string

// packages returns what is built: what changed, then what imports it, if the change may
// concern that.
func (b *builder) packages() []string {
	all := slices.Clone(b.change.Packages)
	if !b.shows() {
		return all
	}
	for _, p := range b.change.Affected {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// host builds for the system that wring runs on, with the user's tags.
func (b *builder) host(ctx context.Context) (alloc.Verdict, error) {
	pkgs := b.packages()
	said, err := b.build(ctx, b.new, nil, b.change.Tags, pkgs)
	if err != nil || said == "" {
		return accepted(), err
	}
	for _, p := range pkgs { // which ones are at fault, and were they before?
		if len(pkgs) > 1 {
			said, err = b.build(ctx, b.new, nil, b.change.Tags, []string{p})
			if err != nil {
				return alloc.Verdict{}, err
			}
		}
		if said == "" {
			continue
		}
		before, err := b.built(ctx, p)
		if err != nil {
			return alloc.Verdict{}, err
		}
		if before == "" {
			return rejected("%s does not build any more: %s", p, said), nil
		}
	}
	return accepted(), nil
}

// built returns what the go command says about a package before the change.
func (b *builder) built(ctx context.Context, path string) (string, error) {
	if said, ok := b.before[path]; ok {
		return said, nil
	}
	said, err := b.build(ctx, b.old, nil, b.change.Tags, []string{path})
	if err == nil {
		b.before[path] = said
	}
	return said, err
}

// build returns what the go command says when it cannot build pkgs, "" when it
// can. Their tests are built by those who run them.
func (b *builder) build(ctx context.Context, overlay string, env []string, tags string,
	pkgs []string) (string, error) {
	args := []string{"build", "-overlay=" + overlay, "-o", os.DevNull}
	if tags != "" {
		args = append(args, "-tags="+tags)
	}
	_, err := gocmd.Run(ctx, gocmd.Call{Dir: b.change.Dir, Env: slices.Concat(b.change.Env, env),
		Args: append(append(args, "--"), pkgs...)})
	var failed *gocmd.Error
	if errors.As(err, &failed) && ctx.Err() == nil {
		return b.readable(failed.Stderr), nil
	}
	return "", err
}

// readable returns the first lines of what the compiler says, with the files
// that stand in for those of the package under these files' names.
func (b *builder) readable(text string) string {
	const most = 6
	standIn := regexp.MustCompile(regexp.QuoteMeta(b.dir) + `/(old|new)/\d+_`)
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(standIn.ReplaceAllString(line, ""))
		if line != "" && !strings.HasPrefix(line, "# ") && len(lines) < most {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func accepted() alloc.Verdict { return alloc.Verdict{Judge: judge, Outcome: alloc.Accepted} }

func rejected(format string, args ...any) alloc.Verdict {
	reason := fmt.Sprintf(format, args...)
	return alloc.Verdict{Judge: judge, Outcome: alloc.Rejected, Reason: reason}
}
