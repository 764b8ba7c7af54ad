/**
 * What the tests of other modules share. It is open, for JUnit to call them and for us to fill in
 * their fields.
 */
open module it.fixtures {
  requires io.listwatch.testing;
  requires java.net.http;

  exports it.fixtures;
}
