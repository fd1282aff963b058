package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	ours "github.com/wring-go/wring/report/sarif"
)

// sarifSchema returns the schema of SARIF 2.1.0 as OASIS publishes it. Package
// sarif has its text, and does not export it, so it is read from the source: to
// decode a document into that package's types would mend what is wrong with it.
func sarifSchema() (*jsonschema.Schema, error) {
	const id = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" +
		"sarif-schema-2.1.0.json"
	pkg, err := build.Import(modelPackage, ".", build.FindOnly)
	if err != nil {
		return nil, err
	}
	text, err := constant(filepath.Join(pkg.Dir, "schema.go"), "schema")
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: "uri-reference", Validate: uriReference})
	if err := c.AddResource(id, doc); err != nil {
		return nil, err
	}
	return c.Compile(id)
}

// modelPackage is the package whose source holds the schema.
const modelPackage = "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

// The import above keeps its module among the requirements.
var _ sarif.Report

// constant returns the value of a string constant in a Go file.
func constant(file, name string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.CONST {
			continue
		}
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			if v.Names[0].Name != name || len(v.Values) == 0 {
				continue
			}
			if lit, ok := v.Values[0].(*ast.BasicLit); ok {
				return strconv.Unquote(lit.Value)
			}
		}
	}
	return "", errors.New(file + " has no constant " + name)
}

// uriReference refuses what package url lets pass: characters that must be
// escaped.
func uriReference(v any) error {
	text, ok := v.(string)
	if !ok {
		return nil // its type is another rule's business
	}
	const marks = "-._~:/?#[]@!$&'()*+,;=%"
	for _, r := range text {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) &&
			!strings.ContainsRune(marks, r) {
			return fmt.Errorf("%q stands in a URI as it is", r)
		}
	}
	_, err := url.Parse(text)
	return err
}

// validSARIF returns what in a document is not as the schema wants it.
func validSARIF(schema *jsonschema.Schema, doc []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// cmdSARIF holds what a script printed against the schema.
func cmdSARIF(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sarif FILE")
	}
	schema, err := sarifSchema()
	ts.Check(err)
	ts.Check(validSARIF(schema, []byte(ts.ReadFile(args[0]))))
}

// TestSARIF holds the report that all outputs of the guard are tested with, and
// one without anything in it, against the schema. What is then broken in the
// document must be found.
func TestSARIF(t *testing.T) {
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	full := testenv.JSON[alloc.GuardReport](t, "../../report/testdata/guard.json")
	var doc string
	for _, rep := range []alloc.GuardReport{{Kept: true}, full} {
		var out bytes.Buffer
		if err := ours.Write(&out, rep); err != nil {
			t.Fatal(err)
		}
		doc = out.String()
		if err := validSARIF(schema, out.Bytes()); err != nil {
			t.Errorf("%v in\n%s", err, doc)
		}
	}
	for _, c := range [][2]string{
		{`"version": "2.1.0"`, `"version": "2.1"`},
		{`"level": "error"`, `"level": "failure"`},
		{`"startLine": 17`, `"startLine": 0`},
		{`"startLine": 17`, `"startLine": 1.5`},
		{`"ruleIndex": 0`, `"ruleIndex": -2`},
		{`"ruleId"`, `"ruleName"`},
		{`"executionSuccessful": true`, `"exitCode": 0`},
		{`"driver"`, `"drivers"`},
		{`"threadFlows"`, `"flows"`},
		{`"columnKind": "unicodeCodePoints"`, `"columnKind": "bytes"`},
		{`"uri": "m_test.go"`, `"uri": "m test.go"`},
		{`"uri": "m_test.go"`, `"uri": "m%test.go"`},
		{`"text": "cannot tell"`, `"text": 3`},
	} {
		broken := strings.Replace(doc, c[0], c[1], 1)
		if broken == doc {
			t.Errorf("nothing to replace: %s", c[0])
		}
		if validSARIF(schema, []byte(broken)) == nil {
			t.Errorf("the schema takes %s", c[1])
		}
	}
}
