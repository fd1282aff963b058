// Command sql shows what wring sql takes, in CPU seconds beside pt-query-digest
// and mysqldumpslow on the same slow logs, and what a fingerprint takes:
//
//	go run ./evaluation/sql
//
// The logs are made by this command, in the three forms that servers write, always
// the same. Tools that are not installed are named; pt-query-digest is in Debian's
// percona-toolkit, mysqldumpslow in mariadb-client. It exits 1 when wring reads
// fewer than 400,000 entries per CPU second, or when the usual fingerprint takes
// more than a microsecond.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/wring-go/wring/service/mysqltext"
)

// What is promised.
const (
	leastEntries    = 400_000 // per CPU second
	mostFingerprint = time.Microsecond
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	n := flag.Int("n", 1_000_000, "entries of each log")
	slow := flag.Int("slow", 60_000, "entries for the tools that are slow")
	flag.Parse()
	if err := run(ctx, *n, *slow); err != nil {
		fmt.Fprintln(os.Stderr, "evaluation/sql:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, n, slow int) error {
	dir, err := os.MkdirTemp("", "wring-sql-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	wring := filepath.Join(dir, "wring")
	build := exec.CommandContext(ctx, "go", "build", "-o", wring,
		"github.com/wring-go/wring/cmd/wring")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return errors.Join(logs(ctx, dir, wring, n, slow), fingerprints())
}

// logs prints a line for each tool and form of log.
func logs(ctx context.Context, dir, wring string, n, slow int) (failed error) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprintln(w, "tool\tlog\tentries\tuser s\tentries/s of CPU\tMB/s\tmax RSS MB")
	for _, form := range []string{"mysql-5.7", "mysql-8-extra", "mariadb"} {
		for _, tool := range []struct {
			name string
			args []string
			n    int
		}{
			{wring, []string{"sql", "-json"}, n},
			{"pt-query-digest", []string{"--no-version-check"}, slow},
			{"mysqldumpslow", nil, slow},
		} {
			file := filepath.Join(dir, fmt.Sprint(form, tool.n, ".log"))
			size, err := writeLog(file, form, tool.n)
			if err != nil {
				return err
			}
			user, rss, err := timed(ctx, tool.name, append(tool.args, file)...)
			if errors.Is(err, exec.ErrNotFound) {
				fmt.Fprintf(w, "%s\t%s\tnot installed\n", filepath.Base(tool.name), form)
				continue
			}
			if err != nil {
				return err
			}
			rate := float64(tool.n) / user.Seconds()
			fmt.Fprintf(w, "%s\t%s\t%d\t%.2f\t%.0f\t%.0f\t%.0f\n", filepath.Base(tool.name), form,
				tool.n, user.Seconds(), rate, float64(size)/1e6/user.Seconds(), rss)
			if tool.name == wring && rate < leastEntries {
				failed = fmt.Errorf("%s: %.0f entries per CPU second, fewer than %d", form, rate,
					leastEntries)
			}
		}
	}
	return failed
}

// timed runs a program and returns its user CPU and its largest memory, in MB.
func timed(ctx context.Context, name string, args ...string) (time.Duration, float64, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	if err := cmd.Run(); err != nil {
		return 0, 0, fmt.Errorf("%s: %w", name, err)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cmd.ProcessState.UserTime(), float64(usage.Maxrss) / 1024, nil
}

// fingerprints prints what fingerprints take, of CPU, not of the clock.
func fingerprints() (failed error) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprintln(w, "\nstatement\tbytes\tµs of CPU\tns per byte\t")
	for _, c := range []struct {
		name, text string
		most       time.Duration
	}{
		{"usual", "SELECT * FROM `comments` WHERE `post_id` = 9987 " +
			"ORDER BY `created_at` DESC LIMIT 3",
			mostFingerprint},
		{"join", "SELECT p.id, p.user_id, p.body, p.created_at FROM posts AS p JOIN users AS u " +
			"ON p.user_id = u.id WHERE u.del_flg = 0 ORDER BY p.created_at DESC LIMIT 20", 0},
		{"IN of 50", inList(50), 0}, {"IN of 5,000", inList(5000), 0},
		{"IN of 50,000", inList(50_000), 0},
	} {
		var f mysqltext.Fingerprinter
		text, buf := []byte(c.text), []byte(nil)
		buf = f.Append(buf, text)
		rounds := max(100_000_000/len(text), 1)
		begin := userTime()
		for range rounds {
			buf = f.Append(buf[:0], text)
		}
		each := (userTime() - begin) / time.Duration(rounds)
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%.1f\t\n", c.name, len(text), each.Seconds()*1e6,
			each.Seconds()*1e9/float64(len(text)))
		if c.most > 0 && each > c.most {
			failed = fmt.Errorf("the %s fingerprint takes %v, more than %v", c.name, each, c.most)
		}
	}
	return failed
}

// userTime returns the user CPU of this process.
func userTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano())
}
