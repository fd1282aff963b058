module github.com/wring-go/wring/kit

go 1.25.0
