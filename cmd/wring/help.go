package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring"
)

func helpVerb() verb {
	return verb{
		name: "help", args: "[verb | cause | causes | exit]",
		short: "how to use a verb, or what a cause means",
		long:  "Without an argument it lists the verbs.",
		setup: func(fs *flag.FlagSet) action { return help },
	}
}

func help(_ context.Context, e env) (int, error) {
	if len(e.args) == 0 {
		return exitOK, writeOverview(e.stdout)
	}
	if err := atMost(1, e.args); err != nil {
		return exitTrouble, err
	}
	topic := e.args[0]
	if v, ok := findVerb(topic); ok {
		writeManual(e.stdout, v)
		return exitOK, nil
	}
	switch topic {
	case "causes":
		writeCauses(e.stdout)
		return exitOK, nil
	case "exit":
		_, err := io.WriteString(e.stdout, exitManual)
		return exitOK, err
	}
	c, err := wring.Cause(topic)
	if err != nil {
		return exitTrouble, fmt.Errorf("no verb and no cause is named %q: "+
			"wring help lists the verbs, wring help causes the causes", topic)
	}
	_, page, _ := strings.Cut(c.Page, "\n") // it begins with the title
	_, err = fmt.Fprintf(e.stdout, "%s: %s\n\n%s\n", c.Name, c.Title, strings.TrimSpace(page))
	return exitOK, err
}

func writeOverview(w io.Writer) error {
	var b strings.Builder
	b.WriteString("wring books every heap allocation of Go code and says why it happens.\n\n" +
		"usage: wring VERB [flags] [arguments]; wring ./... is wring top ./...\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(&b, "  %-12s %s\n", v.name, v.short)
	}
	b.WriteString("\nwring help VERB, wring help CAUSE, wring help causes, wring help exit.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeManual(w io.Writer, v verb) {
	fmt.Fprintf(w, "usage: wring %s %s\n\n%s: %s.\n\n", v.name, v.args, v.name, v.short)
	if v.long != "" {
		fmt.Fprintf(w, "%s\n\n", strings.TrimSpace(v.long))
	}
	fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
	v.setup(fs)
	var any bool
	fs.VisitAll(func(*flag.Flag) { any = true })
	if any {
		fmt.Fprintln(w, "Flags:")
		fs.SetOutput(w)
		fs.PrintDefaults()
	}
}

func writeCauses(w io.Writer) {
	fmt.Fprint(w, "Causes, in order of precedence (wring help CAUSE says more):\n\n")
	for _, c := range wring.Causes() {
		fmt.Fprintf(w, "  %-24s %s\n", c.Name, c.Title)
	}
}
