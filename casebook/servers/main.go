// Command servers measures the servers of the casebook beside those that one
// would compare them with, in one run, interleaved.
//
//	go run ./casebook/servers                 all tables
//	go run ./casebook/servers -only proxies   one: delay, echo64, echo16k, proxies, chats
//	go run ./casebook/servers -update         into docs/casebook.md
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
	only := fs.String("only", "", "one `TABLE`: delay, echo64, echo16k, proxies, chats")
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
	if fs.NArg() > 0 || *update && *only != "" {
		return errors.New("it takes no arguments, and -update measures everything")
	}
	err := raiseLimit(max(m.idle, m.many, 2*m.tunnels, m.chatClients+m.subscribers))
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
	var text strings.Builder
	if err := m.tables(ctx, &text, *only); err != nil {
		return err
	}
	if *update {
		return replace(filepath.Join(m.root, "docs", "casebook.md"), text.String())
	}
	_, err = io.WriteString(stdout, text.String())
	return err
}

// tables measures and writes all tables, or the one with a name.
func (m *measurement) tables(ctx context.Context, w io.Writer, only string) error {
	m.head(w)
	known := false
	for i, p := range m.plans() {
		if only != "" && only != []string{"delay", "echo64", "echo16k"}[i] {
			continue
		}
		known = true
		all, err := m.run(ctx, p)
		if err != nil {
			return err
		}
		m.writePlan(w, p, all)
	}
	if only == "" || only == "proxies" {
		known = true
		all, f, err := m.proxyTable(ctx)
		if err != nil {
			return err
		}
		m.writeProxies(w, all, f)
	}
	if only == "" || only == "chats" {
		known = true
		all, f, err := m.chatTable(ctx)
		if err != nil {
			return err
		}
		m.writeChats(w, all, f)
	}
	if !known {
		return fmt.Errorf("no table is called %q", only)
	}
	return nil
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
