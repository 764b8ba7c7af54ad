package io.listwatch.client.config;

/**
 * Where a client's {@link Credential} comes from, each time that one is needed.
 *
 * <p>Thread-safe. Failures are {@link io.listwatch.model.ApiException}s.
 */
@FunctionalInterface
public interface Credentials {
  /** Nobody in particular, or whoever the configured certificate says. */
  Credentials NONE = always(Credential.NONE);

  /** The same for ever. */
  static Credentials always(Credential credential) {
    return () -> credential;
  }

  /** What to show now. May wait for a file or a program, for a bounded time. */
  Credential current() throws InterruptedException;

  /** A server has not accepted {@code refused}; if it was kept, it is not to be shown again. */
  default void rejected(Credential refused) {}
}
