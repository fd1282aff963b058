package text

import (
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// footer writes how far the table can be trusted, what it leaves out, and what
// to type next.
func (p *page) footer(groups []*group, weightless int) {
	p.blank()
	if p.opt.By == "cause" {
		p.coverage()
	}
	if p.opt.By == "technique" {
		p.prose(table.Text(table.Dim, "  "), table.Dim,
			"a site that several techniques could help counts for each of them")
	}
	p.advised(p.Sites, advisedRows)
	p.balance()
	p.firstUse(weightless)
	p.lost(p.Lost)
	p.warnings()
	p.next(groups)
}

func (p *page) coverage() {
	c := p.opt.Coverage
	if c == (Coverage{}) {
		return
	}
	label := table.Text(table.Cyan, "◆ ")
	p.prose(label, table.Plain, ofWhole(c.Named, c.Objects)+" have a cause other than unknown")
	p.prose(label, table.Plain, ofWhole(c.Grounded, c.Own)+" that lines of your packages"+
		" allocate themselves carry the compiler's reason, or a cause that is not an escape")
}

func ofWhole(part, whole uint64) string {
	return table.Percent(float64(part), float64(whole)) + ": " + table.Integer(part) +
		" of " + table.Integer(whole) + " objects"
}

// balance writes whether what was booked is what the runtime counted.
func (p *page) balance() {
	if len(p.Benchmarks) == 0 {
		return
	}
	var objects, bytes, runtimeObjects, runtimeBytes uint64
	var wrong []alloc.Benchmark
	for _, b := range p.Benchmarks {
		objects += b.Objects
		bytes += b.Bytes
		runtimeObjects += b.RuntimeObjects
		runtimeBytes += b.RuntimeBytes
		if !balanced(b) {
			wrong = append(wrong, b)
		}
	}
	if !p.Exact {
		p.prose(table.Text(table.Yellow, "~ "), table.Yellow, "sampled: "+
			table.Integer(objects)+" objects and "+table.Integer(bytes)+" bytes are estimates")
		return
	}
	booked := table.Integer(objects) + " of " + table.Integer(runtimeObjects) +
		" objects booked, " + table.Integer(bytes) +
		" of " + table.Integer(runtimeBytes) + " bytes: "
	if len(wrong) == 0 {
		p.prose(table.Text(table.Green, "✓ "), table.Green, booked+"the books balance")
		return
	}
	p.prose(table.Text(table.Red, "✗ "), table.Red, booked+"the books do not balance")
	p.unbalanced(wrong)
}

// listed is how many of a kind of trouble are listed one by one.
const listed = 8

func (p *page) unbalanced(wrong []alloc.Benchmark) {
	for i, b := range wrong {
		if i == listed {
			p.line(table.Text(table.Red, "    … and "+
				count(uint64(len(wrong)-listed), "more "+sections(p.Report))))
			break
		}
		difference := missing(b.UnaccountedObjects, "object") + ", " +
			missing(b.UnaccountedBytes, "byte")
		p.prose(table.Text(table.Red, "    "), table.Red, section(b)+": "+difference)
	}
}

// missing says how far wring's count is from the runtime's.
func missing(unaccounted int64, noun string) string {
	switch {
	case unaccounted > 0:
		return count(uint64(unaccounted), noun) + " missing"
	case unaccounted < 0:
		return count(-uint64(unaccounted), noun) + " too many"
	}
	return "all " + noun + "s there"
}

func (p *page) firstUse(weightless int) {
	var objects, bytes uint64
	for _, b := range p.Benchmarks {
		objects += b.FirstUseObjects
		bytes += b.FirstUseBytes
	}
	if objects == 0 || !p.scale.perOp {
		return
	}
	text := "first use: " + count(objects, "object") + ", " + count(bytes, "byte") +
		" do not recur with each operation and are left out above"
	if weightless > 0 {
		text += "; " + onlyThen(weightless)
	}
	p.prose(table.Text(table.Dim, "· "), table.Dim, text)
}

func onlyThen(sites int) string {
	if sites == 1 {
		return "1 site allocates only then"
	}
	return count(uint64(sites), "site") + " allocate only then"
}

// alike is how many warnings of one kind are printed in full.
const alike = 2

// warnings tells the warnings, and of many of one kind the first and how many
// more there are.
func (p *page) warnings() {
	told := make(map[string]int)
	var codes []string
	for _, warning := range alikes(p.Warnings) {
		code := string(warning.Code)
		told[code]++
		if told[code] == alike+1 {
			codes = append(codes, code)
		}
		if told[code] > alike {
			continue
		}
		text := warning.Text
		if !strings.Contains(text, code) {
			text = code + ": " + text
		}
		p.prose(table.Text(table.Yellow, "! "), table.Plain, text)
	}
	for _, code := range codes {
		more := count(uint64(told[code]-alike), "more warning")
		p.line(table.Text(table.Yellow, "! … and "+more+" of "+code+": -json shows all"))
	}
}

// next writes commands that lead on from here.
func (p *page) next(groups []*group) {
	var t table.Table
	t.Columns = []table.Column{{}, {Min: 20}}
	add := func(command, purpose string) {
		t.Rows = append(t.Rows, table.Row{Cells: []table.Line{
			table.Text(table.Dim, "→ ").Add(table.Bold, command),
			table.Text(table.Dim, purpose),
		}})
	}
	if len(groups) == 0 {
		return
	}
	heaviest := groups[0]
	site := heaviest.sites[0]
	handle, story := heaviest.handle(p.opt.By), "the whole story of "
	if handle == place(site) {
		story += "this line"
	} else {
		story += table.CutStart(place(site), 40)
	}
	add(p.command("why", handle), story)
	if site.Cause != "" {
		add("wring help "+site.Cause, p.purpose(site.Cause))
	}
	if p.opt.By == "line" && len(groups) > 1 {
		add(p.command("top", "-by", "cause"), "the same, by what is wrong")
	}
	p.blank()
	p.table(t)
}

// command returns the command line of what to ask next.
func (p *page) command(verb string, args ...string) string {
	words := append([]string{"wring", verb}, args...)
	if p.opt.Command != nil {
		words = p.opt.Command(verb, args...)
	}
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}

// purpose says what the page of a cause is about.
func (p *page) purpose(cause string) string {
	if p.opt.Page != nil {
		if title, _ := p.opt.Page(cause); title != "" {
			return title
		}
	}
	return "what happens there, when it is fine, what helps"
}

// quoted returns an argument as a shell needs it.
func quoted(arg string) string {
	if strings.ContainsAny(arg, "()*[]{}<>|&;$`\"'\\?~# \t") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return arg
}
