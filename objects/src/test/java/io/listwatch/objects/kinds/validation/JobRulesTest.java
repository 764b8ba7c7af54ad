package io.listwatch.objects.kinds.validation;

import static io.listwatch.objects.kinds.validation.ValidObjects.cronJob;
import static io.listwatch.objects.kinds.validation.ValidObjects.job;
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
    assertThat(waiting.with("/spec/template/metadata/name", "'x'").faultsAfter(waiting)).isEmpty();
    assertThat(waiting.with("/spec/template/spec/hostname", "'other'").faultsAfter(waiting))
        .singleElement()
        .asString()
        .startsWith("spec.template.spec: Invalid value: {")
        .endsWith(": field is immutable");
  }

  @Test
  void whatIsWrongWithAChangedJobIsToldTwice() {
    String labels =
        "spec.template.metadata.labels: Invalid value: {\"app\":\"a\"}: `selector` does not match"
            + " template `labels`";

    assertThat(job().without("/spec/selector").faultsAfter(job()))
        .containsExactly(
            "spec.selector: Required value",
            labels,
            "spec.selector: Required value",
            labels,
            "spec.selector: Invalid value: null: field is immutable");
    assertThat(job().with("/spec/parallelism", "-1").faultsAfter(job())).hasSize(2);
  }

  @Test
  void indexesNeedAnIndexedJob() {
    assertThat(job().with("/spec/backoffLimitPerIndex", "1").faults())
        .containsExactly(
            "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          0-4           |
          0,2-3,+4      |
          0-5           | too large index: "5"
          4-0           | non-increasing order, previous: 4, current: 0
          1-1           | non-increasing order, previous: 1, current: 1
          1-2,2         | non-increasing order, previous: 2, current: 2
          a             | cannot convert string to integer for index: "a"
          1,            | cannot convert string to integer for index: ""
          -1            | cannot convert string to integer for index: ""
          0x1           | cannot convert string to integer for index: "0x1"
          1-2-3         | the fragment "1-2-3" violates the requirement that an index interval can have at most two parts separated by '-'
          """)
  void indexesThatSufficeAreReadInOrder(String indexes, String problem) {
    String place = "spec.successPolicy.rules[0].succeededIndexes: Invalid value: \"";
    CheckedObject sufficient = succeeding("{'succeededIndexes':'" + indexes + "'}");

    if (problem == null) {
      assertThat(sufficient.faults()).isEmpty();
    } else {
      assertThat(sufficient.faults())
          .containsExactly(place + indexes + "\": error parsing succeededIndexes: " + problem);
    }
  }

  @Test
  void noMoreIndexesSufficeThanThereAre() {
    String count =
        "spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than"
            + " or equal to ";

    assertThat(succeeding("{'succeededIndexes':'0-1,3','succeededCount':6}").faults())
        .containsExactly(
            count + "5 (the number of specified completions)",
            count + "3 (the number of indexes in the specified succeededIndexes field)");
    assertThat(succeeding("{'succeededIndexes':'0-2','succeededCount':3}").faults()).isEmpty();
    assertThat(succeeding("{'succeededIndexes':'','succeededCount':0}").faults()).isEmpty();
  }

  private static CheckedObject succeeding(String rule) {
    return job()
        .with("/spec/completionMode", "'Indexed'")
        .with("/spec/completions", "5")
        .with("/spec/successPolicy", "{'rules':[" + rule + "]}");
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
