package sqlsource

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// stand is what takes the place of a hole when a statement is fingerprinted.
const stand = "wring_hole"

// pattern is a statement as a fingerprint, cut at its holes.
type pattern struct {
	pieces []string
	place  sqlsample.Place
}

// AddPlaces writes the lines that send each query of a report into it. A statement
// that is whole comes before one of which only parts are known.
func AddPlaces(r *sqlsample.Report, list []Statement, opt mysqltext.Options) {
	var patterns []pattern
	finger := mysqltext.Fingerprinter{Options: opt}
	for _, s := range list {
		print := string(finger.Append(nil, []byte(strings.Join(s.Parts, " "+stand+" "))))
		pieces := strings.Split(print, stand)
		patterns = append(patterns, pattern{pieces, sqlsample.Place{File: s.File, Line: s.Line,
			Parts: len(pieces) > 1}})
	}
	for i := range r.Queries {
		q := &r.Queries[i]
		q.Places = placesOf(q.Fingerprint, patterns)
	}
}

func placesOf(print string, patterns []pattern) []sqlsample.Place {
	places := []sqlsample.Place{}
	for _, whole := range []bool{true, false} {
		for _, p := range patterns {
			if p.place.Parts == whole || !p.matches(print) || slices.Contains(places, p.place) {
				continue
			}
			places = append(places, p.place)
		}
		if len(places) > 0 {
			break
		}
	}
	return places
}

// matches reports whether the pieces are in the fingerprint, one after the other,
// the first at its beginning and the last at its end.
func (p pattern) matches(print string) bool {
	if len(p.pieces) == 1 {
		return p.pieces[0] == print
	}
	rest, ok := strings.CutPrefix(print, strings.TrimRight(p.pieces[0], " "))
	if !ok {
		return false
	}
	last := strings.TrimLeft(p.pieces[len(p.pieces)-1], " ")
	rest, ok = strings.CutSuffix(rest, last)
	if !ok {
		return false
	}
	for _, piece := range p.pieces[1 : len(p.pieces)-1] {
		_, after, found := strings.Cut(rest, strings.TrimSpace(piece))
		if !found {
			return false
		}
		rest = after
	}
	return true
}
