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
 * Limits the size of a meter registry: a meter has at most {@value #MAX_SERIES} series, and further
 * ones are not measured. The server's own tags stay far below the limit, which is a safety net.
 *
 * <p>Thread-safe.
 */
final class SeriesLimit implements MeterFilter {
  /**
   * About the number of series of a server with a thousand custom resources; each takes a few
   * kilobytes.
   */
  static final int MAX_SERIES = 10_000;

  private static final Logger log = LoggerFactory.getLogger(SeriesLimit.class);

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
      log.warn("{} has {} series; further ones are not measured", id.getName(), MAX_SERIES);
    }
    return MeterFilterReply.NEUTRAL;
  }
}
