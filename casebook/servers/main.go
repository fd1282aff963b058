// Command servers measures the servers of the casebook beside those that one
// would compare them with, in one run, interleaved.
//
//	go run ./casebook/servers                       all tables
//	go run ./casebook/servers -only proxies,chats   some of delay, echo64, echo16k, proxies, chats
//	go run ./casebook/servers -update               into docs/casebook.md
//
// -update with -only replaces some tables of the document and leaves the others.
//
// It wants Tornado and Twisted (python3-tornado, python3-twisted), Node, nginx and
// Redis; -caddy names a program of Caddy, as made by
//
//	go install github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "servers:", err)
		}
		stop()
		os.Exit(2)
	}
}

// measurement is how much is measured, and with what.
type measurement struct {
	root, temp, caddy, load string
	bin                     map[string]string
	rounds, idle, many      int
	chatClients, tunnels    int
	subscribers             int
	length, fan             time.Duration
	stderr                  io.Writer
}

func (m *measurement) progress(title, name string, round int) {
	fmt.Fprintf(m.stderr, "servers: %s: %s, round %d\n", title, name, round+1)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	m := measurement{stderr: stderr, load: loadAverage()}
	fs := flag.NewFlagSet("servers", flag.ContinueOnError)
	fs.SetOutput(stderr)
	only := fs.String("only", "", "some `TABLES`, with commas between them, of "+
		strings.Join(tableNames(), ", "))
	update := fs.Bool("update", false, "rewrite the tables in docs/casebook.md")
	fs.StringVar(&m.caddy, "caddy", "", "the `PROGRAM` of Caddy; empty leaves it out")
	fs.IntVar(&m.rounds, "rounds", 7, "of the closed model")
	fs.DurationVar(&m.length, "d", time.Second, "how long a round lasts")
	fs.DurationVar(&m.fan, "fan", 10*time.Second, "how long the fan-out lasts")
	fs.IntVar(&m.idle, "idle", 2000, "idle connections")
	fs.IntVar(&m.tunnels, "tunnels", 5000, "connections through each proxy")
	fs.IntVar(&m.many, "many", 10_000, "clients of the round with many")
	fs.IntVar(&m.chatClients, "chat", 10_000, "idle clients of the chats")
	fs.IntVar(&m.subscribers, "subscribers", 1000, "of the fan-out")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("it takes no arguments, and there is %q", fs.Arg(0))
	}
	chosen, err := choose(*only)
	if err != nil {
		return err
	}
	err = raiseLimit(max(m.idle, m.many, 2*m.tunnels, m.chatClients+m.subscribers))
	if err != nil {
		return err
	}
	if m.root, err = repository(); err != nil {
		return err
	}
	if m.temp, err = os.MkdirTemp("", "servers"); err != nil {
		return err
	}
	defer os.RemoveAll(m.temp)
	m.bin, err = build(ctx, m.root, m.temp, "delay", "echo", "chat", "wsproxy",
		"chat/others/gorilla", "chat/others/gws", "wsproxy/others/reverse")
	if err != nil {
		return err
	}
	measured, err := m.tables(ctx, chosen)
	if err != nil {
		return err
	}
	if *update {
		return updateDocument(filepath.Join(m.root, "docs", "casebook.md"), measured)
	}
	_, err = io.WriteString(stdout, document(measured))
	return err
}

// tableNames are the values of -only, in the order of the document.
func tableNames() []string { return []string{"delay", "echo64", "echo16k", "proxies", "chats"} }

// choose reads the value of -only; nothing means all.
func choose(only string) (chosen map[string]bool, err error) {
	chosen = map[string]bool{}
	if only == "" {
		only = strings.Join(tableNames(), ",")
	}
	for name := range strings.SplitSeq(only, ",") {
		if !slices.Contains(tableNames(), name) {
			return nil, fmt.Errorf("-only: no table is called %q; there are %s", name,
				strings.Join(tableNames(), ", "))
		}
		chosen[name] = true
	}
	return chosen, nil
}

// tables measures what was chosen, and returns the tables in the order of
// tableNames, empty where nothing was measured.
func (m *measurement) tables(ctx context.Context, chosen map[string]bool) ([]string, error) {
	all := make([]string, len(tableNames()))
	for i, name := range tableNames() {
		if !chosen[name] {
			continue
		}
		var text strings.Builder
		if err := m.table(ctx, &text, i); err != nil {
			return nil, err
		}
		all[i] = text.String()
	}
	return all, nil
}

// table measures and writes the table that is at a place of tableNames.
func (m *measurement) table(ctx context.Context, w io.Writer, i int) error {
	if plans := m.plans(); i < len(plans) {
		all, err := m.run(ctx, plans[i])
		if err == nil {
			m.writePlan(w, plans[i], all)
		}
		return err
	}
	if tableNames()[i] == "proxies" {
		all, f, err := m.proxyTable(ctx)
		if err == nil {
			m.writeProxies(w, all, f)
		}
		return err
	}
	all, f, err := m.chatTable(ctx)
	if err == nil {
		m.writeChats(w, all, f)
	}
	return err
}

// repository returns the folder that holds the casebook's.
func repository() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "casebook", "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("run it inside wring's repository")
		}
		dir = parent
	}
	return "", err
}
