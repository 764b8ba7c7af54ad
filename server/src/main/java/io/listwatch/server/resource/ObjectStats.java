package io.listwatch.server.resource;

/**
 * The number of objects of a resource and their size, to estimate the cost of a list.
 *
 * @param averageBytes 0 if it is not known
 */
public record ObjectStats(long count, long averageBytes) {
  public static final ObjectStats NONE = new ObjectStats(0, 0);
}
