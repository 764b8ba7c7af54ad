import io.listwatch.testing.TestServer;
import java.io.InputStream;
import java.util.StringJoiner;

/** Starts servers in a fresh JVM and prints how long each start took, in milliseconds. */
public class Start {
  private static final int SERVERS = 10;

  public static void main(String[] arguments) throws Exception {
    var starts = new StringJoiner(" ");
    var closes = new StringJoiner(" ");
    for (int i = 0; i < SERVERS; i++) {
      long begun = System.nanoTime();
      TestServer server = TestServer.start();
      long started = System.nanoTime();
      try (InputStream answer = server.address().resolve("/readyz").toURL().openStream()) {
        answer.readAllBytes();
      }
      long answered = System.nanoTime();
      server.close();
      starts.add(millis(started - begun) + "+" + millis(answered - started));
      closes.add("" + millis(System.nanoTime() - answered));
    }
    System.out.println("start+first request: " + starts + "   close: " + closes);
  }

  private static long millis(long nanos) {
    return Math.round(nanos / 1e6);
  }
}
