package io.listwatch.testing.wrong.util;

/** Wrong: a room nobody planned, and not marked. */
record Helper() {}
