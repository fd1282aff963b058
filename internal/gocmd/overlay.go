package gocmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Files is the text of files by absolute path, in place of what is on disk. The
// files need not exist. A nil text stands for a file that is not there.
type Files map[string][]byte

// WriteOverlay puts the texts into dir, with the list of them that the go command
// reads with -overlay, and returns the list's name. The replacements of the list in
// the file more, "" for none, are added to it. Nothing is written outside dir.
func WriteOverlay(dir string, files Files, more string) (string, error) {
	replace := map[string]string{}
	if more != "" {
		if err := readOverlay(more, replace); err != nil {
			return "", err
		}
	}
	n := 0
	for name, text := range files {
		if text == nil {
			replace[name] = ""
			continue
		}
		n++
		file := filepath.Join(dir, fmt.Sprintf("%d_%s", n, filepath.Base(name)))
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return "", err
		}
		replace[name] = file
	}
	list, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o600)
}

// readOverlay adds the replacements of a list to replace.
func readOverlay(name string, replace map[string]string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var list struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for from, to := range list.Replace {
		replace[from] = to
	}
	return nil
}
