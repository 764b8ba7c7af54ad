package io.listwatch.testing.wrong.server.registry.conversion;

import io.listwatch.testing.wrong.server.registry.verbs.Verb;

/** Wrong: verbs come before conversion. */
record UsesVerbs(Verb verb) {}
