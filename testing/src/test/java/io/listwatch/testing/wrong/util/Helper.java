package io.listwatch.testing.wrong.util;

/** Wrong: a package that the architecture does not name, and not null-marked. */
record Helper() {}
