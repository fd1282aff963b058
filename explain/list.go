package explain

import (
	"embed"
	"strings"
)

// pages holds the text of every cause, one file each.
//
//go:embed pages/*.md
var pages embed.FS

// rules lists the causes in order of precedence: where several match, the
// first one names the site. The order within each group matters only where a
// comment says so.
func rules() []rule {
	return []rule{
		// True of the whole chain, whatever was made at its end. What the
		// runtime needs has nothing to do with the line that it interrupts.
		// A pool that misses is the news, on first use or with each operation,
		// whatever its New makes. That the path failed tells more than what the
		// failure is made of.
		runtimeWork(), syncPoolMiss(),
		errorValue(),

		// What a function that the line calls is known for. They are asked
		// from the outermost call inwards, so the order between them matters
		// only for functions that several claim: the special before the
		// general (a logger and a scanner are also in fmt's or io's family).
		regexpCompile(), regexpMatch(),
		replacerBuild(),
		stringSplit(), stringJoin(), stringReplace(), caseMapping(), cloneCall(),
		iteratorCollect(), htmlEscape(),
		strconvFormat(),
		formatScan(), formatCall(), logCall(),
		templateParse(), templateExecute(),
		jsonEncode(), jsonDecode(), xmlCodec(), csvCodec(), gobCodec(), binaryCodec(),
		baseEncoding(),
		timeFormat(), timeParse(), timer(),
		readAll(), ioCopy(), lineRead(), bufioNew(),
		builderGrows(), bufferGrows(),
		compressorState(), tlsConnection(), hashState(), randomSource(), bigNumber(),
		urlParse(), httpHeader(), httpMessage(), databaseCall(),
		netAddress(), networkIO(),
		fileAccess(), pathBuild(), contextDerive(),
		sortCall(), containerElement(), syncMap(), uniqueValue(), stackTrace(),
		iteratorPull(), sourceCode(),
		benchmarkHarness(),
		reflection(), // last of the calls: json and fmt are made of it

		// What the code of the leaf does. First what only some lines do: the
		// statement says more than the closure that the compiler makes for it.
		goroutineStart(), deferInLoop(),
		methodValueRule(), closureRule(), variadicSlice(), sliceLiteralRule(),
		boxedArgument(),

		// The same act, the stranger reason first.
		bigTemporary(), stringConcat(), stringBytesConversion(),
		largeObject(), appendGrows(), sliceMake(),
		mapIteration(), mapGrows(), mapMake(),
		channelMake(), channelWait(), finalizer(), typeAssertion(), panicValue(),
		runtimeReading(),

		// A new object. One that a function of others makes is theirs: how it
		// reaches the heap there does not help the line that calls it. In the
		// own code, that it is returned says more than how it is written.
		libraryObject(), returnedPointer(), escapingLiteral(), escapingVariable(),

		unknown(),
	}
}

// Causes returns all causes in order of precedence.
func Causes() []Cause {
	var causes []Cause
	for _, r := range rules() {
		causes = append(causes, r.Cause)
	}
	return causes
}

// Lookup returns the cause called name.
func Lookup(name string) (Cause, bool) {
	for _, c := range Causes() {
		if c.Name == name {
			return c, true
		}
	}
	return Cause{}, false
}

// cause returns the cause called name. Its page is pages/NAME.md, whose first
// line is the title; a test checks that there is one.
func cause(name string) Cause {
	page, _ := pages.ReadFile("pages/" + name + ".md")
	first, _, _ := strings.Cut(string(page), "\n")
	return Cause{Name: name, Title: strings.TrimPrefix(first, "# "), Page: string(page)}
}
