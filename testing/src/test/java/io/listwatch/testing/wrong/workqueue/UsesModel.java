package io.listwatch.testing.wrong.workqueue;

import io.listwatch.testing.wrong.model.Note;

/** Wrong: workqueue stands alone. */
record UsesModel(Note note) {}
