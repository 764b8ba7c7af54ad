package io.listwatch.testing.wrong.server.http.watch;

/** Right: uses nobody. */
public record Stream() {}
