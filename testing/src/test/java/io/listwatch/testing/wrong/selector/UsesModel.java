package io.listwatch.testing.wrong.selector;

import io.listwatch.testing.wrong.model.Note;

/** Wrong: selector comes before model. */
record UsesModel(Note note) {}
