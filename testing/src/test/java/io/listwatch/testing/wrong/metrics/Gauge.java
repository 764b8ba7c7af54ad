package io.listwatch.testing.wrong.metrics;

/** Right: has no dependencies. */
public record Gauge() {}
