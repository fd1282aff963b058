package sqlsource

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
)

// TestBroken reads programs with lines missing, cut or twice: what does not compile
// is no reason to fail, and what is left is still found.
func TestBroken(t *testing.T) {
	files := archive(t, "testdata/program.txtar")
	truth := archive(t, "testdata/truth.txtar")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		for name, data := range truth {
			dir, base := path.Split(name)
			files[fmt.Sprintf("m%d/%s%s", i, dir, base)] = mutate(random, data)
		}
	}
	maps.Copy(files, truth)
	list, problems, err := Find(t.Context(), testenv.Module(t, files), []string{"./..."})
	if err != nil || len(problems) == 0 {
		t.Fatal(err, "nothing was broken")
	}
	whole := 0
	for _, s := range list {
		if _, ok := truth[s.File]; ok {
			whole++
		}
	}
	if whole == 0 {
		t.Error("nothing is found in the packages that are whole")
	}
}

// mutate damages some lines below the package clause.
func mutate(random *rand.Rand, data string) string {
	lines := strings.Split(data, "\n")
	for range 4 {
		i := 8 + random.IntN(max(1, len(lines)-9))
		if i >= len(lines) {
			continue
		}
		switch random.IntN(3) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] = lines[i][:random.IntN(len(lines[i])+1)]
		case 2:
			lines[i] += strings.NewReplacer("(", "(nothing, ", "\"", "").Replace(lines[i])
		}
	}
	return strings.Join(lines, "\n")
}
