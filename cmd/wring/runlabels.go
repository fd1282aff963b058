package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/pathshape"
	"github.com/wring-go/wring/service/accesslog"
)

// prepareLabels reads -labels and -access, and notes how long the log is before
// the program runs.
func (r *runCommand) prepareLabels() error {
	if err := r.parseKeys(); err != nil {
		return err
	}
	switch {
	case r.access == "":
		return nil
	case len(r.keys) == 0:
		return errors.New("-access counts the requests of each label: add -labels route, or " +
			"the label that the program sets")
	case len(r.keys) > 1:
		return fmt.Errorf("-access divides by the requests of one label: give one of %s to -labels",
			strings.Join(r.keys, ", "))
	case !r.fromStart:
		return errors.New("-access counts the requests of the whole run: leave -from-start=false " +
			"away")
	}
	marks, err := accesslog.MarkEnd(r.access)
	if err != nil {
		return fmt.Errorf("-access %s cannot be read: %w", r.access, withoutPath(err))
	}
	r.requests = &requestCount{file: r.access, key: r.keys[0], marks: marks}
	return nil
}

// parseKeys reads the value of -labels.
func (r *runCommand) parseKeys() error {
	if r.labels == "" {
		return nil
	}
	for key := range strings.SplitSeq(r.labels, ",") {
		key = strings.TrimSpace(key)
		switch {
		case key == "":
			return fmt.Errorf("-labels %q: an empty key; write them as route,user", r.labels)
		case slices.Contains(r.keys, key):
			return fmt.Errorf("-labels %q: %s is there twice", r.labels, key)
		case strings.ContainsRune(key, 0):
			return fmt.Errorf("-labels %q: a key cannot hold a zero byte", r.labels)
		}
		r.keys = append(r.keys, key)
	}
	if len(r.keys) > wring.MaxLabels {
		return fmt.Errorf("-labels asks for %d keys, and the tracer tells objects apart by %d at "+
			"most: leave some away", len(r.keys), wring.MaxLabels)
	}
	return nil
}

// requestCount counts the requests of a run in an access log.
type requestCount struct {
	file  string
	key   string // of the label that requests are joined by
	marks accesslog.Marks
}

// add counts the requests of each of rec's sets of labels. Requests of routes
// that have no set get one, and those without a route belong to what has no
// label: so every request is in one of them. A log that cannot be read is a
// warning: the books are good without it.
func (q *requestCount) add(ctx context.Context, rec *alloc.Record) {
	log := &alloc.RequestLog{File: q.file, Field: q.key}
	rep, err := q.byField(ctx)
	if err == nil && !hasField(rep) {
		log.Field = ""
		rep, err = q.byPattern(ctx, rec)
	}
	if err != nil {
		rec.Warnings = append(rec.Warnings, noRequests("the requests in %s cannot be counted: %v",
			q.file, withoutPath(err)))
		return
	}
	rec.Requests = log
	log.Requests, log.NotUnderstood = rep.Booked, rep.Lines-rep.Booked
	if rep.Booked == 0 {
		rec.Warnings = append(rec.Warnings, noRequests("%s counts no request during this run: "+
			"is it the log that the program writes, and did it get requests?", q.file))
	}
	sets := q.sets(rec)
	for _, r := range rep.Routes {
		value := r.Name
		if log.Field == "" {
			value = sets.value(r)
		}
		rec.LabelSets[sets.index(rec, value)].Requests += r.Count
	}
}

func noRequests(format string, args ...any) alloc.Warning {
	return alloc.Warning{Code: alloc.WarnNoRequests, Text: fmt.Sprintf(format, args...)}
}

// byField counts by the field of the log that has the label's name.
func (q *requestCount) byField(ctx context.Context) (accesslog.Report, error) {
	opt := accesslog.Options{Extra: []string{q.key}}
	by, err := accesslog.ByField(q.key, opt.Extra)
	if err != nil {
		return accesslog.Report{}, err
	}
	return q.read(ctx, accesslog.NewBooks(by, nil), opt)
}

// hasField reports whether a log that was counted by a field has that field.
func hasField(rep accesslog.Report) bool {
	return slices.ContainsFunc(rep.Routes, func(r accesslog.Route) bool {
		return r.Name != noValue
	})
}

// noValue is how accesslog names requests without the field.
const noValue = "-"

// byPattern counts by method and path, with the labels as patterns of routes.
func (q *requestCount) byPattern(ctx context.Context, rec *alloc.Record) (accesslog.Report,
	error) {
	var named []pathshape.Pattern
	for _, set := range rec.LabelSets {
		for _, l := range set.Labels {
			if p, err := pathshape.ParsePattern(l.Value); err == nil {
				named = append(named, p)
			}
		}
	}
	return q.read(ctx, accesslog.NewBooks(accesslog.By{}, named), accesslog.Options{})
}

func (q *requestCount) read(ctx context.Context, books *accesslog.Books,
	opt accesslog.Options) (accesslog.Report, error) {
	err := books.ReadNew(ctx, q.file, maps.Clone(q.marks), opt)
	return books.Report(pathshape.Options{Many: 20}), err
}

// setIndex finds the set of labels of a value.
type setIndex struct {
	key       string
	byValue   map[string]int
	byPattern map[string]string // the value that spells a pattern
}

func (q *requestCount) sets(rec *alloc.Record) *setIndex {
	x := &setIndex{key: q.key, byValue: map[string]int{noValue: 0},
		byPattern: map[string]string{}}
	for i, set := range rec.LabelSets {
		for _, l := range set.Labels {
			x.byValue[l.Value] = i
			if p, err := pathshape.ParsePattern(l.Value); err == nil {
				x.byPattern[p.String()] = l.Value
			}
		}
	}
	return x
}

// value returns the label whose pattern a route has, with its method or without;
// or noValue when it has none.
func (x *setIndex) value(r accesslog.Route) string {
	if !r.Named {
		return noValue
	}
	for _, pattern := range []string{r.Name, strings.TrimPrefix(r.Name, r.Method+" ")} {
		if value, ok := x.byPattern[pattern]; ok {
			return value
		}
	}
	return noValue
}

// index returns the set of a value, which it adds to rec if there is none.
func (x *setIndex) index(rec *alloc.Record, value string) int {
	i, ok := x.byValue[value]
	if !ok {
		i = len(rec.LabelSets)
		x.byValue[value] = i
		rec.LabelSets = append(rec.LabelSets, alloc.LabelSet{
			Labels: []alloc.Label{{Key: x.key, Value: value}}})
	}
	return i
}
