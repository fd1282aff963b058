package generator

import "github.com/wring-go/wring/casebook/load/histogram"

// Result is what a run found. Results of several machines that put load on the
// same server at the same time are added up by Merge.
type Result struct {
	Model   string  `json:"model"`   // open or closed
	Seconds float64 `json:"seconds"` // that were counted, without the warm-up

	Intended  uint64 `json:"intended"`  // due by the schedule
	Sent      uint64 `json:"sent"`      // given to a client, with those that failed
	Completed uint64 `json:"completed"` // answered with a status below 400
	Failed    uint64 `json:"failed"`    // not answered, or with a status of 400 or more
	Dropped   uint64 `json:"dropped"`   // due, and not sent, since too many were under way
	Bytes     uint64 `json:"bytes"`     // received

	// Late is how much later than meant requests were sent: the generator's own
	// fault. FromIntended and FromSent are the latencies from either time.
	Late         histogram.Histogram `json:"late"`
	FromIntended histogram.Histogram `json:"from_intended"`
	FromSent     histogram.Histogram `json:"from_sent"`

	Status map[string]uint64 `json:"status"`
	Errors map[string]uint64 `json:"errors"`
	Steps  []StepResult      `json:"steps"`  // of a scenario
	Series []Second          `json:"series"` // by the second in which requests were due

	CPU       float64 `json:"cpu_seconds"`        // of the generator
	ServerCPU float64 `json:"server_cpu_seconds"` // 0 when no process was named
	Machines  int     `json:"machines"`           // how many results are in this one
}

// StepResult is one step of a scenario.
type StepResult struct {
	Name    string              `json:"name"`
	Failed  uint64              `json:"failed"`
	Latency histogram.Histogram `json:"latency"`
}

// Second is what became of the requests that were due in one second.
type Second struct {
	Failed  uint64              `json:"failed"`
	Latency histogram.Histogram `json:"latency"` // from the intended time
}

func emptyResult() Result {
	return Result{Status: map[string]uint64{}, Errors: map[string]uint64{},
		Steps: []StepResult{}, Series: []Second{}, Machines: 1}
}

// Merge adds what another machine found at the same time.
func (r *Result) Merge(other *Result) {
	r.Seconds = max(r.Seconds, other.Seconds)
	r.Intended += other.Intended
	r.Sent += other.Sent
	r.Completed += other.Completed
	r.Failed += other.Failed
	r.Dropped += other.Dropped
	r.Bytes += other.Bytes
	r.Late.Merge(&other.Late)
	r.FromIntended.Merge(&other.FromIntended)
	r.FromSent.Merge(&other.FromSent)
	for status, n := range other.Status {
		r.Status[status] += n
	}
	for text, n := range other.Errors {
		r.Errors[text] += n
	}
	for _, s := range other.Steps {
		mine := r.step(s.Name)
		mine.Failed += s.Failed
		mine.Latency.Merge(&s.Latency)
	}
	for i := range other.Series {
		mine := r.second(i)
		mine.Failed += other.Series[i].Failed
		mine.Latency.Merge(&other.Series[i].Latency)
	}
	r.CPU += other.CPU
	r.ServerCPU = max(r.ServerCPU, other.ServerCPU) // all look at the same server
	r.Machines += other.Machines
}

// Rate returns n per second of the run.
func (r *Result) Rate(n uint64) float64 {
	if r.Seconds == 0 {
		return 0
	}
	return float64(n) / r.Seconds
}

// tolerated is how late a request may be sent, as a share of its latency, before
// the latency says more about the generator than about the server.
const tolerated = 0.05

// Believable reports whether the latencies at quantile q may be shown: whether
// the generator was late by at most 5 percent of the median latency in the
// middle, and at q by at most 5 percent of the latency there. The closed model
// is never late: it does not know when it should have asked.
func (r *Result) Believable(q float64) bool {
	return r.Lateness(0.5) <= tolerated && r.Lateness(q) <= tolerated
}

// Lateness returns how late the generator was at quantile q, as a share of the
// latency at q from the time of sending.
func (r *Result) Lateness(q float64) float64 {
	late := r.Late.Quantile(q)
	if late == 0 {
		return 0
	}
	return float64(late) / float64(max(r.FromSent.Quantile(q), 1))
}
