package io.listwatch.client;

import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import java.util.List;

/**
 * Objects of a type, or a page of them, as they were at one version.
 *
 * @param unreadable what the server listed but could not be read
 * @param version from which a watch can go on
 * @param continueToken what to ask the next page with; empty if there is none
 */
public record ObjectList<T>(
    List<T> items,
    List<UnreadableObject> unreadable,
    ResourceVersion version,
    String continueToken) {
  public ObjectList {
    items = List.copyOf(items);
    unreadable = List.copyOf(unreadable);
  }
}
