package io.listwatch.testing.wrong.server.registry.verbs;

/** Right: has no dependencies. */
public record Verb() {}
