package io.listwatch.workloads.cronjob;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A schedule in the format of cron: five fields, a macro such as {@code @daily}, or {@code @every
 * 1h30m}.
 *
 * <p>Like the cron library of kube-controller-manager, a day matches if the day of the month or the
 * day of the week does, unless one of both fields is {@code *}. An hour that a change to daylight
 * saving time skips has no start.
 */
final class CronSchedule {
  private static final int MAX_YEARS = 5;
  private static final String ANY = "* * * * *";
  private static final Map<String, String> MACROS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  private final ZoneId zone;
  private final CronField minutes;
  private final CronField hours;
  private final CronField days;
  private final CronField months;
  private final CronField weekdays;
  private final @Nullable Duration every;

  private CronSchedule(ZoneId zone, String[] fields, @Nullable Duration every) {
    this.zone = zone;
    this.every = every;
    minutes = CronField.minutes(fields[0]);
    hours = CronField.hours(fields[1]);
    days = CronField.days(fields[2]);
    months = CronField.months(fields[3]);
    weekdays = CronField.weekdays(fields[4]);
  }

  /**
   * Parses a schedule.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static CronSchedule parse(String text, ZoneId defaultZone) {
    String schedule = text.trim();
    ZoneId zone = defaultZone;
    if (schedule.startsWith("TZ=") || schedule.startsWith("CRON_TZ=")) {
      int space = schedule.indexOf(' ');
      zone = ZoneId.of(schedule.substring(schedule.indexOf('=') + 1, Math.max(space, 0)));
      schedule = schedule.substring(space).trim();
    }
    if (schedule.startsWith("@every ")) {
      return new CronSchedule(zone, ANY.split(" "), every(schedule));
    }
    String[] fields = MACROS.getOrDefault(schedule, schedule).split("\\s+");
    if (fields.length != 5) {
      throw new IllegalArgumentException("schedule: " + text + " (expected: 5 fields)");
    }
    return new CronSchedule(zone, fields, null);
  }

  /** Parses a duration of Go such as {@code 1h30m}, in whole seconds and at least one. */
  private static Duration every(String schedule) {
    String text = schedule.substring("@every ".length()).trim();
    Duration every;
    try {
      every = Duration.parse("PT" + text).truncatedTo(ChronoUnit.SECONDS);
    } catch (DateTimeParseException malformed) {
      throw new IllegalArgumentException("schedule: " + schedule + " (expected: a duration)");
    }
    return every.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : every;
  }

  /** Returns the first start after a time; empty if there is none within five years. */
  Optional<Instant> after(Instant time) {
    if (every != null) {
      return Optional.of(time.plus(every).truncatedTo(ChronoUnit.SECONDS));
    }
    ZonedDateTime start = time.atZone(zone).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
    ZonedDateTime next = start;
    while (next.getYear() <= start.getYear() + MAX_YEARS) {
      ZonedDateTime candidate = skipMismatch(next);
      if (candidate.equals(next)) {
        return Optional.of(next.toInstant());
      }
      next = candidate;
    }
    return Optional.empty();
  }

  /** Returns the time itself if it matches; else the start of the next unit that may match. */
  private ZonedDateTime skipMismatch(ZonedDateTime time) {
    if (!months.has(time.getMonthValue())) {
      return time.plusMonths(1).withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS);
    }
    if (!hasDay(time)) {
      return time.plusDays(1).truncatedTo(ChronoUnit.DAYS);
    }
    if (!hours.has(time.getHour())) {
      return time.plusHours(1).truncatedTo(ChronoUnit.HOURS);
    }
    return minutes.has(time.getMinute()) ? time : time.plusMinutes(1);
  }

  private boolean hasDay(ZonedDateTime time) {
    boolean day = days.has(time.getDayOfMonth());
    boolean weekday = weekdays.has(time.getDayOfWeek().getValue() % 7);
    boolean both = days.any() || weekdays.any();
    return both ? (day && weekday) : (day || weekday);
  }
}
