package io.listwatch.testing.wrong.workqueue;

/** Right: uses nobody. */
public record Queue() {}
