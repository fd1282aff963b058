package locks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/service/gosource"
)

// known is what a scene of testdata/truth says about one of its locks.
type known struct {
	Address string  `json:"address"`
	Holders []int64 `json:"holders"`
	Waiters int     `json:"waiters"`
	Waiting []int64 `json:"waiting"` // of what is no mutex, who waits
	Circle  []int64 `json:"circle"`  // who waits for each other
}

// score counts claims against the truth.
type score struct {
	want, found              int // holders
	proven, likely, possible int
	wrongProven, wrongLikely int
	locks, noLock            int
	wrongCycles              int
	wrong, seen              []string
}

func (s *score) add(o score) {
	s.want += o.want
	s.found += o.found
	s.proven += o.proven
	s.likely += o.likely
	s.possible += o.possible
	s.wrongProven += o.wrongProven
	s.wrongLikely += o.wrongLikely
	s.locks += o.locks
	s.noLock += o.noLock
	s.wrongCycles += o.wrongCycles
	s.wrong = append(s.wrong, o.wrong...)
	s.seen = append(s.seen, o.seen...)
}

func (s score) recall() float64 { return float64(s.found) / float64(max(s.want, 1)) }

// judge compares the answer for one scene with what the scene says.
func judge(name string, truth map[string]known, rep Report) score {
	var s score
	waits := false
	for lock, k := range truth {
		waits = waits || len(k.Waiting) > 0
		if k.Waiters == 0 {
			continue
		}
		s.locks++
		if len(k.Waiting) > 0 {
			s.waiting(name+": "+lock, k, rep)
			continue
		}
		i := slices.IndexFunc(rep.Locks, func(l Lock) bool {
			return l.Address == k.Address || k.Address == "0x0"
		})
		if i < 0 { // the address of a variable of a package may not be in the dump
			i = slices.IndexFunc(rep.Locks, func(l Lock) bool {
				return l.Address == "" && l.Owned()
			})
		}
		s.want += len(k.Holders)
		if i < 0 {
			s.noLock++
			s.wrong = append(s.wrong, fmt.Sprintf("%s: %s at %s is missing", name, lock, k.Address))
			continue
		}
		s.claims(fmt.Sprintf("%s: %s %s", name, lock, rep.Locks[i].Lock), k, rep.Locks[i].Holders)
	}
	if waits && !sameCircle(rep.Cycles, truth["circle"].Circle) {
		s.wrongCycles++
		s.wrong = append(s.wrong, fmt.Sprintf("%s: cycles %v, want %v", name, rep.Cycles,
			truth["circle"].Circle))
	}
	return s
}

// sameCircle reports whether there is the one circle that is expected, or none.
func sameCircle(cycles [][]int64, want []int64) bool {
	if len(want) == 0 || len(cycles) != 1 {
		return len(want) == len(cycles)
	}
	got := slices.Sorted(slices.Values(cycles[0]))
	return slices.Equal(got, slices.Sorted(slices.Values(want)))
}

// waiting finds what is no mutex by who waits for it.
func (s *score) waiting(name string, k known, rep Report) {
	s.want += len(k.Holders)
	seen := 0
	var list []Holder
	for _, l := range rep.Locks {
		if n := common(k.Waiting, l.Waiters); n > 0 {
			seen += n
			list = append(list, l.Holders...)
			name += " " + l.Kind + " " + l.Lock
		}
	}
	if seen != len(k.Waiting) {
		s.noLock++
		s.wrong = append(s.wrong, fmt.Sprintf("%s: %d of %d waiters are seen", name, seen,
			len(k.Waiting)))
	}
	s.claims(name, k, list)
}

func (s *score) claims(name string, k known, list []Holder) {
	for _, id := range k.Holders {
		if slices.ContainsFunc(list, func(h Holder) bool { return h.Goroutine == id }) {
			s.found++
		} else {
			s.wrong = append(s.wrong, fmt.Sprintf("%s: holder %d not found", name, id))
		}
	}
	for _, h := range list {
		right := slices.Contains(k.Holders, h.Goroutine)
		switch h.Grade {
		case Proven:
			s.proven++
			if !right {
				s.wrongProven++
			}
		case Likely:
			s.likely++
			s.seen = append(s.seen, fmt.Sprintf("%s: likely %d: %s", name, h.Goroutine, h.Evidence))
			if !right {
				s.wrongLikely++
			}
		default:
			s.possible++
			continue
		}
		if !right {
			s.wrong = append(s.wrong, fmt.Sprintf("%s: %s %d is wrong: %s in %s:%d: %s", name,
				h.Grade, h.Goroutine, h.Func, h.File, h.Line, h.Evidence))
		}
	}
}

// scene is what a program of testdata/truth printed.
type scene struct {
	name  string
	truth map[string]known
	dump  Dump
}

func readScene(t *testing.T, name string, out []byte) scene {
	t.Helper()
	line, dump, ok := bytes.Cut(out, []byte("\n"))
	s := scene{name: name, truth: map[string]known{}}
	if err := json.Unmarshal(line, &s.truth); err != nil || !ok {
		t.Fatalf("%s: %v in %s", name, err, line)
	}
	var err error
	if s.dump, err = load(name, bytes.NewReader(dump)); err != nil {
		t.Fatal(err)
	}
	return s
}

// judgeAll answers for scenes of one binary, whose source is read once.
func judgeAll(scenes []scene, opt gosource.Options) score {
	var dumps []Dump
	for _, s := range scenes {
		dumps = append(dumps, s.dump)
	}
	opt.Files, opt.Std = files(dumps), watched(dumps)
	eng := newEngine(gosource.New(opt))
	var total score
	for _, s := range scenes {
		total.add(judge(s.name, s.truth, analyse(eng, []Dump{s.dump})))
	}
	return total
}

func check(t *testing.T, total score) {
	t.Helper()
	t.Logf("%d of %d holders found (%.3f); %d proven (%d wrong), %d likely (%d wrong), "+
		"%d possible; %d of %d locks missing; %d wrong cycles", total.found, total.want,
		total.recall(), total.proven, total.wrongProven, total.likely, total.wrongLikely,
		total.possible, total.noLock, total.locks, total.wrongCycles)
	if total.wrongProven > 0 || 50*total.wrongLikely > total.likely || total.recall() < 0.9 ||
		total.wrongCycles > 0 {
		t.Error("holders: recall must be 0.9, no proven and one likely in 50 be wrong, no cycle")
	}
	for _, w := range append(total.wrong, total.seen...) {
		t.Log(w)
	}
}

// TestTruth builds the programs of testdata/truth as anyone would, runs them, and
// compares the answers with what they know.
func TestTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs with three toolchains")
	}
	for _, version := range []string{"go1.25.14", "go1.26.8", "go1.27.4"} {
		t.Run(version, func(t *testing.T) {
			binary := build(t, version)
			names, err := exec.Command(binary).Output()
			if err != nil {
				t.Fatal(err)
			}
			var scenes []scene
			list := strings.Fields(string(names))
			if len(list) < 40 {
				t.Errorf("%d scenes", len(list))
			}
			for _, name := range list {
				out, err := exec.Command(binary, name).Output()
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				scenes = append(scenes, readScene(t, name, out))
			}
			check(t, judgeAll(scenes, gosource.Options{ModCache: modCache(t)}))
		})
	}
}

// build builds the programs with a toolchain, in the default way. Those that need
// golang.org/x/sync are among them where the toolchain can build it.
func build(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/truth")); err != nil {
		t.Fatal(err)
	}
	args := []string{"build", "-o", filepath.Join(dir, "truth")}
	if version >= "go1.26" {
		for _, ext := range []string{"mod", "sum"} {
			if err := os.Rename(dir+"/xsync."+ext, dir+"/go."+ext); err != nil {
				t.Fatal(err)
			}
		}
		args = append(args, "-tags", "xsync")
	}
	cmd := exec.CommandContext(t.Context(), "go", append(args, ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+version, "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("%s cannot build: %v\n%s", version, err, out)
	}
	return filepath.Join(dir, "truth")
}

func modCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
