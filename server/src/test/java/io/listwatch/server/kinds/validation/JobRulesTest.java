package io.listwatch.server.kinds.validation;

import static io.listwatch.server.kinds.validation.ValidObjects.cronJob;
import static io.listwatch.server.kinds.validation.ValidObjects.job;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JobRulesTest {
  @Test
  void podsOfJobsEnd() {
    assertThat(job().with("/spec/template/spec/restartPolicy", "'Always'").faults())
        .containsExactly(
            "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\","
                + " \"Never\"");
  }

  @Test
  void whatAJobIsAboutIsForEver() {
    assertThat(job().with("/spec/parallelism", "5").faultsAfter(job())).isEmpty();
    assertThat(job().with("/spec/completions", "5").faultsAfter(job()))
        .containsExactly("spec.completions: Invalid value: 5: field is immutable");
    assertThat(
            job()
                .with("/spec/template/spec/containers/0/image", "'r.example/m:2'")
                .faultsAfter(job()))
        .singleElement()
        .asString()
        .startsWith("spec.template: Invalid value: {")
        .endsWith(": field is immutable");
  }

  @Test
  void aJobThatHasNotBegunMayBePlacedElsewhere() {
    CheckedObject waiting = job().with("/spec/suspend", "true");

    assertThat(
            waiting.with("/spec/template/spec/nodeSelector", "{'disk':'hdd'}").faultsAfter(waiting))
        .isEmpty();
    assertThat(job().with("/spec/template/spec/nodeSelector", "{'disk':'hdd'}").faultsAfter(job()))
        .hasSize(1);
  }

  @Test
  void indexesNeedAnIndexedJob() {
    assertThat(job().with("/spec/backoffLimitPerIndex", "1").faults())
        .containsExactly(
            "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode");
  }

  @Test
  void selectorsOfCronJobsAreNotForUsersToGive() {
    assertThat(
            cronJob().with("/spec/jobTemplate/spec/selector", "{'matchLabels':{'a':'b'}}").faults())
        .containsExactly(
            "spec.jobTemplate.spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"b\"}}:"
                + " `selector` will be auto-generated");
  }

  @Test
  void zonesHaveAFieldOfTheirOwn() {
    assertThat(cronJob().with("/spec/schedule", "'TZ=UTC 0 0 * * *'").faults())
        .containsExactly(
            "spec.schedule: Invalid value: \"TZ=UTC 0 0 * * *\": cannot use TZ or CRON_TZ in"
                + " schedule, use timeZone field instead");
    assertThat(cronJob().with("/spec/timeZone", "'Europe/Paris'").faults()).isEmpty();
    assertThat(cronJob().with("/spec/timeZone", "'Mars/Base'").faults())
        .containsExactly(
            "spec.timeZone: Invalid value: \"Mars/Base\": unknown time zone Mars/Base");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0 * * * |",
        "*/15 0-6,20-23 1 jan,DEC mon-fri |",
        "@daily |",
        "@every 1h30m |",
        "? 1 1 1 0 |",
        "every day | expected exactly 5 fields, found 2: [every day]",
        "60 * * * * | end of range (60) above maximum (59): 60",
        "* * 0 * * | beginning of range (0) below minimum (1): 0",
        "5-1 * * * * | beginning of range (5) beyond end of range (1): 5-1",
        "*/0 * * * * | step of range should be a positive number: */0",
        "1-2-3 * * * * | too many hyphens: 1-2-3",
        "1/2/3 * * * * | too many slashes: 1/2/3",
        "x * * * * | failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax",
        "@sometimes | unrecognized descriptor: @sometimes",
        "@every x | failed to parse duration @every x: time: invalid duration \"x\""
      })
  void readsSchedules(String schedule, String fault) {
    assertThat(CronSchedule.fault(schedule)).isEqualTo(fault == null ? "" : fault);
  }
}
