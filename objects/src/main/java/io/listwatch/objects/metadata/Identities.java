package io.listwatch.objects.metadata;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Generates the uids of objects and the suffixes for {@code generateName}.
 *
 * <p>Thread-safe if its random generator is.
 */
public final class Identities {
  /** No vowels, and no digits that look like vowels, so that no name contains a word by chance. */
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private static final int SUFFIX_LENGTH = 5;

  /** The maximum length of a generated name before its suffix: a label has 63 characters. */
  private static final int MAX_PREFIX = 63 - SUFFIX_LENGTH;

  private final RandomGenerator random;

  public Identities(RandomGenerator random) {
    this.random = random;
  }

  public static Identities secure() {
    return new Identities(new SecureRandom());
  }

  /** Returns a random UUID. */
  public String uid() {
    long high = (random.nextLong() & ~0xf000L) | 0x4000L;
    long low = (random.nextLong() & ~(3L << 62)) | (1L << 63);
    return new UUID(high, low).toString();
  }

  /** Returns a name with the prefix, truncated if necessary, and a random suffix. */
  public String name(String prefix) {
    var name = new StringBuilder(prefix);
    name.setLength(Math.min(prefix.length(), MAX_PREFIX));
    for (int i = 0; i < SUFFIX_LENGTH; i++) {
      name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return name.toString();
  }
}
