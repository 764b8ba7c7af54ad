package io.listwatch.testing.wrong.server.http.watch;

/** Right: uses nobody, and is API. */
public interface Promised {}
