package appendfmt_test

import (
	"fmt"
	"os"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

var when = time.Date(2026, 3, 21, 9, 5, 7, 250_000_400, time.FixedZone("", 2*60*60))

func ExampleDate() {
	fmt.Printf("%s\n", appendfmt.Date(nil, when))
	// Output: 2026-03-21
}

func ExampleDateTime() {
	fmt.Printf("%s\n", appendfmt.DateTime(nil, when, appendfmt.Auto))
	fmt.Printf("%s\n", appendfmt.DateTime(nil, when, 0))
	fmt.Printf("%s\n", appendfmt.DateTime(nil, when, 6))
	fmt.Printf("%s\n", appendfmt.DateTime(nil, time.Time{}, 0))
	// Output:
	// 2026-03-21 09:05:07.25
	// 2026-03-21 09:05:07
	// 2026-03-21 09:05:07.250000
	// 0000-00-00 00:00:00
}

func ExampleTimestamp() {
	fmt.Printf("%s\n", appendfmt.Timestamp(nil, when, time.UTC, 3))
	// Output: 2026-03-21 07:05:07.250
}

func ExampleTime() {
	fmt.Printf("%s\n", appendfmt.Time(nil, 27*time.Hour+90*time.Second, 0))
	fmt.Printf("%s\n", appendfmt.Time(nil, -1500*time.Millisecond, appendfmt.Auto))
	// Output:
	// 27:01:30
	// -00:00:01.5
}

func ExampleRFC3339() {
	fmt.Printf("%s\n", appendfmt.RFC3339(nil, when, appendfmt.Auto))
	fmt.Printf("%s\n", appendfmt.RFC3339(nil, when.UTC(), 3))
	// Output:
	// 2026-03-21T09:05:07.2500004+02:00
	// 2026-03-21T07:05:07.250Z
}

func ExampleHTTPDate() {
	fmt.Printf("Last-Modified: %s\n", appendfmt.HTTPDate(nil, when))
	// Output: Last-Modified: Sat, 21 Mar 2026 07:05:07 GMT
}

func ExampleDuration() {
	fmt.Printf("%s\n", appendfmt.Duration(nil, 90*time.Minute+1500*time.Microsecond))
	// Output: 1h30m0.0015s
}

func ExampleFixed() {
	cents := int64(-1205)
	fmt.Printf("%s\n", appendfmt.Fixed(nil, cents, 2))
	fmt.Printf("%s\n", appendfmt.Fixed(nil, 7, 3))
	// Output:
	// -12.05
	// 0.007
}

func ExampleThousands() {
	fmt.Printf("%s\n", appendfmt.Thousands(nil, 1234567, ","))
	fmt.Printf("%s\n", appendfmt.Thousands(nil, -999, "."))
	// Output:
	// 1,234,567
	// -999
}

func ExampleSize() {
	fmt.Printf("%s, %s\n", appendfmt.Size(nil, 1536), appendfmt.Size(nil, 1<<20-1))
	// Output: 1.5 KiB, 1.0 MiB
}

func ExampleSizeSI() {
	fmt.Printf("%s, %s\n", appendfmt.SizeSI(nil, 1536), appendfmt.SizeSI(nil, 82_854_982))
	// Output: 1.5 kB, 83 MB
}

func ExampleHex() {
	fmt.Printf("%s\n", appendfmt.Hex(nil, "ok\n"))
	// Output: 6f6b0a
}

func ExampleHexDump() {
	os.Stdout.Write(appendfmt.HexDump(nil, "GET / HTTP/1.1\r\nHost: example.com\r\n"))
	// Output:
	// 00000000  47 45 54 20 2f 20 48 54  54 50 2f 31 2e 31 0d 0a  |GET / HTTP/1.1..|
	// 00000010  48 6f 73 74 3a 20 65 78  61 6d 70 6c 65 2e 63 6f  |Host: example.co|
	// 00000020  6d 0d 0a                                          |m..|
}

func ExampleSQL() {
	fmt.Printf("%s\n", appendfmt.SQL(nil, `it's a \`))
	// Output: 'it\'s a \\'
}

func ExampleSQLStandard() {
	fmt.Printf("%s\n", appendfmt.SQLStandard(nil, `it's a \`))
	// Output: 'it''s a \'
}

func ExampleSQLName() {
	fmt.Printf("SELECT * FROM %s\n", appendfmt.SQLName(nil, "odd`name"))
	// Output: SELECT * FROM `odd``name`
}

func ExampleJSON() {
	fmt.Printf("%s\n", appendfmt.JSON(nil, "a \"b\"\n</script>"))
	// Output: "a \"b\"\n\u003c/script\u003e"
}

func ExampleHTML() {
	fmt.Printf("<p>%s</p>\n", appendfmt.HTML(nil, `1 < 2 & "so on"`))
	// Output: <p>1 &lt; 2 &amp; &#34;so on&#34;</p>
}

func ExampleURLQuery() {
	fmt.Printf("/search?q=%s\n", appendfmt.URLQuery(nil, "salt & pepper"))
	// Output: /search?q=salt+%26+pepper
}

func ExampleURLPath() {
	fmt.Printf("/users/%s\n", appendfmt.URLPath(nil, "a/b c"))
	// Output: /users/a%2Fb%20c
}

func ExampleLogfmt() {
	line := appendfmt.Logfmt([]byte("msg="), "not found")
	line = appendfmt.Logfmt(append(line, " path="...), "/img")
	fmt.Printf("%s\n", line)
	// Output: msg="not found" path=/img
}

func ExampleGoString() {
	fmt.Printf("%s\n", appendfmt.GoString(nil, []byte("a\t\xff")))
	// Output: "a\t\xff"
}

func ExampleShell() {
	fmt.Printf("ls %s %s\n", appendfmt.Shell(nil, "notes.txt"), appendfmt.Shell(nil, "it's $5"))
	// Output: ls notes.txt 'it'\''s $5'
}
