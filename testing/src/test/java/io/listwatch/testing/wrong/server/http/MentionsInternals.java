package io.listwatch.testing.wrong.server.http;

import io.listwatch.testing.wrong.server.http.watch.Promised;
import io.listwatch.testing.wrong.server.http.watch.Stream;
import java.util.List;
import java.util.Optional;

/** Wrong: two of its methods mention an internal type. */
public interface MentionsInternals {
  Stream returned();

  void given(List<Stream> streams);

  Optional<Promised> promised();

  /** Internal: for the program. */
  public Stream hidden();
}
