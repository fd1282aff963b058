package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// speed reads the same requests with wring and with what else is installed. The
// programs take turns, and the least of several runs counts: it is the one that
// other work on the machine disturbed least.
func speed(ctx context.Context, args []string) error {
	fs := flag.NewFlagSet("speed", flag.ExitOnError)
	n := fs.Int("n", 1_000_000, "lines of each log")
	count := fs.Int("count", 5, "runs of each program")
	wring := fs.String("wring", "wring", "the program `FILE`")
	fs.Parse(args)
	dir, err := os.MkdirTemp("", "wring-access")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Println("| log | program | user seconds | lines a second | with the system's | " +
		"lines a second | times awk | memory |")
	fmt.Println("|---|---|--:|--:|--:|--:|--:|--:|")
	t, err := findTable("social")
	if err != nil {
		return err
	}
	for _, format := range []string{"ltsv", "json", "combined"} {
		log := filepath.Join(dir, format+".log")
		if err := fill(log, t, format, *n); err != nil {
			return err
		}
		if err := race(ctx, programs(*wring, format, log), format, *count, *n); err != nil {
			return err
		}
	}
	return nil
}

func fill(name string, t routeTable, format string, n int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := writeLog(f, newService(t, 1), format, n); err != nil {
		return err
	}
	return f.Close()
}

// program is a command that adds up a log.
type program struct {
	name    string
	command []string
	stdin   string
	user    time.Duration // the least
	all     time.Duration // with the system's, the least
	memory  int64         // kilobytes
}

// yardstick is the program that tells how fast the machine is just now.
const yardstick = "awk, adding up one field"

// awk adds up the times by path, which it takes from a fixed place of the line.
func awk(format, log string) []string {
	const sum = `sub(/\?.*/, "", p); sub(/[0-9]+/, "N", p); n[p]++; s[p] += t } ` +
		`END { for (k in n) print n[k], s[k], k }`
	switch format {
	case "ltsv":
		return []string{"awk", "-F\t", `{ p = substr($6, 5); t = substr($11, 9); ` + sum, log}
	case "json":
		return []string{"awk", `-F"`, `{ p = $16; t = substr($NF, 2); ` + sum, log}
	}
	return []string{"awk", `-F"`, `{ split($2, u, " "); p = u[2]; t = $7; ` + sum, log}
}

// programs returns those that are installed.
func programs(wring, format, log string) []*program {
	all := []*program{{name: "wring access", command: []string{wring, "access", "-json", log}},
		{name: yardstick, command: awk(format, log)}}
	groups := `^/posts/\d+$,^/@\w+$,^/image/\d+`
	switch format {
	case "ltsv":
		all = append(all, &program{name: "alp",
			command: []string{"alp", "ltsv", "--file", log, "-m", groups}})
	case "json":
		all = append(all, &program{name: "alp",
			command: []string{"alp", "json", "--file", log, "-m", groups}})
	case "combined":
		all = append(all, &program{name: "kataribe", command: []string{"kataribe"}, stdin: log})
	}
	var installed []*program
	for _, p := range all {
		if _, err := exec.LookPath(p.command[0]); err == nil {
			installed = append(installed, p)
		} else {
			fmt.Fprintf(os.Stderr, "access: no %s here: left out\n", p.command[0])
		}
	}
	return installed
}

func race(ctx context.Context, all []*program, format string, count, lines int) error {
	for range count {
		for _, p := range all {
			if err := p.run(ctx); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
	}
	var base time.Duration
	for _, p := range all {
		if p.name == yardstick {
			base = p.user
		}
	}
	for _, p := range all {
		ratio := "-"
		if base > 0 {
			ratio = fmt.Sprintf("%.1f", base.Seconds()/p.user.Seconds())
		}
		millions := float64(lines) / 1e6
		fmt.Printf("| %s | %s | %.2f | %.2f million | %.2f | %.2f million | %s | %d MB |\n", format,
			p.name, p.user.Seconds(), millions/p.user.Seconds(), p.all.Seconds(),
			millions/p.all.Seconds(), ratio, p.memory/1024)
	}
	return nil
}

func (p *program) run(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, p.command[0], p.command[1:]...)
	if p.stdin != "" {
		f, err := os.Open(p.stdin)
		if err != nil {
			return err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	if err := cmd.Run(); err != nil {
		return err
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	user := cmd.ProcessState.UserTime()
	p.user = lesser(p.user, user)
	p.all = lesser(p.all, user+cmd.ProcessState.SystemTime())
	p.memory = max(p.memory, usage.Maxrss)
	return nil
}

// lesser returns the lesser of two times, of which the first is 0 when there is none.
func lesser(before, now time.Duration) time.Duration {
	if before == 0 {
		return now
	}
	return min(before, now)
}
