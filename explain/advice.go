package explain

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wring-go/wring/alloc"
	names "github.com/wring-go/wring/internal/symbol"
)

// advise notes at each finding for which no technique has a proposal what a human would
// do there. It is advice only where the finding itself shows that it fits: by its cause,
// its type, how many objects one operation makes, and where the compiler says that they
// go.
func advise(findings []alloc.Finding) {
	for i := range findings {
		f := &findings[i]
		if len(f.Techniques) > 0 || f.Objects == f.FirstUse {
			continue
		}
		if a, ok := adviceFor(f); ok {
			a.Objects = a.Objects * recurring(f)
			f.Advice = &a
		}
	}
}

// recurring is the objects of an operation, summed over the benchmarks, that a finding
// has each time.
func recurring(f *alloc.Finding) float64 {
	sum := 0.0
	for _, r := range f.PerOp {
		sum += r.Objects
	}
	return sum
}

// most returns the objects of one operation of the benchmark that has the most.
func most(f *alloc.Finding) float64 {
	n := 0.0
	for _, r := range f.PerOp {
		n = max(n, r.Objects)
	}
	return n
}

// many is how many objects an operation must make before it is worth it to make them
// together, or to keep them.
const many = 4

// adviceFor returns the advice for a finding; its Objects are the part of the
// finding's objects that it can remove at most.
func adviceFor(f *alloc.Finding) (alloc.Advice, bool) {
	n := most(f)
	each := fmt.Sprintf("one operation makes %.4g", n)
	switch {
	case slices.Contains([]string{"json-encode", "json-decode", "xml-codec", "gob-codec",
		"csv-codec", "binary-codec", "reflection"}, f.Cause):
		return alloc.Advice{Kind: alloc.AdviceLibrary, Objects: 1, Evidence: each,
			Text: "a codec that is generated for the type needs no reflection; " +
				"or decode into a value that the caller reuses"}, true
	case f.Cause == "log-call":
		return alloc.Advice{Kind: alloc.AdviceLibrary, Objects: 1, Evidence: each,
			Text: "log by typed attributes (slog.Logger.LogAttrs), and ask Enabled first"}, true
	case slices.Contains([]string{"regexp-compile", "template-parse", "replacer-build",
		"time-parse", "url-parse"}, f.Cause):
		return alloc.Advice{Kind: alloc.AdviceCache, Objects: 1, Evidence: each,
			Text: "keep what was made in a bounded cache by the text that it was made from"}, true
	case f.Cause == "error-value" && n > 0:
		return alloc.Advice{Kind: alloc.AdviceCache, Objects: 1, Evidence: each,
			Text: "return an error that is made once, if its text need not vary"}, true
	case f.Cause == "string-bytes-conversion" && f.Type == "string" && n >= many:
		return alloc.Advice{Kind: alloc.AdviceIntern, Objects: 1, Evidence: each,
			Text: "if the texts repeat, look the bytes up in a map of those that are known " +
				"(m[string(b)] copies nothing) and convert only new ones"}, true
	case isText(f.Type) && isReturned(f) && exported(f.Func):
		name := twin(f.Func)
		return alloc.Advice{Kind: alloc.AdviceAppendTwin, Objects: 1,
			Evidence: "its result is returned to callers of an exported function",
			Text: fmt.Sprintf("add %s(dst []byte, ...) []byte, let %s call it and mark that "+
				"//go:fix inline, so that callers with a buffer allocate nothing",
				name, names.Short(f.Func))}, true
	case ownStruct(f) && n >= many:
		return alloc.Advice{Kind: alloc.AdviceArena, Objects: 1 - 1/n, Evidence: each,
			Text: fmt.Sprintf("take the %s of an operation from one []%s, or from an arena if "+
				"they die together", bare(f.Type), bare(f.Type))}, true
	case slices.Contains([]string{"slice-make", "read-all", "buffer-grows", "line-read",
		"large-object"}, f.Cause) && n >= 1 && isText(f.Type):
		return alloc.Advice{Kind: alloc.AdviceBuffer, Objects: 1, Evidence: each,
			Text: "let the caller hand in a buffer that it keeps from one call to the next"}, true
	}
	return alloc.Advice{}, false
}

func isText(typ string) bool { return typ == "string" || typ == "[]uint8" || typ == "[]byte" }

// ownStruct reports whether what is allocated is of a named type of the package whose
// line allocates it: others make theirs as they like.
func ownStruct(f *alloc.Finding) bool {
	pkg, _, named := strings.Cut(bare(f.Type), ".")
	return named && pkg == path.Base(f.Package) && !strings.ContainsAny(bare(f.Type), "[]{}() ") &&
		(f.Leaf.Func == "" || f.Leaf.Func == f.Func)
}

func bare(typ string) string { return strings.TrimPrefix(typ, "*") }

// isReturned reports whether the compiler says that a value flows into a result.
func isReturned(f *alloc.Finding) bool {
	return slices.ContainsFunc(f.Reasons, func(r string) bool {
		return strings.Contains(r, "flow: ~r") || strings.HasSuffix(r, "(return)")
	})
}

// exported reports whether callers in other packages can name a function.
func exported(fn string) bool {
	if strings.HasPrefix(fn, "main.") {
		return false
	}
	for part := range strings.SplitSeq(names.Source(fn), ".") {
		if r, _ := utf8.DecodeRuneInString(part); !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// twin names the function that appends: AppendText for Text.
func twin(fn string) string {
	name := names.Source(fn)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i+1] + "Append" + name[i+1:]
	}
	return "Append" + name
}
