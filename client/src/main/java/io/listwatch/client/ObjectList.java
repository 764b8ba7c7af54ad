package io.listwatch.client;

import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import java.util.List;

/**
 * Objects of a type, or a page of them, at one resource version.
 *
 * @param unreadable listed objects that could not be parsed
 * @param version a watch can resume from it
 * @param continueToken for the next page; empty if there is none
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
