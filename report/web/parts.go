package web

import (
	"embed"
	"strings"
	"sync"
)

// The parts of the page.
var (
	//go:embed page.html
	pageText string
	//go:embed style.css
	styleText string
	//go:embed script
	scriptFiles embed.FS
)

// scriptNames are the parts of the script, what is used first.
var scriptNames = []string{"page", "calls", "frames", "address", "picture", "words", "views",
	"controls", "keys", "load"}

// scriptText is the script as browsers get it: one function, without the comments
// and the indentation of its sources. No text in them goes over a line's end.
var scriptText = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString("'use strict';\n(() => {\n")
	for _, name := range scriptNames {
		data, err := scriptFiles.ReadFile("script/" + name + ".js")
		if err != nil {
			panic("web: the program lacks a part of its page: " + err.Error())
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if line != "" && !strings.HasPrefix(line, "//") {
				b.WriteString(line + "\n")
			}
		}
	}
	b.WriteString("})();\n")
	return b.String()
})

// Style returns the style sheet of the page.
func Style() string { return styleText }

// Script returns the script of the page.
func Script() string { return scriptText() }
