package io.listwatch.server.registry.strategy;

/** Which addresses services may have, and in which order they are tried. */
final class ServiceRanges {
  static final String NETWORK = "10.96.0.0/12";
  static final int FIRST_PORT = 30_000;
  static final int LAST_PORT = 32_767;

  private static final int BASE = 10 << 24 | 96 << 16;
  private static final int SIZE = 1 << 20;

  /** The lowest are left to those who ask for one by name. */
  private static final int NAMED_ADDRESSES = 256;

  private static final int NAMED_PORTS = 86;

  private ServiceRanges() {}

  static int addressCount() {
    return SIZE - NAMED_ADDRESSES - 1; // the last one is for all
  }

  /** The address to try next, beginning anywhere. */
  static String address(int start, int attempt) {
    int number = BASE + NAMED_ADDRESSES + turn(start, attempt, addressCount());
    return "%d.%d.%d.%d"
        .formatted(number >>> 24, number >>> 16 & 255, number >>> 8 & 255, number & 255);
  }

  static int portCount() {
    return LAST_PORT - FIRST_PORT + 1;
  }

  /** The port to try next; those that are usually named come last. */
  static int port(int start, int attempt) {
    int dynamic = portCount() - NAMED_PORTS;
    return attempt < dynamic
        ? FIRST_PORT + NAMED_PORTS + turn(start, attempt, dynamic)
        : FIRST_PORT + attempt - dynamic;
  }

  private static int turn(int start, int attempt, int count) {
    return Math.floorMod((long) start + attempt, count);
  }

  /** Whether a text is an address that a service may ask for. */
  static boolean contains(String address) {
    String[] parts = address.split("\\.", -1);
    if (parts.length != 4) {
      return false;
    }
    int number = 0;
    for (String part : parts) {
      if (!part.matches("0|[1-9]\\d{0,2}") || Integer.parseInt(part) > 255) {
        return false;
      }
      number = number << 8 | Integer.parseInt(part);
    }
    int offset = number - BASE;
    return offset > 0 && offset < SIZE - 1;
  }
}
