package io.listwatch.testing.wrong.metrics;

/** Right: uses nobody. */
public record Gauge() {}
