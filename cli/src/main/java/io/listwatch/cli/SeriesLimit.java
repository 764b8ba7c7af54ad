package io.listwatch.cli;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a registry from growing without bound: a meter has at most {@value #MAX_SERIES} series, and
 * further ones are not measured. The server's own tags stay far below; this limit holds even if one
 * of them does not.
 *
 * <p>Thread-safe.
 */
final class SeriesLimit implements MeterFilter {
  /** A server with a thousand custom resources has about this many, each some kilobytes. */
  static final int MAX_SERIES = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(SeriesLimit.class);

  private final Map<String, Set<Meter.Id>> seriesByName = new ConcurrentHashMap<>();

  @Override
  public MeterFilterReply accept(Meter.Id id) {
    Set<Meter.Id> series =
        seriesByName.computeIfAbsent(id.getName(), name -> ConcurrentHashMap.newKeySet());
    if (series.contains(id)) {
      return MeterFilterReply.NEUTRAL;
    }
    if (series.size() >= MAX_SERIES) {
      return MeterFilterReply.DENY;
    }
    if (series.add(id) && series.size() == MAX_SERIES) {
      LOG.warn("{} has {} series; further ones are not measured", id.getName(), MAX_SERIES);
    }
    return MeterFilterReply.NEUTRAL;
  }
}
