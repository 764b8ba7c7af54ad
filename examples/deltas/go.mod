module listwatch.io/examples/deltas

go 1.21
