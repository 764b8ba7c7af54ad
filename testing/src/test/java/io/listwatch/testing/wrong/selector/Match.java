package io.listwatch.testing.wrong.selector;

/** Right: has no dependencies. */
public record Match() {}
