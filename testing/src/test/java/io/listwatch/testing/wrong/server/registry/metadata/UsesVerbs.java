package io.listwatch.testing.wrong.server.registry.metadata;

import io.listwatch.testing.wrong.server.registry.verbs.Verb;

/** Wrong: verbs come before metadata. */
record UsesVerbs(Verb verb) {}
