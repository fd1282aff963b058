package collector

import (
	"math"
	"testing"
)

// TestPredict meets a program that behaves as one does in theory, and one whose
// cycles grow more expensive.
func TestPredict(t *testing.T) {
	for _, exponent := range []float64{1, 0.8} {
		share := func(gogc int) float64 {
			ratio := 0.3 * math.Pow(float64(gogc)/100, -exponent)
			return ratio / (1 + ratio)
		}
		var points []Point
		for _, gogc := range []int{800, 50, 100, 200, 400} {
			s, m := share(gogc), float64(20<<20)*(1+float64(gogc)/100)
			points = append(points, Point{Setting: Setting{GOGC: gogc},
				Share: Interval{s, s, s}, Peak: Interval{m, m, m}})
		}
		points = append(points, Point{Setting: Setting{GOGC: 300, Limit: 1}})
		for _, gogc := range []int{75, 150, 300, 600, 1000} {
			p, err := Predict(points, gogc)
			if err != nil {
				t.Fatal(err)
			}
			want := float64(20<<20) * (1 + float64(gogc)/100)
			if math.Abs(p.Share.Median-share(gogc)) > 1e-9 || math.Abs(p.Peak.Median-want) > 1 {
				t.Errorf("GOGC=%d: %+v, want %v and %v", gogc, p, share(gogc), want)
			}
			if p.Outside != (gogc > 800) {
				t.Errorf("GOGC=%d is outside: %v", gogc, p.Outside)
			}
		}
	}
	if _, err := Predict([]Point{{Setting: Setting{GOGC: 100}}}, 200); err == nil {
		t.Error("one point is enough for a prediction")
	}
}

// TestPredictNoise meets a program whose cycles fall on a bent line, exactly, and whose
// shares are off by a tenth, in every combination: the prediction follows the bend of the
// cycles, and less of the noise than a bend through the shares does.
func TestPredictNoise(t *testing.T) {
	tried := []int{50, 100, 200, 400}
	cycles := func(gogc int) float64 {
		x := math.Log(float64(gogc) / 100)
		return math.Exp(4 - x - 0.2*x*x)
	}
	ratio := func(gogc int) float64 { return cycles(gogc) * 0.004 }
	worst, bent := 0.0, 0.0
	for noise := range 1 << len(tried) {
		var points []Point
		var logs []float64
		for i, gogc := range tried {
			r := ratio(gogc) * (1 + 0.1*float64(2*(noise>>i&1)-1))
			s := r / (1 + r)
			logs = append(logs, math.Log(r))
			points = append(points, Point{Setting: Setting{GOGC: gogc},
				Share: Interval{s, s, s}, Cycles: Interval{Median: cycles(gogc)}})
		}
		for _, gogc := range []int{75, 150, 300} {
			p, err := Predict(points, gogc)
			if err != nil {
				t.Fatal(err)
			}
			got := p.Share.Median / (1 - p.Share.Median)
			worst = max(worst, math.Abs(got/ratio(gogc)-1))
			got = math.Exp(bend(points, logs, gogc, 3))
			bent = max(bent, math.Abs(got/ratio(gogc)-1))
		}
	}
	if worst > 0.12 || worst > 0.95*bent {
		t.Errorf("off by up to %.3f, a bend through the shares by %.3f", worst, bent)
	}
}

// TestKnee finds where the curve bends, and none in a line.
func TestKnee(t *testing.T) {
	curve := func(shares ...float64) []Point {
		var points []Point
		for i, s := range shares {
			points = append(points, Point{Setting: Setting{GOGC: 100 * (i + 1)},
				Share: Interval{Median: s}, Peak: Interval{Median: float64(i + 1)}})
		}
		return points
	}
	for _, c := range []struct {
		points []Point
		want   int
	}{
		{curve(0.4, 0.2, 0.18, 0.16, 0.14), 1}, {curve(0.4, 0.3, 0.2, 0.1), -1},
		{curve(0.1, 0.2, 0.3), -1}, {curve(0.4, 0.2), -1}, {nil, -1},
	} {
		if got := Knee(c.points); got != c.want {
			t.Errorf("%d, want %d", got, c.want)
		}
	}
}

// TestAdvise says what fits into a box, and that code can do what a knob does.
func TestAdvise(t *testing.T) {
	r := Report{Box: 100 << 20, Sites: []Site{{Bytes: 0.5, Techniques: []string{"prealloc"}}}}
	for i, share := range []float64{0.4, 0.2, 0.18, 0.16} {
		peak := float64(int64(40*(i+1)) << 20)
		r.Points = append(r.Points, Point{Setting: Setting{GOGC: 100 << i},
			Share: Interval{share, share, share}, Peak: Interval{peak, peak, peak},
			Cycles: Interval{Median: 50}})
	}
	r.Advise()
	want := []string{"gogc", "box", "code"}
	if len(r.Advice) != len(want) {
		t.Fatalf("%+v", r.Advice)
	}
	for i, a := range r.Advice {
		if a.Code != want[i] {
			t.Errorf("%+v, want %s", a, want[i])
		}
	}
	if a := r.Advice[1]; a.Text != "in 100MiB: GOGC=200 GOMEMLIMIT=90MiB" {
		t.Error(a.Text)
	}
	r.Box = 30 << 20
	if r.Advise(); r.Advice[1].Code != "box" || r.Advice[1].Text[:8] != "30MiB is" {
		t.Errorf("%+v", r.Advice[1])
	}
}

// TestRewritten takes the bytes of two lines of three from the cycles: a collector with
// half of the CPU then has a third, if they are half of the bytes.
func TestRewritten(t *testing.T) {
	r := Report{Points: []Point{{Share: Interval{0.4, 0.5, 0.6}}, {Share: Interval{0, 0, 0}}},
		Sites: []Site{{Bytes: 0.2, Techniques: []string{"prealloc"}}, {Bytes: 0.5},
			{Bytes: 0.3, Techniques: []string{"syncpool", "prealloc"}}}}
	got := r.Rewritten()
	if len(got) != 2 || math.Abs(got[0].Median-1./3) > 1e-9 || got[0].Low >= got[0].Median ||
		got[0].High <= got[0].Median || got[1].High != 0 {
		t.Errorf("%v", got)
	}
	r.Sites = r.Sites[1:2]
	if got := r.Rewritten(); got != nil {
		t.Errorf("without a technique: %v", got)
	}
}
