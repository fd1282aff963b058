module github.com/wring-go/wring/casebook

go 1.26.0

require (
	github.com/go-sql-driver/mysql v1.10.1
	github.com/wring-go/wring/kit v0.0.0-00010101000000-000000000000
	golang.org/x/sync v0.24.0
)

require filippo.io/edwards25519 v1.2.0 // indirect

replace github.com/wring-go/wring/kit => ../kit
