package web_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/wring-go/wring/report/web"
)

// TestContrast proves that text can be read by the measure of WCAG AA: the colours
// of the style sheet on both backgrounds, and black on every frame of the graph.
func TestContrast(t *testing.T) {
	colours := regexp.MustCompile(`--(\w+): light-dark\((#\w{6}), (#\w{6})\)`)
	both := map[string][2]string{}
	for _, m := range colours.FindAllStringSubmatch(web.Style(), -1) {
		both[m[1]] = [2]string{m[2], m[3]}
	}
	for _, name := range []string{"text", "dim", "link", "good", "bad"} {
		for mode, colour := range both[name] {
			for _, back := range []string{both["back"][mode], both["soft"][mode]} {
				if c := contrast(t, colour, back); c < 4.5 {
					t.Errorf("%s %s on %s has a contrast of %.2f", name, colour, back, c)
				}
			}
		}
		if both[name][0] == "" {
			t.Errorf("the style sheet has no colour %q", name)
		}
	}
	if c := contrast(t, both["focus"][0], both["back"][0]); c < 3 {
		t.Errorf("the focus has a contrast of %.2f", c)
	}
	_, list, _ := strings.Cut(web.Script(), "const palette = [")
	list, _, _ = strings.Cut(list, "]")
	palette := regexp.MustCompile(`#\w{6}`).FindAllString(list, -1)
	if len(palette) < 6 {
		t.Fatalf("the palette is %q", list)
	}
	for _, colour := range append(palette, "#c9c9c9") {
		if c := contrast(t, "#000000", colour); c < 4.5 {
			t.Errorf("black on %s has a contrast of %.2f", colour, c)
		}
	}
}

// TestColourBlind proves that what must be told apart in a difference, grown,
// shrunk and the same, stays apart for those who lack a kind of cone.
func TestColourBlind(t *testing.T) {
	grown, shrunk, same := [3]float64{240, 138, 75}, [3]float64{90, 169, 230},
		[3]float64{201, 201, 201}
	wants(t, web.Script(), "orange = [240, 138, 75]", "blue = [90, 169, 230]", "grey = '#c9c9c9'")
	for name, see := range map[string][3][3]float64{ // Viénot, Brettel and Mollon, 1999
		"protanopia":   {{0.11, 0.89, 0}, {0.11, 0.89, 0}, {0.004, -0.004, 1}},
		"deuteranopia": {{0.29, 0.71, 0}, {0.29, 0.71, 0}, {-0.02, 0.02, 1}},
	} {
		for _, pair := range [][2][3]float64{{grown, shrunk}, {grown, same}, {shrunk, same}} {
			sum := 0.0
			for _, row := range see {
				d := 0.0
				for i := range row {
					d += row[i] * (linear(pair[0][i]) - linear(pair[1][i]))
				}
				sum += d * d
			}
			if apart := math.Sqrt(sum); apart < 0.2 {
				t.Errorf("with %s, %v and %v are %.2f apart", name, pair[0], pair[1], apart)
			}
		}
	}
}

// linear turns a channel of sRGB, 0 to 255, into light.
func linear(c float64) float64 {
	c /= 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// contrast is the ratio of WCAG 2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(colour string) float64 {
		var r, g, blue int
		if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &blue); err != nil {
			t.Fatalf("%q is no colour: %v", colour, err)
		}
		return 0.2126*linear(float64(r)) + 0.7152*linear(float64(g)) + 0.0722*linear(float64(blue))
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
