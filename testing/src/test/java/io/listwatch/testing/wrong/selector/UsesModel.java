package io.listwatch.testing.wrong.selector;

import io.listwatch.testing.wrong.model.Note;

/** Wrong: model may use selector, not the reverse. */
record UsesModel(Note note) {}
