// Command privateisu has wring live look at a service that others wrote to be
// tuned, the photo service of private-isu, by its repository on GitHub
// (catatsuy/private-isu):
//
//	git clone https://github.com/catatsuy/private-isu
//	go run ./evaluation/privateisu private-isu/webapp/golang
//
// It fills a MariaDB, starts a memcached, and builds a copy of the service that
// serves profiles as well. Visitors use it while wring live looks, without its
// source being changed otherwise. Then the index that is advised first is created,
// its gain is held against what was predicted, and wring live looks again. It ends
// with 1 when no index is advised first, or when it gains less than a half of what
// was predicted, and with 2 when it could not do its work. The service always
// listens on port 8080.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/serving"
)

func main() { serving.Main("privateisu", run) }

type command struct {
	lasts   time.Duration
	clients int
	users   int
	folder  string
}

func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	fs := serving.Flags("privateisu", stderr)
	fs.DurationVar(&c.lasts, "for", 12*time.Second, "how long each version is captured")
	fs.IntVar(&c.clients, "clients", 4, "visitors at once")
	fs.IntVar(&c.users, "users", 200, "users, with ten posts and a hundred comments for each")
	if err := fs.Parse(args); err != nil {
		return c, err
	}
	if fs.NArg() != 1 {
		return c, errors.New("it wants the folder webapp/golang of a clone of private-isu")
	}
	if c.lasts < time.Second || c.clients <= 0 || c.users < 100 {
		return c, errors.New("-for wants 1s or more, -clients more than 0, and -users 100 or more")
	}
	c.folder = fs.Arg(0)
	return c, nil
}

// seen is what a version does, and what wring live says of it.
type seen struct {
	rate float64 // answers per second
	said looking.Report
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	p, err := open(ctx, c, stderr)
	if err != nil {
		return err
	}
	defer p.close()
	before, err := p.look(ctx)
	if err != nil {
		return err
	}
	index := indexOf(before.said)
	if index == "" {
		err := write(stdout, "as it is", before)
		return errors.Join(err, serving.Refuted("no index is what is concluded first"))
	}
	fmt.Fprintln(stderr, "privateisu:", index)
	if _, err := p.db.ExecContext(ctx, index); err != nil {
		return fmt.Errorf("the index that is advised: %w", err)
	}
	after, err := p.look(ctx)
	if err != nil {
		return err
	}
	gained := after.rate / before.rate
	predicted := before.said.Gain(before.said.Conclusions[0].Expected, c.clients)
	_, err = fmt.Fprintf(stdout, "`%s` was predicted to make it %.2f times as fast, and did so "+
		"%.2f times.\n\n", index, predicted, gained)
	if err := errors.Join(err, write(stdout, "as it is", before),
		write(stdout, "with the index", after)); err != nil {
		return err
	}
	if gained-1 < (predicted-1)/2 {
		return serving.Refuted(fmt.Sprintf("the index gains %.2f times, and %.2f were predicted",
			gained, predicted))
	}
	return nil
}

// indexOf returns the statement that creates the index of the first conclusion, or
// "".
func indexOf(said looking.Report) string {
	if len(said.Conclusions) == 0 {
		return ""
	}
	_, on, ok := strings.Cut(said.Conclusions[0].Text, "CREATE INDEX ... ")
	if !ok {
		return ""
	}
	return "CREATE INDEX advised " + on
}

// write writes what is concluded about a version as a table in Markdown.
func write(w io.Writer, version string, v seen) error {
	var out strings.Builder
	fmt.Fprintf(&out, "The service %s, with %.1f answers a second:\n\n| conclusion | at | saves | "+
		"or |\n|---|---|--:|---|\n", version, v.rate)
	whole := max(v.said.Total.Sampled, 1e-9)
	for _, c := range v.said.Conclusions {
		var also []string
		for _, a := range c.Also {
			also = append(also, a.Code+" "+a.Place)
		}
		fmt.Fprintf(&out, "| %s | %s | %.0f to %.0f %% | %s |\n", c.Code, c.Place,
			100*c.Saves[0]/whole, 100*c.Saves[1]/whole, strings.Join(also, "; "))
	}
	out.WriteByte('\n')
	_, err := io.WriteString(w, out.String())
	return err
}
