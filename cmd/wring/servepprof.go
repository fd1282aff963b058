package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"path"
	"time"

	"github.com/google/pprof/driver"
	"github.com/google/pprof/profile"

	"github.com/wring-go/wring/report/pprof"
	"github.com/wring-go/wring/report/web"
)

// pprofPage returns pprof's own page for the first input that has stacks, and its
// profile; neither when none has.
func pprofPage(inputs []web.Input) (http.Handler, []byte, error) {
	for _, in := range inputs {
		var data bytes.Buffer
		var err error
		switch {
		case in.Record != nil:
			err = pprof.Write(&data, in.Record)
		case in.Profile != nil:
			data.Write(in.Profile.Data())
		default:
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		h, err := pprofHandler(data.Bytes())
		return h, data.Bytes(), err
	}
	return nil, nil, nil
}

// pprofHandler runs pprof as far as its web server, and takes over what that
// would have served. Left out is what keeps settings on disk, and what reads
// files that the profile names: they may be outside of the module, and the
// sources are on wring's own page.
func pprofHandler(data []byte) (http.Handler, error) {
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, err
	}
	var handlers map[string]http.Handler
	err = driver.PProf(&driver.Options{
		Flagset: &pprofFlags{flag.NewFlagSet("pprof", flag.ContinueOnError)},
		Fetch:   fetched{p}, Sym: named{}, UI: silent{},
		HTTPServer: func(args *driver.HTTPServerArgs) error {
			handlers = args.Handlers
			return nil
		},
	})
	if err != nil {
		return nil, fmt.Errorf("pprof cannot show the profile: %w", err)
	}
	for _, name := range []string{"/source", "/disasm", "/saveconfig", "/deleteconfig"} {
		delete(handlers, name)
	}
	return http.StripPrefix("/pprof", http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			h := handlers[path.Clean(r.URL.Path)]
			if h == nil {
				http.NotFound(w, r)
				return
			}
			h.ServeHTTP(w, r)
		})), nil
}

// fetched is a profile that is at hand.
type fetched struct{ *profile.Profile }

func (f fetched) Fetch(string, time.Duration, time.Duration) (*profile.Profile, string, error) {
	return f.Copy(), "", nil
}

// named is for profiles that name their functions already, so that pprof looks
// for no binary.
type named struct{}

func (named) Symbolize(string, driver.MappingSources, *profile.Profile) error { return nil }

// silent is a terminal that nothing is printed on.
type silent struct{}

func (silent) ReadLine(string) (string, error)     { return "", errors.New("no terminal") }
func (silent) Print(...any)                        {}
func (silent) PrintErr(...any)                     {}
func (silent) IsTerminal() bool                    { return false }
func (silent) WantBrowser() bool                   { return false }
func (silent) SetAutoComplete(func(string) string) {}

// pprofFlags are what pprof would have got on its command line: an address,
// which it does not listen on.
type pprofFlags struct{ *flag.FlagSet }

func (f *pprofFlags) StringList(name, def, usage string) *[]*string {
	value := new(string)
	f.StringVar(value, name, def, usage)
	return &[]*string{value}
}
func (f *pprofFlags) ExtraUsage() string   { return "" }
func (f *pprofFlags) AddExtraUsage(string) {}
func (f *pprofFlags) Parse(func()) []string {
	if err := f.FlagSet.Parse([]string{"-http=127.0.0.1:1", "-no_browser", "wring"}); err != nil {
		return nil
	}
	return f.Args()
}
