package io.listwatch.testing.wrong.server.registry.verbs;

/** Right: uses nobody. */
public record Verb() {}
