module example.com/truth

go 1.25

require example.com/dep v1.0.0

replace example.com/dep => ./dep
