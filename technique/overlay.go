package technique

// WithOverlay returns the techniques as they must be asked about packages that
// were loaded with an overlay: [Text] then gives the text of the overlay's
// files, not what is on disk.
func WithOverlay(list []Technique, overlay map[string][]byte) []Technique {
	wrapped := make([]Technique, len(list))
	for i, t := range list {
		t.overlay = overlay
		wrapped[i] = t
	}
	return wrapped
}
