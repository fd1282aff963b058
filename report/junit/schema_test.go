package junit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// element is what junit-10.xsd of Jenkins' xUnit plugin lets an element have, of
// what wring writes. All values are texts there, and children have no order.
type element struct {
	attrs, required, children []string
	text                      bool
}

func words(text string) []string { return strings.Fields(text) }

func elements() map[string]element {
	return map[string]element{
		"testsuites": {attrs: words("name time tests failures errors"),
			children: words("testsuite")},
		"testsuite": {attrs: words("name tests failures errors group time skipped timestamp " +
			"hostname id package file log url version"),
			required: words("name tests failures errors"),
			children: words("testsuite properties testcase system-out system-err")},
		"properties": {children: words("property")},
		"property":   {attrs: words("name value"), required: words("name value")},
		"testcase": {attrs: words("name time classname group"), required: words("name"),
			children: words("skipped error failure system-out system-err")},
		"failure":    {attrs: words("type message"), text: true},
		"system-out": {text: true},
	}
}

// violations returns what in a document is not as the schema wants it.
func violations(doc []byte) []string {
	var problems []string
	fail := func(format string, args ...any) {
		problems = append(problems, fmt.Sprintf(format, args...))
	}
	dec := xml.NewDecoder(bytes.NewReader(doc))
	var path []string
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			return problems
		}
		if err != nil {
			return append(problems, err.Error())
		}
		parent := element{children: []string{"testsuites"}}
		if len(path) > 0 {
			parent = elements()[path[len(path)-1]]
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if !slices.Contains(parent.children, tok.Name.Local) {
				fail("%s in %v", tok.Name.Local, path)
			}
			path = append(path, tok.Name.Local)
			problems = append(problems, wrongAttributes(tok)...)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			if !parent.text && len(bytes.TrimSpace(tok)) > 0 {
				fail("text in %v: %q", path, tok)
			}
		}
	}
}

func wrongAttributes(e xml.StartElement) []string {
	rules := elements()[e.Name.Local]
	var problems, names []string
	for _, a := range e.Attr {
		if !slices.Contains(rules.attrs, a.Name.Local) || slices.Contains(names, a.Name.Local) {
			problems = append(problems, e.Name.Local+" has the attribute "+a.Name.Local)
		}
		names = append(names, a.Name.Local)
	}
	for _, name := range rules.required {
		if !slices.Contains(names, name) {
			problems = append(problems, e.Name.Local+" lacks "+name)
		}
	}
	return problems
}
