package differential

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
)

// outcome is what one call came to.
type outcome struct {
	flags uint32
	hash  uint64
}

// What the harness says of a call, and what is said of one that it could not
// speak of.
const (
	panicked = 1 << iota
	failed
	crashed // the process ended: out of memory or stack, or os.Exit
	stuck
	isBlock = 1 << 30 // no outcome: the hash is a block that was run
)

// plan mirrors harness.Plan.
type plan struct {
	Target     string `json:"target"`
	From       int    `json:"from"`
	To         int    `json:"to"`
	Millis     int    `json:"millis"`
	Out        string `json:"out"`
	Calls      string `json:"calls,omitempty"`
	Explain    []int  `json:"explain,omitempty"`
	Concurrent bool   `json:"concurrent,omitempty"`
	Tame       bool   `json:"tame,omitempty"`
}

// Exit codes of the harness.
const (
	exitUnable = 80
	exitStuck  = 81
	exitDone   = 82 // any other: the function ended the process
)

// How often a process is begun again after it ended early, and when inputs are
// tamed because of it.
const (
	maxCrashes = 8
	tooWild    = 2
)

// unableError says that the harness cannot make inputs.
type unableError struct{ reason string }

func (e *unableError) Error() string { return e.reason }

// outcomes runs the inputs [0, to) of a target, or as many as limit allows. It
// returns what they came to, and the blocks that were run.
func (p *comparison) outcomes(ctx context.Context, binary, target string, to int,
	limit time.Duration) (all []outcome, run map[uint64]bool, err error) {
	run = map[uint64]bool{}
	begun := time.Now()
	most := tooWild
	if p.tame {
		most = maxCrashes
	}
	for crashes := 0; len(all) < to && crashes < most; crashes++ {
		left := limit - time.Since(begun)/busy
		if left <= 0 {
			break
		}
		out, code, err := p.process(ctx, binary, plan{Target: target, From: len(all), To: to,
			Millis: int(left.Milliseconds()) + 1})
		if err != nil {
			return nil, nil, err
		}
		if code == exitUnable {
			return nil, nil, &unableError{string(out)}
		}
		for _, o := range decode(out) {
			if o.flags == isBlock {
				run[o.hash] = true
				continue
			}
			all = append(all, o)
		}
		switch code {
		case exitDone:
			return all, run, nil
		case exitStuck:
			all = append(all, outcome{flags: stuck})
		default:
			all = append(all, outcome{flags: crashed})
		}
	}
	return all, run, nil
}

// decode reads the outcomes that the harness wrote; a last one that is cut
// short is left out.
func decode(data []byte) []outcome {
	var list []outcome
	for ; len(data) >= 16; data = data[16:] {
		list = append(list, outcome{binary.LittleEndian.Uint32(data[4:]),
			binary.LittleEndian.Uint64(data[8:])})
	}
	return list
}

// busy mirrors the constant in the harness.
const busy = 5

// patience is how long a process may take beyond its limit: to start, for the
// call that it is in, and to find out by itself that a call does not come back.
const patience = 15 * time.Second

// process runs the harness once and returns what it wrote and its exit code.
func (p *comparison) process(ctx context.Context, binary string, todo plan) ([]byte, int, error) {
	dir, err := os.MkdirTemp(p.dir, "run-")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(dir)
	todo.Out, todo.Calls, todo.Tame = filepath.Join(dir, "out"), p.calls, p.tame
	text, err := json.Marshal(todo)
	if err != nil {
		return nil, 0, err
	}
	inside := filepath.Join(dir, "inside") // empty: nothing there to be read or spoilt
	if err := os.Mkdir(inside, 0o700); err != nil {
		return nil, 0, err
	}
	limit, stop := context.WithTimeout(ctx,
		busy*time.Duration(todo.Millis)*time.Millisecond+patience)
	defer stop()
	cmd := gocmd.Command(limit, binary, "-test.run=^TestWringDifferential$")
	cmd.Dir = inside
	cmd.Env = []string{"WRING_DIFFERENTIAL=" + string(text), "HOME=" + inside, "PWD=" + inside,
		"TMPDIR=" + inside, "TZ=UTC", "LANG=C", "GOTRACEBACK=none", "PATH=" + inside}
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	err = cmd.Run()
	gocmd.EndGroup(limit, cmd)
	if ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	if limit.Err() != nil {
		err = nil // its outcomes tell how far it came
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return nil, 0, fmt.Errorf("the differential test cannot be started: %w", err)
	}
	out, err := os.ReadFile(todo.Out)
	if errors.Is(err, os.ErrNotExist) {
		err = nil // it ended before it began
	}
	return out, cmd.ProcessState.ExitCode(), err
}

// explanation mirrors harness.Explanation.
type explanation struct {
	Index   int    `json:"index"`
	Input   string `json:"input"`
	Outcome string `json:"outcome"`
}

// explain returns inputs and outcomes in words.
func (p *comparison) explain(ctx context.Context, binary, target string,
	indices []int) (map[int]explanation, error) {
	out, _, err := p.process(ctx, binary, plan{Target: target, Explain: indices})
	if err != nil {
		return nil, err
	}
	list := map[int]explanation{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var e explanation
		if err := dec.Decode(&e); err != nil {
			return list, nil // a crash cuts the list short
		}
		list[e.Index] = e
	}
}

// differing returns how many calls that ran at once came out differently from
// calls one after the other; a process that crashed counts as one.
func (p *comparison) differing(ctx context.Context, binary, target string) (int, error) {
	out, code, err := p.process(ctx, binary, plan{Target: target, From: 2, To: 66,
		Millis: 150, Concurrent: true})
	if err != nil {
		return 0, err
	}
	if code != exitDone {
		return 1, nil
	}
	return strconv.Atoi(string(out))
}
