package io.listwatch.testing.wrong.storage;

import io.listwatch.testing.wrong.model.Note;

/** Wrong: storage and core must not use each other. */
record UsesModel(Note note) {}
