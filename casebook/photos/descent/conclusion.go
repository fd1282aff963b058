package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/steps"
)

// stepsOf are the steps that a conclusion of a code can stand for, the likeliest
// first. Where there are several, the place or the statement decides.
var stepsOf = map[string][]steps.Name{
	"missing-index":         {steps.Index},
	"n-plus-one":            {steps.Join, steps.Limit, steps.Comments, steps.Users, steps.Posts},
	"unbounded-query":       {steps.Limit},
	"blob-in-database":      {steps.Files},
	"templates-per-request": {steps.Templates, steps.Append},
	"regexp-per-request":    {steps.Fix, steps.TagScan},
	"command-per-request":   {steps.Hash},
	"lock-held-over-wait":   {steps.SessionLock, steps.Sessions},
	"pool-too-small":        {steps.Pool},
	"pool-idle-too-few":     {steps.Pool},
	"prepared-once":         {steps.Interpolate},
	"no-304":                {steps.Validators},
	"no-cache": {steps.Pages, steps.Users, steps.Comments, steps.Posts,
		steps.Sessions},
	"collector":  {steps.GOGC},
	"rewritable": {steps.Fix, steps.TagScan, steps.Append, steps.Buffers, steps.Stream},

	"templates-executed": {steps.Append},
	"regexp-matched":     {steps.TagScan},
	"body-in-memory":     {steps.Stream},
	"large-buffers":      {steps.Buffers, steps.Append, steps.Stream},
}

// about says which steps change what a file of the service does, by the end of
// its name.
var about = map[string][]steps.Name{
	"view/tags.go":      {steps.Fix, steps.TagScan},
	"view/templates.go": {steps.Templates, steps.Append},
	"view/append.go":    {steps.Append},
	"web/render.go":     {steps.Append, steps.Buffers},
	"web/scratch.go":    {steps.Buffers},
	"web/upload.go":     {steps.Stream},
	"store/sessions.go": {steps.Sessions},
	"store/users.go":    {steps.Users},
	"store/authors.go":  {steps.Join, steps.Users},
	"store/comments.go": {steps.Comments},
	"store/threads.go":  {steps.Join, steps.Comments},
	"store/posts.go":    {steps.Posts},
	"store/lists.go":    {steps.Limit, steps.Posts},
}

// inMemory is the step that spares the statements on a table.
var inMemory = map[string]steps.Name{"users": steps.Users, "comments": steps.Comments,
	"posts": steps.Posts, "sessions": steps.Sessions}

var table = regexp.MustCompile(`(?:from|join|into|update) (\w+)`)

// stepOf returns the open step that a conclusion stands for, or "": of those that
// its code can mean, one that changes its place or its table, and otherwise the
// likeliest that is open. A place that another step changes decides against it.
func stepOf(c looking.Conclusion, open []steps.Name) steps.Name {
	isOpen := func(n steps.Name) bool { return slices.Contains(open, n) }
	candidates := stepsOf[c.Code]
	if c.Code == "no-cache" && c.Statement == "" { // of answers, not of a table
		candidates = []steps.Name{steps.Pages}
	}
	var near []steps.Name
	for file, list := range about {
		path, _, _ := strings.Cut(c.Place, ":")
		if strings.HasSuffix(path, file) {
			near = append(near, list...)
		}
	}
	if m := table.FindStringSubmatch(strings.ToLower(c.Statement)); m != nil {
		near = append(near, inMemory[m[1]])
	}
	decides := false
	for _, n := range candidates {
		if slices.Contains(near, n) {
			decides = true
			if isOpen(n) {
				return n
			}
		}
	}
	if decides {
		return ""
	}
	if i := slices.IndexFunc(candidates, isOpen); i >= 0 {
		return candidates[i]
	}
	return ""
}
