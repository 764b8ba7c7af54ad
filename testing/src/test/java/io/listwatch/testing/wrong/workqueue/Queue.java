package io.listwatch.testing.wrong.workqueue;

/** Right: has no dependencies. */
public record Queue() {}
