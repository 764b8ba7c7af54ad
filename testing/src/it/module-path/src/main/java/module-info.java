/**
 * Test fixtures that other modules share. The module is open so that JUnit can call the tests and
 * the extension can inject their fields.
 */
open module it.fixtures {
  requires io.listwatch.testing;
  requires java.net.http;

  exports it.fixtures;
}
