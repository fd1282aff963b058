package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/technique/all"
)

func helpVerb() verb {
	return verb{
		name: "help", args: "[verb | cause | technique | causes | techniques | exit]",
		short: "explain a verb, a cause or a technique",
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
		return exitOK, writeManual(e.stdout, v)
	}
	switch topic {
	case "causes":
		return exitOK, writeCauses(e.stdout)
	case "techniques":
		return exitOK, writeTechniques(e.stdout)
	case "exit":
		_, err := io.WriteString(e.stdout, exitManual)
		return exitOK, err
	}
	if page, ok := all.Page(topic); ok {
		return exitOK, writePage(e.stdout, topic, page)
	}
	c, err := wring.Cause(topic)
	if err != nil {
		return exitTrouble, fmt.Errorf("no verb, cause or technique is named %q: wring help lists "+
			"the verbs, wring help causes and wring help techniques the others", topic)
	}
	return exitOK, writePage(e.stdout, c.Name, c.Page)
}

// writePage writes a page that begins with a heading, after the name of what it
// is about.
func writePage(w io.Writer, name, page string) error {
	title, text, _ := strings.Cut(page, "\n")
	_, err := fmt.Fprintf(w, "%s: %s\n\n%s\n", name, strings.TrimPrefix(title, "# "),
		strings.TrimSpace(text))
	return err
}

func writeTechniques(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Techniques (wring help TECHNIQUE says more):\n\n")
	for _, t := range wring.Techniques() {
		risk := string(t.Risk)
		if t.Off != "" {
			risk += ", off"
		}
		fmt.Fprintf(&b, "  %-14s %-14s %s\n", t.Name, risk, t.Title)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeOverview(w io.Writer) error {
	var b strings.Builder
	b.WriteString("wring books every heap allocation of Go code and says why it happens.\n\n" +
		"usage: wring VERB [flags] [arguments]; wring ./... is wring top ./...\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(&b, "  %-12s %s\n", v.name, v.short)
	}
	b.WriteString("\nwring help VERB, CAUSE, TECHNIQUE, causes, techniques or exit says more.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeManual(w io.Writer, v verb) error {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: wring %s\n\n%s: %s.\n\n", v.usage(), v.name, v.short)
	if v.long != "" {
		fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(v.long))
	}
	fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
	v.setup(fs)
	var flags strings.Builder
	fs.SetOutput(&flags)
	fs.PrintDefaults()
	if flags.Len() > 0 {
		fmt.Fprintf(&b, "Flags:\n%s", flags.String())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeCauses(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Causes, in order of precedence (wring help CAUSE says more):\n\n")
	for _, c := range wring.Causes() {
		fmt.Fprintf(&b, "  %-24s %s\n", c.Name, c.Title)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
