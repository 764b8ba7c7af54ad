package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * A list, or a page of one, that is read as it is sent: what it says about itself first, then its
 * objects batch by batch, in the order of keys and all of one version.
 *
 * <p>Threads: one at a time. Holds nothing that must be closed.
 */
public interface ResourcePage {
  /** What the list is of, which may be later than any of its objects. */
  ResourceVersion version();

  /** What to ask the next page with; empty if there is none. */
  String continueToken();

  /** How many objects follow this page, where that is known. */
  OptionalLong remaining();

  /**
   * Objects that exist but cannot be read, and are therefore not among those that follow: those
   * that are known of by now, and all of them once the last batch has been taken.
   */
  List<ResourceKey> unreadable();

  /**
   * The next objects; empty if there are no more. Asked for again only when the stage is complete.
   * A batch is bounded in number, so that nobody holds more than is being written.
   */
  CompletionStage<List<Resource>> next();

  /** The same page from its first object, for those who have to go over it twice. */
  CompletionStage<ResourcePage> again();
}
