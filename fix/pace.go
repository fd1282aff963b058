package fix

import "time"

// pace is how fast candidates are judged. A round takes a time of its own, for builds and
// tests, and some more for each candidate.
type pace struct {
	measured time.Duration // what measuring the code as it was took, all benchmarks once
	rounds   []round
}

// round is what a number of candidates took.
type round struct {
	tried int
	took  time.Duration
}

func (p pace) with(tried int, took time.Duration) pace {
	p.rounds = append(p.rounds[:len(p.rounds):len(p.rounds)], round{tried, took})
	return p
}

// With a time limit the first round is small, the smaller the less time there is, so that
// something is proven early, and the next ones grow, as far as each is likely to end within a
// part of what is left.
const (
	firstRound  = 12
	firstPart   = 12 * time.Second // of what is left, for each of the first round,
	firstCounts = 4                // and so many times what measuring took
	leastRound  = 4
	scarceRound = 2 // where even that is not likely to end
	growth      = 3
	partOfLeft  = 0.6
	eachAtFirst = 2 * time.Second // for a candidate, until it is known
	eachAtLeast = eachAtFirst / 8
)

// each estimates what a candidate takes beyond what its round does: by the two rounds that
// differ most.
func (p pace) each() time.Duration {
	var least, most round
	for i, r := range p.rounds {
		if i == 0 || r.tried < least.tried {
			least = r
		}
		if i == 0 || r.tried > most.tried {
			most = r
		}
	}
	if most.tried == least.tried {
		return eachAtFirst
	}
	return max(eachAtLeast, (most.took-least.took)/time.Duration(most.tried-least.tried))
}

// room returns how many candidates the next round may have.
func (p pace) room(left time.Duration) int {
	if len(p.rounds) == 0 {
		return enough(min(firstRound, int(left/(firstPart+firstCounts*p.measured))), 1)
	}
	last := p.rounds[len(p.rounds)-1]
	each := p.each()
	round := max(0, last.took-time.Duration(last.tried)*each)
	fit := int((time.Duration(partOfLeft*float64(left)) - round) / each)
	return enough(min(fit, max(firstRound, growth*last.tried)), scarceRound)
}

// enough returns how many candidates a round has of which n are likely to be judged in time: not
// fewer than make it worth its builds, and the fewest where not even least are likely to be.
func enough(n, least int) int {
	if n < least {
		return scarceRound
	}
	return max(leastRound, n)
}

// portion returns the first of a batch, as many as are likely to be judged in the time that
// is left; all of them without a limit.
func (j *job) portion(p pace, batch []candidate) []candidate {
	if j.opt.Time == 0 {
		return batch
	}
	return batch[:min(len(batch), p.room(time.Until(j.tryingEnd())))]
}
