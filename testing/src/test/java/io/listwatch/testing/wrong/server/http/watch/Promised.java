package io.listwatch.testing.wrong.server.http.watch;

/** Right: has no dependencies, and is API. */
public interface Promised {}
