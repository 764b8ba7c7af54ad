package io.listwatch.testing.wrong.server.http;

/** Right: has no dependencies. */
public record Handler() {}
