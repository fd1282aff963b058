package diary

import (
	"encoding/json"
	"io"
)

// Table is what a run of the casebook measured.
type Table struct {
	Version int      `json:"version"`
	Go      string   `json:"go"`
	GOOS    string   `json:"goos"`
	GOARCH  string   `json:"goarch"`
	Rounds  int      `json:"rounds"`
	Cases   []Result `json:"cases"`
}

// Result is one case in a table.
type Result struct {
	Name      string
	Title     string
	Published Published
	Versions  []Measured // the first is the naive one; none when the case was skipped
	Notes     []string   // never nil
	Skipped   string     // why nothing was measured
}

// Measured is one version in a table.
type Measured struct {
	Name    string   `json:"name"`
	What    string   `json:"what,omitempty"`
	N       int      `json:"n"` // operations counted
	Objects float64  `json:"objects_per_op"`
	Bytes   float64  `json:"bytes_per_op"`
	About   bool     `json:"about,omitempty"` // objects and bytes vary from run to run
	Figures []Figure `json:"figures,omitempty"`
	NS      float64  `json:"ns_per_op,omitempty"` // the median; good for this run only

	// Time and CPU are divided by the naive version's of the same round.
	Time Spread `json:"-"`
	CPU  Spread `json:"-"`
}

// MarshalJSON writes r with the versions that every case may have under their
// names, and the others as a list.
func (r Result) MarshalJSON() ([]byte, error) {
	doc := struct {
		Name      string            `json:"name"`
		Title     string            `json:"title"`
		Published Published         `json:"published"`
		Naive     *Measured         `json:"naive"`
		Fixed     *Measured         `json:"fixed"`
		Tuned     *Measured         `json:"tuned"`
		More      []Measured        `json:"more"`
		Ratios    map[string]Spread `json:"ratios"`
		CPURatios map[string]Spread `json:"cpu_ratios"`
		Notes     []string          `json:"notes"`
		Skipped   string            `json:"skipped,omitempty"`
	}{Name: r.Name, Title: r.Title, Published: r.Published, More: []Measured{},
		Ratios: map[string]Spread{}, CPURatios: map[string]Spread{}, Notes: r.Notes,
		Skipped: r.Skipped}
	for i, v := range r.Versions {
		switch v.Name {
		case Naive:
			doc.Naive = &r.Versions[i]
		case Fixed:
			doc.Fixed = &r.Versions[i]
		case Tuned:
			doc.Tuned = &r.Versions[i]
		default:
			doc.More = append(doc.More, v)
		}
		if v.Name != Naive && v.Time != (Spread{}) {
			doc.Ratios[v.Name], doc.CPURatios[v.Name] = v.Time, v.CPU
		}
	}
	return json.Marshal(doc)
}

// WriteJSON writes t as one document.
func WriteJSON(w io.Writer, t Table) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(t)
}
