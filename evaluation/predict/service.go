package main

import (
	"bufio"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

//go:embed all:testdata
var sources embed.FS

// service is a program with waste in it, as people write it.
type service struct {
	name  string
	pages []string
}

var services = []service{
	{"orders", []string{"receipt", "articles"}},
	{"search", []string{"find", "words"}},
	{"gauges", []string{"metrics", "names"}},
}

// unpack writes the module of a service into a folder of its own.
func (s service) unpack(dir string) (string, error) {
	to := filepath.Join(dir, s.name)
	root := "testdata/" + s.name
	err := fs.WalkDir(sources, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel := strings.TrimSuffix(strings.TrimPrefix(name, root+"/"), ".txt")
		return copyTo(filepath.Join(to, filepath.FromSlash(rel)), name)
	})
	if err != nil {
		return "", err
	}
	return to, copyTo(filepath.Join(to, "serve.go"), "testdata/serve.go")
}

func copyTo(to, name string) error {
	text, err := sources.ReadFile(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}

// process is a service that runs.
type process struct {
	cmd     *exec.Cmd
	address string
}

// start builds and starts the service in dir.
func start(ctx context.Context, dir string, rate int) (*process, error) {
	binary := filepath.Join(dir, path.Base(dir)+".bin")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	cmd := exec.CommandContext(ctx, binary)
	cmd.Env = append(os.Environ(), fmt.Sprintf("GODEBUG=memprofilerate=%d", rate))
	cmd.Stderr = os.Stderr
	return begin(cmd)
}

// begin starts a command that prints its address.
func begin(cmd *exec.Cmd) (*process, error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(errors.New("it printed no address"), cmd.Process.Kill(), cmd.Wait())
	}
	return &process{cmd, strings.TrimSpace(line)}, nil
}

// stop tells the service to end.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.cmd.Wait()
}

// load asks for each page so many times, on one connection.
func (p *process) load(ctx context.Context, s service, requests int) error {
	for i := range requests {
		for _, page := range s.pages {
			url := fmt.Sprintf("http://%s/%s?id=%d", p.address, page, i)
			if _, err := get(ctx, url); err != nil {
				return err
			}
		}
	}
	return nil
}

func get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, resp.Status)
	}
	return body, err
}
