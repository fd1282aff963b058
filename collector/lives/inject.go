package lives

import (
	"fmt"
	"path/filepath"
	"slices"
)

// File is the name of the file that is added to the program's main package, or to
// the package with its tests, where another file list has it.
func File(dir string, test bool) string {
	if test {
		return filepath.Join(dir, own+"_test.go")
	}
	return filepath.Join(dir, own+".go")
}

// Env returns what the program needs in its environment, besides GODEBUG with
// memprofilerate=1, to write its profiles into a folder.
func Env(folder string) string { return "WRING_LIVES=" + folder }

// Source returns the text of File for a package. It runs beside the program, forces
// a cycle from time to time, and writes the heap profile of each into a file of its
// own. Of a long run it keeps at least 24, evenly spread.
//
// A forced cycle is asked for because the runtime's profile is complete only after
// one: after others, it lags behind by a cycle.
func Source(pkg string) []byte { return fmt.Appendf(nil, source, pkg) }

const source = `package %s

import (
	wringOS "os"
	wringRuntime "runtime"
	wringPprof "runtime/pprof"
	wringStrconv "strconv"
	wringTime "time"
)

func init() {
	folder := wringOS.Getenv("WRING_LIVES")
	if folder == "" {
		return
	}
	wringOS.Unsetenv("WRING_LIVES")
	go wringLives(folder)
}

func wringLives(folder string) {
	var kept []string
	gap := 5 * wringTime.Millisecond
	for n := 100000; ; n++ {
		wringTime.Sleep(gap)
		began := wringTime.Now()
		wringRuntime.GC()
		name := folder + "/" + wringStrconv.Itoa(n)
		if !wringLivesWrite(name) {
			return
		}
		if kept = append(kept, name+".heap"); len(kept) == 48 {
			var half []string
			for i, name := range kept {
				if i%%2 == 0 {
					wringOS.Remove(name)
				} else {
					half = append(half, name)
				}
			}
			kept, gap = half, 2*gap
		}
		if took := wringTime.Since(began); gap < 5*took {
			gap = 5 * took
		}
	}
}

func wringLivesWrite(name string) bool {
	f, err := wringOS.Create(name)
	if err != nil {
		return false
	}
	err = wringPprof.Lookup("heap").WriteTo(f, 0)
	if closed := f.Close(); err != nil || closed != nil {
		return false
	}
	return wringOS.Rename(name, name+".heap") == nil
}
`

// Files returns the profiles that a program wrote into a folder, in their order.
func Files(folder string) []string {
	list, err := filepath.Glob(filepath.Join(folder, "*.heap"))
	if err != nil {
		return nil
	}
	slices.Sort(list)
	return list
}
