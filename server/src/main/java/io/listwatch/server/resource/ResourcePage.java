package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A list, or a page of one, that is read while it is sent: first its metadata, then its objects
 * batch by batch, in key order and at one version.
 *
 * <p>Threads: one at a time. Need not be closed.
 */
public interface ResourcePage {
  /** Returns a page of objects that are in memory. */
  static ResourcePage of(
      ResourceVersion version,
      String continueToken,
      @Nullable Long remaining,
      List<Resource> objects) {
    return new ReadPage(version, objects, List.of(), continueToken, remaining);
  }

  /** Returns the version of the list, which may be later than that of any of its objects. */
  ResourceVersion version();

  /** Returns the continue token for the next page; empty on the last page. */
  String continueToken();

  /** Returns the number of objects after this page; null if it is not known. */
  @Nullable Long remaining();

  /**
   * Returns the keys of objects that exist but cannot be read, and that are therefore left out. The
   * list is complete once the last batch has been taken.
   */
  List<ResourceKey> unreadable();

  /**
   * Returns the next objects; empty at the end. Not to be called again before the stage is
   * complete. A batch is bounded in number, so that the caller does not hold much more than it is
   * writing.
   */
  CompletionStage<List<Resource>> next();

  /** Returns the same page from its first object, for encodings that need two passes. */
  CompletionStage<ResourcePage> again();
}
