module github.com/wring-go/wring/casebook

go 1.26.0

require github.com/wring-go/wring/kit v0.0.0

replace github.com/wring-go/wring/kit => ../kit
