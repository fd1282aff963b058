module github.com/wring-go/wring/casebook

go 1.26.0

require (
	al.essio.dev/pkg/shellescape v1.6.1
	github.com/dustin/go-humanize v1.1.0
	github.com/go-logfmt/logfmt v0.6.1
	github.com/go-sql-driver/mysql v1.10.1
	github.com/jokruger/slab v1.0.3
	github.com/petar-dambovaliev/aho-corasick v0.0.0-20211021192214-5ab2d9280aa9
	github.com/prometheus/procfs v0.23.0
	github.com/segmentio/encoding v0.5.4
	github.com/valyala/bytebufferpool v1.0.0
	github.com/wring-go/wring/kit v0.0.0-00010101000000-000000000000
	github.com/wundergraph/go-arena v1.3.0
	golang.org/x/net v0.62.0
	golang.org/x/sync v0.24.0
)

require (
	filippo.io/edwards25519 v1.2.0 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/wring-go/wring/kit => ../kit
