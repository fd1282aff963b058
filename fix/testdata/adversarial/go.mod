module example.com/adversarial

go 1.25
