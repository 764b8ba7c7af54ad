package io.listwatch.server.resource;

/**
 * The number of objects of a resource and their size, to estimate the cost of a list.
 *
 * @param averageBytes 0 if it is not known
 * @param cached true if a watch cache has the objects, so that a list reads nothing from storage
 */
public record ObjectStats(long count, long averageBytes, boolean cached) {
  public static final ObjectStats NONE = new ObjectStats(0, 0, true);
}
