package main

import (
	"os"
)

func main() {
	f, _ := os.Create(os.Args[1])
	large(1_000_000, 100_000, 1).Write(f)
	f.Close()
}
