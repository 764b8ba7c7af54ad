package io.listwatch.testing.wrong.server.http;

/** Right: uses nobody. */
public record Handler() {}
