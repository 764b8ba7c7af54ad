package io.listwatch.objects.podsecurity;

import java.util.Optional;

/** A level of the Pod Security Standards, from the loosest to the strictest. */
public enum PodSecurityLevel {
  PRIVILEGED("privileged"),
  BASELINE("baseline"),
  RESTRICTED("restricted");

  private final String word;

  PodSecurityLevel(String word) {
    this.word = word;
  }

  /** Returns the level with this name; empty if there is none. */
  public static Optional<PodSecurityLevel> parse(String name) {
    for (PodSecurityLevel each : values()) {
      if (each.word.equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return word;
  }
}
