package io.listwatch.objects.kinds.validation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates CronJobs. */
final class CronJobRules implements ValidationRules {
  /** 11 characters below the limit of a Job's name: the controller appends a timestamp. */
  private static final int MAX_NAME = 52;

  @Override
  public void check(Field object) {
    checkSpec(object.at("spec"), null);
    Field name = object.at("metadata", "name");
    if (name.text().length() > MAX_NAME) {
      name.invalid("must be no more than " + MAX_NAME + " characters");
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    checkSpec(next.at("spec"), old.at("spec"));
  }

  private static void checkSpec(Field spec, @Nullable Field old) {
    Field schedule = spec.at("schedule");
    if (schedule.isEmpty()) {
      schedule.required("");
    } else {
      checkSchedule(schedule, spec.at("timeZone"), old);
    }
    spec.checkDeclared("startingDeadlineSeconds");
    if (old == null || !old.at("timeZone").alike(spec.at("timeZone"))) {
      spec.at("timeZone").ifPresent(CronJobRules::checkZone);
    }
    spec.checkDeclared("concurrencyPolicy");
    checkTemplate(spec.at("jobTemplate", "spec"));
    spec.checkDeclared("successfulJobsHistoryLimit", "failedJobsHistoryLimit");
  }

  /**
   * Rejects {@code TZ} and {@code CRON_TZ} in a schedule, unless the old schedule has it already.
   */
  private static void checkSchedule(Field schedule, Field zone, @Nullable Field old) {
    String fault = CronSchedule.fault(schedule.text());
    if (!fault.isEmpty()) {
      schedule.invalid(fault);
    }
    boolean zoned = schedule.text().contains("TZ");
    boolean allowed = old != null && old.at("schedule").text().contains("TZ");
    if (zoned && allowed && zone.present()) {
      schedule.invalid("cannot use both timeZone field and TZ or CRON_TZ in schedule");
    } else if (zoned && !allowed) {
      schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    }
  }

  private static void checkZone(Field zone) {
    if (zone.isEmpty()) {
      zone.invalid("timeZone must be nil or non-empty string");
      return;
    }
    if (zone.text().equalsIgnoreCase("Local")) {
      zone.invalid(
          "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
    }
    if (!CronSchedule.isZone(zone.text())) {
      zone.invalid("unknown time zone " + zone.text());
    }
  }

  private static void checkTemplate(Field spec) {
    JobRules.checkSpec(spec);
    if (spec.at("selector").present()) {
      WorkloadRules.invalidSelector(spec.at("selector"), "`selector` will be auto-generated");
    }
    if (spec.at("manualSelector").isTrue()) {
      spec.at("manualSelector").unsupported(true, List.of("nil", "false"));
    }
  }
}
