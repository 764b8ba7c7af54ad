package io.listwatch.model;

import java.util.List;

/**
 * A collection, or a page of one, at one version.
 *
 * @param unreadable items that could not be read
 * @param continueToken token of the next page; empty if this is the last
 */
public record ResourceList(
    List<Resource> items,
    List<UnreadableObject> unreadable,
    ResourceVersion version,
    String continueToken) {
  public ResourceList {
    items = List.copyOf(items);
    unreadable = List.copyOf(unreadable);
  }

  /** Returns a complete collection. */
  public static ResourceList of(List<Resource> items, ResourceVersion version) {
    return new ResourceList(items, List.of(), version, "");
  }

  /** Returns a copy of this list with other items. */
  public ResourceList with(List<Resource> newItems) {
    return new ResourceList(newItems, unreadable, version, continueToken);
  }

  public boolean isLastPage() {
    return continueToken.isEmpty();
  }
}
