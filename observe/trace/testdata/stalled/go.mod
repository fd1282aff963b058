module example.com/stalled

go 1.25
