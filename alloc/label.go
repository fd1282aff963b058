package alloc

// Label is a profiler label of a goroutine, as runtime/pprof sets it.
type Label struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// LabelSet is what goroutines had of the labels that were asked for.
type LabelSet struct {
	// Labels are in the order in which the keys were asked for. There are none for
	// goroutines without any of them.
	Labels []Label `json:"labels"`
	// Other marks the set that stands for all those that the tracer had no room
	// for.
	Other bool `json:"other,omitempty"`
	// Requests are those of the access log that have these labels; 0 without a log.
	Requests uint64 `json:"requests,omitempty"`
}

// RequestLog is an access log in which the requests of a run were counted.
type RequestLog struct {
	File     string `json:"file"`
	Requests uint64 `json:"requests"` // all that were counted
	// Lines that are no requests, or that could not be read as such.
	NotUnderstood uint64 `json:"not_understood"`
	// Field is the field of the log that holds the label; "" when requests were
	// counted by method and path.
	Field string `json:"field"`
}

// Labelled is what goroutines with one set of labels allocated.
type Labelled struct {
	LabelSet
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
	// ObjectsPerRequest and BytesPerRequest are 0 when Requests is.
	ObjectsPerRequest float64 `json:"objects_per_request"`
	BytesPerRequest   float64 `json:"bytes_per_request"`
	// Types, Causes and Sites add up to Objects and Bytes each, heaviest first.
	Types  []Share     `json:"types"`
	Causes []Share     `json:"causes"`
	Sites  []SiteShare `json:"sites"`
}

// Share is the part of a sum that one name has.
type Share struct {
	Name    string `json:"name"`
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
}

// SiteShare is the part of a sum that one site has.
type SiteShare struct {
	Site    string `json:"site"` // Site.ID
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`
}

// LabelReport is what was allocated, by the labels of goroutines.
type LabelReport struct {
	Keys     []string    `json:"keys"`
	Requests *RequestLog `json:"log,omitempty"`
	// Rows hold every object of the report, each in one of them: first what has no
	// label, and then the heaviest first.
	Rows []Labelled `json:"rows"`
}
