package arenalist

import (
	"context"
	"os"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
)

func TestTmp(t *testing.T) {
	tb, err := diary.Measure(context.Background(), Cases(), diary.Options{Rounds: 9})
	if err != nil {
		t.Fatal(err)
	}
	diary.WriteText(os.Stdout, tb)
}
