package io.listwatch.testing.wrong.server.registry.conversion;

import io.listwatch.testing.wrong.server.registry.verbs.Verb;

/** Wrong: verbs may use conversion, not the reverse. */
record UsesVerbs(Verb verb) {}
