package sarif

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// object is what the specification, SARIF 2.1.0, wants of one kind of object:
// which properties there are, of those that are written here, and which must be.
type object struct {
	required []string
	props    map[string]string // the kind of the value; see check
}

// objects are the kinds of objects. A kind in brackets is a list of that kind.
func objects() map[string]object {
	return map[string]object{
		"sarifLog": {[]string{"version", "runs"},
			map[string]string{"$schema": "uri", "version": "=2.1.0", "runs": "[run]"}},
		"run": {[]string{"tool"}, map[string]string{"tool": "tool", "results": "[result]",
			"invocations": "[invocation]", "originalUriBaseIds": "bases",
			"columnKind": "=utf16CodeUnits|unicodeCodePoints"}},
		"tool": {[]string{"driver"}, map[string]string{"driver": "toolComponent"}},
		"toolComponent": {[]string{"name"}, map[string]string{"name": "text",
			"informationUri": "uri", "rules": "[reportingDescriptor]"}},
		"reportingDescriptor": {[]string{"id"},
			map[string]string{"id": "text", "shortDescription": "message"}},
		"invocation": {[]string{"executionSuccessful"}, map[string]string{
			"executionSuccessful": "bool", "toolExecutionNotifications": "[notification]"}},
		"notification": {[]string{"message"}, map[string]string{"message": "message",
			"level": "=none|note|warning|error"}},
		"result": {[]string{"message"}, map[string]string{"ruleId": "text", "ruleIndex": "rule",
			"level": "=none|note|warning|error", "message": "message", "locations": "[location]",
			"relatedLocations": "[location]", "codeFlows": "[codeFlow]",
			"partialFingerprints": "texts"}},
		"message": {[]string{"text"}, map[string]string{"text": "text"}},
		"location": {nil, map[string]string{"id": "positive", "physicalLocation": "place",
			"message": "message"}},
		"place": {[]string{"artifactLocation"},
			map[string]string{"artifactLocation": "artifact", "region": "region"}},
		"artifact": {[]string{"uri"}, map[string]string{"uri": "uri", "uriBaseId": "text"}},
		"region": {[]string{"startLine"},
			map[string]string{"startLine": "positive", "startColumn": "positive"}},
		"codeFlow": {[]string{"threadFlows"}, map[string]string{"threadFlows": "[threadFlow]"}},
		"threadFlow": {[]string{"locations"},
			map[string]string{"locations": "[threadFlowLocation]"}},
		"threadFlowLocation": {nil, map[string]string{"location": "location"}},
	}
}

// checker collects what is wrong with a document.
type checker struct {
	problems []string
	rules    int // of the run
}

// violations returns what in a document is not as the specification wants it.
func violations(text []byte) []string {
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		return []string{err.Error()}
	}
	c := &checker{rules: strings.Count(string(text), `"shortDescription"`)}
	c.check("sarifLog", "$", doc)
	return c.problems
}

func (c *checker) fail(at, format string, args ...any) {
	c.problems = append(c.problems, at+": "+fmt.Sprintf(format, args...))
}

// check checks one value of a kind.
func (c *checker) check(kind, at string, v any) {
	if elem, ok := strings.CutPrefix(kind, "["); ok {
		list, ok := v.([]any)
		if !ok {
			c.fail(at, "no list")
		}
		for i, e := range list {
			c.check(strings.TrimSuffix(elem, "]"), fmt.Sprintf("%s[%d]", at, i), e)
		}
		return
	}
	if o, ok := objects()[kind]; ok {
		c.object(o, at, v)
		return
	}
	if !scalar(kind, v, c.rules) && !c.values(kind, at, v) {
		c.fail(at, "%v is no %s", v, kind)
	}
}

func (c *checker) object(o object, at string, v any) {
	props, ok := v.(map[string]any)
	if !ok {
		c.fail(at, "no object")
		return
	}
	for _, name := range o.required {
		if _, ok := props[name]; !ok {
			c.fail(at, "%s is missing", name)
		}
	}
	for name, value := range props {
		kind, ok := o.props[name]
		if !ok {
			c.fail(at, "unknown property %s", name)
			continue
		}
		c.check(kind, at+"."+name, value)
	}
}

// values checks objects whose keys are free.
func (c *checker) values(kind, at string, v any) bool {
	elem, ok := map[string]string{"bases": "artifact", "texts": "text"}[kind]
	props, isObject := v.(map[string]any)
	if !ok || !isObject {
		return false
	}
	for name, value := range props {
		c.check(elem, at+"."+name, value)
	}
	return true
}

// scalar reports whether v is a value of the kind.
func scalar(kind string, v any, rules int) bool {
	text, isText := v.(string)
	number, isNumber := v.(float64)
	whole := isNumber && number == float64(int(number))
	if values, ok := strings.CutPrefix(kind, "="); ok {
		return isText && slices.Contains(strings.Split(values, "|"), text)
	}
	switch kind {
	case "text":
		return isText && text != ""
	case "uri":
		_, err := url.Parse(text)
		return isText && err == nil && !strings.ContainsAny(text, " \"<>\\^`{|}")
	case "bool":
		_, ok := v.(bool)
		return ok
	case "positive":
		return whole && number >= 1
	case "rule":
		return whole && number >= 0 && int(number) < rules
	}
	return false
}
