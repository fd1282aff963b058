// Package sarif writes what a guard says as SARIF 2.1.0, the format of static
// analysis results that code hosts show beside the lines.
package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// The names that the format fixes.
const (
	version = "2.1.0"
	schema  = "https://json.schemastore.org/sarif-2.1.0.json"
	rootID  = "MODULE" // stands for the module's folder
)

// The documents of the format, as far as they are used. Lists are never null.
type (
	document struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}
	run struct {
		Tool        tool                        `json:"tool"`
		Bases       map[string]artifactLocation `json:"originalUriBaseIds,omitempty"`
		Invocations []invocation                `json:"invocations"`
		Results     []result                    `json:"results"`
		ColumnKind  string                      `json:"columnKind"`
	}
	tool struct {
		Driver driver `json:"driver"`
	}
	driver struct {
		Name           string `json:"name"`
		InformationURI string `json:"informationUri"`
		Rules          []rule `json:"rules"`
	}
	rule struct {
		ID               string  `json:"id"`
		ShortDescription message `json:"shortDescription"`
	}
	invocation struct {
		Successful    bool           `json:"executionSuccessful"`
		Notifications []notification `json:"toolExecutionNotifications,omitempty"`
	}
	notification struct {
		Level   string  `json:"level"`
		Message message `json:"message"`
	}
	result struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             message           `json:"message"`
		Locations           []location        `json:"locations,omitempty"`
		RelatedLocations    []location        `json:"relatedLocations,omitempty"`
		CodeFlows           []codeFlow        `json:"codeFlows,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
	}
	message struct {
		Text string `json:"text"`
	}
	location struct {
		ID       int              `json:"id,omitempty"`
		Physical physicalLocation `json:"physicalLocation"`
		Message  *message         `json:"message,omitempty"`
	}
	physicalLocation struct {
		Artifact artifactLocation `json:"artifactLocation"`
		Region   *region          `json:"region,omitempty"`
	}
	artifactLocation struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	codeFlow struct {
		ThreadFlows []threadFlow `json:"threadFlows"`
	}
	threadFlow struct {
		Locations []threadFlowLocation `json:"locations"`
	}
	threadFlowLocation struct {
		Location location `json:"location"`
	}
)

// Write writes rep as one document. Files below the module are relative to it.
func Write(w io.Writer, rep alloc.GuardReport) error {
	ids := ruleIDs(rep)
	r := run{ColumnKind: "unicodeCodePoints", Results: []result{},
		Tool: tool{driver{Name: "wring", InformationURI: "https://github.com/wring-go/wring",
			Rules: []rule{}}},
		Invocations: []invocation{{Successful: true, Notifications: notifications(rep)}}}
	if rep.ModuleDir != "" {
		r.Bases = map[string]artifactLocation{rootID: {URI: fileURI(rep.ModuleDir) + "/"}}
	}
	for _, id := range ids {
		r.Tool.Driver.Rules = append(r.Tool.Driver.Rules,
			rule{ID: id, ShortDescription: message{strings.ReplaceAll(id, "-", " ")}})
	}
	for _, p := range rep.Problems {
		r.Results = append(r.Results, resultOf(p, slices.Index(ids, p.Rule)))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(document{Schema: schema, Version: version, Runs: []run{r}})
}

// ruleIDs returns the rules of the problems, sorted.
func ruleIDs(rep alloc.GuardReport) []string {
	var ids []string
	for _, p := range rep.Problems {
		ids = append(ids, p.Rule)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func notifications(rep alloc.GuardReport) []notification {
	var list []notification
	for _, w := range rep.Warnings {
		list = append(list, notification{"warning", message{w.Text}})
	}
	return list
}

func resultOf(p alloc.Problem, index int) result {
	r := result{RuleID: p.Rule, RuleIndex: index, Level: "note", Message: message{p.Text},
		PartialFingerprints: map[string]string{"wring/v1": fingerprint(p)}}
	if p.Fails {
		r.Level = "error"
	}
	for i, s := range p.Sites {
		l := locationOf(s.File, s.Line, s.Column)
		l.ID = i + 1
		l.Message = &message{siteText(s)}
		r.RelatedLocations = append(r.RelatedLocations, l)
	}
	switch {
	case len(p.Sites) > 0: // the line that allocates is what a reviewer wants to see
		s := p.Sites[0]
		r.Locations = []location{locationOf(s.File, s.Line, s.Column)}
	case p.File != "":
		r.Locations = []location{locationOf(p.File, p.Line, p.Column)}
	}
	if len(p.Path) > 0 {
		var flow threadFlow
		for _, f := range p.Path {
			l := locationOf(f.File, f.Line, 0)
			l.Message = &message{f.Func}
			flow.Locations = append(flow.Locations, threadFlowLocation{l})
		}
		r.CodeFlows = []codeFlow{{[]threadFlow{flow}}}
	}
	return r
}

// fingerprint identifies a result from run to run, while lines move.
func fingerprint(p alloc.Problem) string {
	words := []string{p.Rule, p.Benchmark, p.Unit}
	for _, s := range p.Sites {
		words = append(words, s.ID)
	}
	if p.Benchmark == "" {
		words = append(words, p.File, p.Text)
	}
	return strings.Join(words, "|")
}

func siteText(s alloc.GuardSite) string {
	text := fmt.Sprintf("%s: %s allocs/op of type %s, %s", s.Func, s.Now, s.Type, s.Cause)
	if s.Change != "" {
		text = s.Change + ", " + text
	}
	if len(s.Reasons) > 0 {
		text += ": " + s.Reasons[0]
	}
	for _, p := range s.Proposals {
		text += "; " + p
	}
	return text
}

func locationOf(file string, line, column int) location {
	l := location{Physical: physicalLocation{Artifact: artifact(file)}}
	if line > 0 {
		l.Physical.Region = &region{StartLine: line, StartColumn: column}
	}
	return l
}

func artifact(file string) artifactLocation {
	if file == "" {
		return artifactLocation{URI: "unknown"}
	}
	if path.IsAbs(file) {
		return artifactLocation{URI: fileURI(file)}
	}
	return artifactLocation{URI: (&url.URL{Path: file}).String(), BaseID: rootID}
}

func fileURI(file string) string {
	return (&url.URL{Scheme: "file", Path: strings.TrimSuffix(file, "/")}).String()
}
