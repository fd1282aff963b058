module github.com/wring-go/wring/evaluation

go 1.26.0

require (
	github.com/DataDog/gostackparse v0.7.0
	github.com/chromedp/cdproto v0.159.0
	github.com/chromedp/chromedp v0.23.0
	github.com/go-chi/chi/v5 v5.5.0
	github.com/go-sql-driver/mysql v1.10.1
	github.com/lib/pq v1.12.3
	github.com/maruel/panicparse/v2 v2.5.0
	github.com/wring-go/wring v0.0.0-00010101000000-000000000000
	github.com/wring-go/wring/casebook v0.0.0-00010101000000-000000000000
	github.com/wring-go/wring/kit v0.0.0-00010101000000-000000000000
	golang.org/x/tools v0.52.0
)

require (
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

require (
	filippo.io/edwards25519 v1.2.0 // indirect
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/google/pprof v0.0.0-20260906184651-6331bc6350fe
	github.com/google/renameio/v2 v2.0.2 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.62.0
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da // indirect
)

replace (
	github.com/wring-go/wring => ../
	github.com/wring-go/wring/casebook => ../casebook
	github.com/wring-go/wring/kit => ../kit
)
