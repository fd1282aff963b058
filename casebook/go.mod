module github.com/wring-go/wring/casebook

go 1.26.0
