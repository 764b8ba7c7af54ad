package io.listwatch.testing.wrong.selector;

/** Right: uses nobody. */
public record Match() {}
