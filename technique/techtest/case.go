package techtest

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"
)

// Case is one case of a technique, as its txtar file tells it.
type Case struct {
	Name  string // the file's, without .txtar
	Title string // the first line of its comment, after "# "
	Prose string // the rest of the comment

	// Before is the code that is looked at, with its want comments. After is
	// what must come out; nothing may be proposed when HasAfter is false.
	Before, After string
	HasAfter      bool
	// Drive declares Input(seed uint64) T and Call(T) R. Input(0) is what is
	// measured, the other seeds are compared.
	Drive string
	// Counts are the lines of want.txt by Go release, "go1.26". Fewer says that
	// want.txt has none, because the number depends on more than the release.
	Counts map[string]Count
	Fewer  bool
	// Others are further Go files of the package, the same on both sides.
	Others []txtar.File
}

// Count is how many objects a call allocates on each side.
type Count struct{ Before, After uint64 }

// The files of a case.
const (
	beforeFile = "before.go"
	afterFile  = "after.go"
	driveFile  = "drive.go"
	countsFile = "want.txt"
)

// ReadCases reads the .txtar files of a technique's testdata, by name.
func ReadCases(testdata fs.FS) ([]Case, error) {
	names, err := fs.Glob(testdata, "*.txtar")
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, name := range names {
		data, err := fs.ReadFile(testdata, name)
		if err != nil {
			return nil, err
		}
		c, err := ParseCase(strings.TrimSuffix(path.Base(name), ".txtar"), data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// ParseCase reads the text of a case file.
func ParseCase(name string, data []byte) (Case, error) {
	ar := txtar.Parse(data)
	c := Case{Name: name, Counts: make(map[string]Count)}
	title, prose, _ := strings.Cut(string(ar.Comment), "\n")
	if !strings.HasPrefix(title, "# ") || strings.TrimSpace(prose) == "" {
		return c, fmt.Errorf("it must begin with a line \"# Title\" and prose")
	}
	c.Title, c.Prose = title[2:], strings.TrimSpace(prose)
	for _, f := range ar.Files {
		var err error
		switch f.Name {
		case beforeFile:
			c.Before = string(f.Data)
		case afterFile:
			c.After, c.HasAfter = string(f.Data), true
		case driveFile:
			c.Drive = string(f.Data)
		case countsFile:
			if c.Fewer = strings.TrimSpace(string(f.Data)) == fewer; !c.Fewer {
				c.Counts, err = parseCounts(string(f.Data))
			}
		default:
			c.Others = append(c.Others, f)
		}
		if err != nil {
			return c, err
		}
	}
	return c, c.complete()
}

// complete reports what a case lacks, or has and should not.
func (c *Case) complete() error {
	if c.Before == "" {
		return fmt.Errorf("it has no %s", beforeFile)
	}
	if c.HasAfter && c.Drive == "" {
		return fmt.Errorf("it has %s and no %s to run it", afterFile, driveFile)
	}
	for _, f := range c.Others {
		if path.Ext(f.Name) != ".go" || !fs.ValidPath(f.Name) || path.Base(f.Name) != f.Name {
			return fmt.Errorf("%s is no file of a case: wanted are %s, %s, %s, %s and other "+
				"files.go", f.Name, beforeFile, afterFile, driveFile, countsFile)
		}
	}
	return nil
}

// fewer is all of want.txt where the number depends on the machine.
const fewer = "fewer; how many depends on the machine"

var countLine = regexp.MustCompile(`^(go1\.\d+): (\d+) -> (\d+) allocs/op$`)

func parseCounts(text string) (map[string]Count, error) {
	counts := make(map[string]Count)
	for line := range strings.Lines(text) {
		m := countLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			return nil, fmt.Errorf("%s: %q is not \"go1.26: 3 -> 1 allocs/op\"",
				countsFile, line)
		}
		var c Count
		if _, err := fmt.Sscan(m[2]+" "+m[3], &c.Before, &c.After); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", countsFile, line, err)
		}
		counts[m[1]] = c
	}
	return counts, nil
}
