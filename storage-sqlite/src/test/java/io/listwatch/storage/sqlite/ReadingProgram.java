package io.listwatch.storage.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Holds a read transaction on a database until its input ends, as a long backup does. */
final class ReadingProgram {
  private ReadingProgram() {}

  /**
   * Writes a line once the transaction has its snapshot.
   *
   * @param arguments the database file
   */
  public static void main(String[] arguments) throws SQLException, IOException {
    try (var connection = new Database(Path.of(arguments[0])).openReader()) {
      connection.setAutoCommit(false);
      System.out.println(Database.number(connection, "SELECT count(*) FROM log"));
      System.in.transferTo(System.out);
    }
  }
}
