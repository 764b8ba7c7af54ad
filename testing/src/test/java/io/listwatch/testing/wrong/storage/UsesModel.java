package io.listwatch.testing.wrong.storage;

import io.listwatch.testing.wrong.model.Note;

/** Wrong: storage and core do not know each other. */
record UsesModel(Note note) {}
