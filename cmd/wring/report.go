package main

import (
	"context"
	"errors"
	"flag"

	"github.com/wring-go/wring/report/web"
)

const reportManual = `
Report writes the page of wring serve as one file: what the packages allocate, or
what the files of -from hold. The file needs no server and no network, so it can
be kept beside a build and opened from disk.

Examples:

	wring report -html page.html ./...
	wring report -html page.html -from old.wring -from new.wring
	wring fix -diff -json ./... > fix.json ; wring report -html fix.html -from fix.json
`

func reportVerb() verb {
	return verb{
		name: "report", args: "-html FILE [flags] [packages]",
		short: "write the page of wring serve as one file",
		long:  reportManual,
		setup: func(fs *flag.FlagSet) action {
			c := &reportCommand{}
			c.pages.define(fs)
			fs.StringVar(&c.html, "html", "", "write the page to `FILE`")
			return c.run
		},
	}
}

type reportCommand struct {
	pages
	html string
}

func (c *reportCommand) run(ctx context.Context, e env) (int, error) {
	if c.html == "" {
		return exitTrouble, errors.New("report needs -html FILE, where the page goes")
	}
	if err := firstError(c.check(e.args), placeFor(c.html)); err != nil {
		return exitTrouble, err
	}
	inputs, err := c.inputs(ctx, e)
	if err != nil {
		return exitTrouble, err
	}
	page, err := web.New(inputs, c.options())
	if err != nil {
		return exitTrouble, err
	}
	return exitOK, writeFile(c.html, page.WriteFile)
}
