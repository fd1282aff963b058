package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/observe/profile/web"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/text"
)

// profileDiff holds the flags of wring diff that are for profiles.
type profileDiff struct {
	requests  string
	predicted string
}

func (p *profileDiff) define(fs *flag.FlagSet) {
	fs.StringVar(&p.requests, "requests", "", "of profiles: divide by the requests that each side "+
		"served, `OLD,NEW`")
	fs.StringVar(&p.predicted, "predicted", "", "of profiles: print beside it what the report "+
		"`FILE.json` of wring fix -profile -json expected")
}

// unused returns an error when a flag is given that is for profiles only.
func (p *profileDiff) unused() error {
	if p.requests == "" && p.predicted == "" {
		return nil
	}
	return errors.New("-requests and -predicted are for profiles: " +
		"wring diff BEFORE.pb.gz AFTER.pb.gz")
}

// areProfiles reports whether the first argument names pprof profiles: an address,
// or a file that is compressed or has one of their usual names.
func areProfiles(args []string) bool {
	if len(args) == 0 {
		return false
	}
	name, _, _ := strings.Cut(args[0], ",")
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		return true
	}
	for _, end := range []string{".pb.gz", ".pb", ".pprof", ".prof"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [2]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && bytes.Equal(head[:], []byte{0x1f, 0x8b})
}

// compareProfiles compares sampled profiles of two sides.
func (d *diffCommand) compareProfiles(ctx context.Context, e env) (int, error) {
	opt, err := d.profileOptions(e.args)
	if err != nil {
		return exitTrouble, err
	}
	show := newProgress(e.stderr)
	opt.Packages.Progress = show.update
	diff, err := wring.CompareProfiles(ctx, opt)
	show.clear()
	if err != nil {
		return exitTrouble, err
	}
	if d.format == "json" {
		err = json.WriteProfileDiff(e.stdout, diff)
	} else {
		err = text.ProfileDiff(e.stdout, diff, d.showing.options(e))
	}
	if err == nil && diff.Worse() {
		return exitNo, nil
	}
	return exitOK, err
}

func (d *diffCommand) profileOptions(args []string) (wring.ProfileDiffOptions, error) {
	opt := wring.ProfileDiffOptions{Packages: wring.ProfileOptions{Dir: d.dir, Tags: d.tags,
		Fetch: web.Fetch}}
	if len(args) < 2 {
		return opt, errors.New("the profile of one side is not enough: " +
			"wring diff BEFORE.pb.gz AFTER.pb.gz")
	}
	if d.format != "text" && d.format != "json" {
		return opt, fmt.Errorf("-format %s: profiles are compared as text or json", d.format)
	}
	err := d.refuse("profiles are read and nothing is run", "bench", "n", "timeout", "count",
		"benchtime", "counts", "go", "filter", "table", "row", "col", "ignore", "alpha")
	if err != nil {
		return opt, err
	}
	opt.Old, opt.New = names(args[0]), names(args[1])
	opt.Packages.Patterns = orAll(args[2:])
	if opt.Requests, err = d.profiles.counts(); err != nil {
		return opt, err
	}
	opt.Predicted, err = d.profiles.report()
	return opt, err
}

// counts reads -requests.
func (p *profileDiff) counts() (n [2]float64, err error) {
	if p.requests == "" {
		return n, nil
	}
	old, now, ok := strings.Cut(p.requests, ",")
	for i, s := range []string{old, now} {
		n[i], err = strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || n[i] <= 0 || !ok {
			return n, fmt.Errorf("-requests %q: it must be two numbers above 0, such as "+
				"120000,118000", p.requests)
		}
	}
	return n, nil
}

// report reads -predicted.
func (p *profileDiff) report() (*alloc.FixReport, error) {
	if p.predicted == "" {
		return nil, nil
	}
	f, err := os.Open(p.predicted)
	if err != nil {
		return nil, fmt.Errorf("-predicted: %w", err)
	}
	defer f.Close()
	rep, err := json.ReadFix(f)
	if err != nil {
		return nil, fmt.Errorf("-predicted %s: %w", p.predicted, err)
	}
	if rep.Production == nil {
		return nil, fmt.Errorf("-predicted %s: the report knows nothing of production: "+
			"make it with wring fix -profile FILE -json", p.predicted)
	}
	return &rep, nil
}
