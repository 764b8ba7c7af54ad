package io.listwatch.model;

import java.util.List;

/**
 * A collection, or a page of one, as it was at one version.
 *
 * @param unreadable what the server listed but could not be read
 * @param continueToken what to ask the next page with; empty if this is the last
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

  /** A whole collection. */
  public static ResourceList of(List<Resource> items, ResourceVersion version) {
    return new ResourceList(items, List.of(), version, "");
  }

  /** The same with these objects. */
  public ResourceList with(List<Resource> newItems) {
    return new ResourceList(newItems, unreadable, version, continueToken);
  }

  public boolean isLastPage() {
    return continueToken.isEmpty();
  }
}
