package io.listwatch.testing.wrong.model;

import io.listwatch.testing.wrong.selector.Match;

/** Right: model may use selector. */
public record Note(Match match) {}
