package io.listwatch.testing.wrong.server.http.watch;

/** Right: has no dependencies. */
public record Stream() {}
