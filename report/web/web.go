// Package web writes what was measured as a web page: the source of the heaviest
// functions with what each line allocates and why, tables, and a flame graph on
// exact counts. The page is the same whether a server hands it out or it is one
// file that needs nothing else; tables and source work without its script.
//
// Nothing here measures or reads files: [Options] hold a function for the sources.
package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/live"
)

// Input is one document that the page shows. One of its pointers is set.
type Input struct {
	Name   string           // as the user named it
	Record *alloc.Record    // with Report, what was concluded from it
	Report *alloc.Report    // with proposals and stacks where they are known
	Fix    *alloc.FixReport // its trials are also shown at the lines of other inputs
	Guard  *alloc.GuardReport
	Diff   *alloc.Diff
	// Pair are the numbers of the inputs that Diff compares, old and new, where
	// they are inputs, too; both 0 where they are not.
	Pair    [2]int
	History *alloc.History
	Bisect  *alloc.Bisection
	Live    *live.Capture
	Profile *Profile // of any kind
}

// Options say where sources come from and what the page may do.
type Options struct {
	// Source returns a file of the module that an input was made from, by its
	// name from the module's folder; nil where sources are not at hand.
	Source func(in Input, name string) ([]byte, error)
	// Cause returns the title of a cause.
	Cause func(name string) string

	Token   string // for what changes something; "" where nothing may be changed
	Watch   bool   // the page is made again when its address /events says so
	Fixable bool   // rewrites can be tried, and those that are proven applied
	Pprof   bool   // pprof's own page is at pprof/
	Notice  string // what became of the last thing that the user asked for
	Undo    string // what can be undone, "" for nothing
	Graphs  string // the folder of the graphs' addresses, as in "graph/"
}

// Page is the page made from some inputs.
type Page struct {
	view   view
	graphs []graph
}

// graph is what one input's flame graph is drawn from.
type graph struct {
	Name  string
	Data  []byte
	input int    // whose it is
	of    string // what the graph of an input shows that has several
}

// New makes the page.
func New(inputs []Input, opt Options) (*Page, error) {
	known := gather(inputs)
	p := &Page{view: newView(inputs, opt, known)}
	for i, in := range inputs {
		if err := p.addGraphs(i, in, known); err != nil {
			return nil, err
		}
	}
	p.linkLive()
	p.linkPairs()
	return p, nil
}

// linkPairs notes the flame graphs of what a comparison is of.
func (p *Page) linkPairs() {
	for i := range p.view.Inputs {
		in := &p.view.Inputs[i]
		for at, g := range p.graphs {
			for side, of := range in.of {
				if of == g.input {
					in.Graphs[side] = at
				}
			}
		}
	}
}

// gather puts together what the inputs say about each other's sites.
func gather(inputs []Input) knowledge {
	var k knowledge
	for _, in := range inputs {
		if in.Fix != nil {
			k.trials = append(k.trials, trialViews(*in.Fix)...)
		}
		if in.Guard != nil {
			k.guard = in.Guard
		}
	}
	k.learn()
	return k
}

// addGraphs adds the flame graphs of an input, if it has any.
func (p *Page) addGraphs(i int, in Input, known knowledge) error {
	var funcs []function
	for _, f := range p.view.Inputs[i].Functions {
		funcs = append(funcs, function{f.Full, "", f.ID})
	}
	operations := make(map[string]uint64)
	dir := ""
	if in.Record != nil {
		dir = in.Record.ModuleDir
		for _, b := range in.Record.Benchmarks {
			operations[b.FullName()] = b.N
		}
	}
	for _, g := range stacksOf(in, known) {
		if len(g.stacks.Samples) == 0 {
			continue
		}
		h := head{Title: strings.TrimSpace(in.Name + " " + g.name), Funcs: funcs,
			Operations: operations}
		data, err := g.stacks.encode(h, dir)
		if err != nil {
			return err
		}
		p.graphs = append(p.graphs, graph{h.Title, data, i, g.name})
	}
	return nil
}

// stacksOf returns what the flame graphs of an input are drawn from.
func stacksOf(in Input, known knowledge) []namedStacks {
	switch {
	case in.Record != nil && in.Report != nil:
		return []namedStacks{{"", stacksOfRecord(in.Record, *in.Report, known)}}
	case in.Report != nil:
		return []namedStacks{{"", stacksOfReport(*in.Report, known)}}
	case in.Fix != nil:
		return []namedStacks{{"", stacksOfReport(in.Fix.Report, known)}}
	case in.Profile != nil:
		return []namedStacks{{"", stacksOfProfile(in.Profile.stacks)}}
	case in.Live != nil:
		return liveGraphs(in.Live)
	}
	return nil
}

// Graphs returns how many flame graphs the page has.
func (p *Page) Graphs() int { return len(p.graphs) }

// Graph returns the data of a flame graph, as the script reads it.
func (p *Page) Graph(i int) []byte { return p.graphs[i].Data }

// Write writes the page for a server, which has to hand out [Style] as style.css,
// [Script] as script.js and the graphs as 0, 1 and so on in the folder that
// Options.Graphs names, all from the page's own folder.
func (p *Page) Write(w io.Writer) error { return p.write(w, false) }

// WriteFile writes the page as one file that needs nothing else, not even a
// server. It may run its own script, and nothing in it can reach the network.
func (p *Page) WriteFile(w io.Writer) error { return p.write(w, true) }

// pageTemplate is what a page is written with.
var pageTemplate = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page").Funcs(functions()).Parse(pageText)
})

func (p *Page) write(w io.Writer, alone bool) error {
	t, err := pageTemplate()
	if err != nil {
		return err
	}
	data := page{view: p.view, Alone: alone, Drawn: p.graphs}
	if alone {
		data.Style, data.Script = template.CSS(styleText), template.JS(Script())
		data.Policy = fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; "+
			"img-src data:; base-uri 'none'; form-action 'none'", hash(Script()), hash(styleText))
	}
	var out bytes.Buffer // nothing is written unless all of it can be
	if err := t.Execute(&out, data); err != nil {
		return fmt.Errorf("cannot write the page: %w", err)
	}
	_, err = w.Write(out.Bytes())
	return err
}

// hash is how a content security policy names a text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// page is what the template shows.
type page struct {
	view
	Alone  bool
	Policy string
	Style  template.CSS
	Script template.JS
	Drawn  []graph
}

// opened is how many functions of an input are shown without being asked for, as
// the template knows, too.
const opened = 3

func functions() template.FuncMap {
	return template.FuncMap{"base64": base64.RawURLEncoding.EncodeToString, "rate": rate,
		"count": count, "percent": percent, "short": short, "figure": metricWords,
		"siteKinds": siteKinds, "closed": closed, "means": means, "part": part,
		"seconds": seconds, "chart": chart, "state": stateName,
		"rest": func(list []sourceView) int { return len(list) - opened }}
}
