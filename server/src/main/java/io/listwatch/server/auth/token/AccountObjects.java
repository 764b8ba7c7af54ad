package io.listwatch.server.auth.token;

import io.listwatch.model.Resource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Looks up service accounts and the objects that tokens are bound to.
 *
 * <p>Called by event loops, many at a time: it must not block.
 */
public interface AccountObjects {
  /**
   * Completes with an object; empty if there is none with that name.
   *
   * @param plural a resource of the core group, such as {@code pods}
   * @param namespace null for a cluster-scoped resource
   */
  CompletionStage<Optional<Resource>> find(String plural, @Nullable String namespace, String name);
}
