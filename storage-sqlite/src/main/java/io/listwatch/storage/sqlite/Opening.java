package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import io.listwatch.storage.sqlite.RevisionFile.State;
import java.io.IOException;
import java.sql.SQLException;

/** Opens a database: creates or checks its file, runs {@link Recovery} and measures its size. */
final class Opening {
  private Opening() {}

  static Recovery.Result run(DataDirectory directory, Database database, Quota quota) {
    var failures = new Failures(directory.path());
    try {
      DatabaseFile.prepare(directory);
      return open(directory, database, quota);
    } catch (SQLException e) {
      throw failures.explain(e);
    } catch (IOException e) {
      throw new StorageException(
          directory.path()
              + ": cannot be read or written ("
              + e
              + "; expected: a directory whose files this user may read and write)",
          e);
    }
  }

  private static Recovery.Result open(DataDirectory directory, Database database, Quota quota)
      throws SQLException, IOException {
    WriteSession session = WriteSession.open(database);
    boolean opened = false;
    try {
      var revisions = new RevisionFile(directory.path());
      DatabaseFile.check(session, directory.database(), !wasClosed(revisions));
      var result = Recovery.run(session, revisions);
      quota.measure(session);
      session.commit();
      opened = true;
      return result;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  private static boolean wasClosed(RevisionFile revisions) {
    return revisions.read().filter(mark -> mark.state() == State.CLOSED).isPresent();
  }
}
