package explain

import "github.com/wring-go/wring/alloc"

// fromProfile reports whether a record was read from profiles of running programs,
// whose sampling is known.
func fromProfile(rec *alloc.Record) bool {
	for _, b := range rec.Benchmarks {
		if b.Rate > 0 || b.CPUPeriod > 0 {
			return true
		}
	}
	return false
}

// sampledOf returns the sum of a tally with its variance, nil for books.
func (x *index) sampledOf(y *tally) *alloc.Sampled {
	if !x.profiled {
		return nil
	}
	return &y.sampled
}

// addShares adds to findings which part of everything in the profiles they are.
func addShares(rec *alloc.Record, findings []alloc.Finding) {
	if !fromProfile(rec) {
		return
	}
	total, cpu := rec.Production()
	for i := range findings {
		if s := findings[i].Sampled; s != nil {
			share := s.Of(total, cpu)
			findings[i].Share = &share
		}
	}
}
