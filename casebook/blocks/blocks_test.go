package blocks

import (
	"errors"
	"html"
	"strings"
	"testing"

	"al.essio.dev/pkg/shellescape"
	"github.com/dustin/go-humanize"
	"github.com/go-logfmt/logfmt"
	"github.com/prometheus/procfs"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/kit/appendfmt"
	kit "github.com/wring-go/wring/kit/procfs"
)

// TestSameAnswers compares what is compared for time, so that the same work is
// measured.
func TestSameAnswers(t *testing.T) {
	line, err := logfmt.MarshalKeyvals("msg", prose)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2]string{
		"segmentio": {string(appendfmt.JSON(nil, prose)),
			string(segmentio.AppendEscape(nil, prose, segmentio.EscapeHTML))},
		"html":    {string(appendfmt.HTML(nil, prose)), html.EscapeString(prose)},
		"Comma":   {string(appendfmt.Thousands(nil, 1234567, ",")), humanize.Comma(1234567)},
		"IBytes":  {string(appendfmt.Size(nil, 1536)), humanize.IBytes(1536)},
		"shell":   {string(appendfmt.Shell(nil, "two words")), shellescape.Quote("two words")},
		"sqlText": {string(appendfmt.SQLStandard(nil, prose)), string(sqlText(nil, prose))},
		"sqlBytes": {string(appendfmt.SQLStandard(nil, prose)),
			string(sqlBytes(nil, []byte(prose)))},
		"logfmt": {string(appendfmt.Logfmt([]byte("msg="), prose)), string(line)},
	} {
		// go-logfmt escapes < > and & as JSON does; the words are the same.
		plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
		if c[0] != c[1] && plain.Replace(c[1]) != c[0] {
			t.Errorf("%s:\n%s\n%s", name, c[0], c[1])
		}
	}
}

func TestCases(t *testing.T) {
	for _, c := range Cases() {
		if c.Setup != nil {
			stop, err := c.Setup(t.Context())
			if errors.Is(err, diary.ErrMissing) {
				t.Logf("%s: %v", c.Name, err)
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			defer stop()
		}
		for _, v := range c.Versions {
			for _, n := range []int{1, perReset + 1} {
				if err := v.Run(n); err != nil {
					t.Errorf("%s: %s: %v", c.Name, v.Name, err)
				}
			}
		}
	}
}

// TestSameFiles compares what the kit and the library read that does not change
// from one moment to the next.
func TestSameFiles(t *testing.T) {
	fs, err := procfs.NewDefaultFS()
	if err != nil {
		t.Skip(err)
	}
	theirMem, err1 := fs.Meminfo()
	theirStat, err2 := fs.Stat()
	theirStatus, err3 := selfStatus(fs)()
	theirNet, err4 := fs.NetDev()
	mem, err5 := kit.OpenMeminfo()
	stat, err6 := kit.OpenStat()
	status, err7 := kit.OpenStatus()
	net, err8 := kit.OpenNetDev()
	err = errors.Join(err1, err2, err3, err4, err5, err6, err7, err8)
	if err != nil {
		t.Fatal(err)
	}
	var m kit.Meminfo
	var s kit.Stat
	var st kit.Status
	var n kit.NetDev
	if err := errors.Join(mem.Read(&m), stat.Read(&s), status.Read(&st), net.Read(&n)); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string][2]any{
		"memory":     {m.MemTotal, *theirMem.MemTotalBytes},
		"start":      {s.BootTime, theirStat.BootTime},
		"processors": {len(s.CPUs), len(theirStat.CPU)},
		"process":    {st.Pid, uint64(theirStatus.PID)},
		"name":       {st.Name, theirStatus.Name},
		"interfaces": {len(n.Interfaces), len(theirNet)},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %v, and the library says %v", what, c[0], c[1])
		}
	}
}
