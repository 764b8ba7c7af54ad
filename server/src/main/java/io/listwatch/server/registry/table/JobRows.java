package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.in;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The table rows of jobs and cron jobs. */
public final class JobRows {
  private JobRows() {}

  public static List<Object> job(JsonValue job, Instant now) {
    return List.of(
        Metadata.name(job),
        status(job),
        completions(job),
        duration(job.path("status"), now),
        Metadata.age(job, now),
        containers(job.path("spec").path("template"), "name"),
        containers(job.path("spec").path("template"), "image"),
        Selectors.selector(job.path("spec").path("selector")));
  }

  private static String status(JsonValue job) {
    JsonValue conditions = job.path("status").path("conditions");
    for (String ended : List.of("Complete", "Failed")) {
      if (Metadata.condition(conditions, ended).equals("True")) {
        return ended;
      }
    }
    if (Metadata.terminating(job)) {
      return "Terminating";
    }
    for (String state : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
      if (Metadata.condition(conditions, state).equals("True")) {
        return state;
      }
    }
    return "Running";
  }

  private static String completions(JsonValue job) {
    int succeeded = job.path("status").path("succeeded").asInt();
    JsonValue wanted = job.path("spec").path("completions");
    if (wanted.isNumber()) {
      return succeeded + "/" + wanted.asInt();
    }
    int parallelism = job.path("spec").path("parallelism").asInt();
    return succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : "");
  }

  private static String duration(JsonValue status, Instant now) {
    Instant start = HumanDuration.instant(text(status, "startTime"));
    Instant end = HumanDuration.instant(text(status, "completionTime"));
    return start == null
        ? ""
        : HumanDuration.format(Duration.between(start, end == null ? now : end));
  }

  private static String containers(JsonValue template, String member) {
    return elements(in(template, "spec", "containers")).stream()
        .map(each -> text(each, member))
        .collect(Collectors.joining(","));
  }

  public static List<Object> cronJob(JsonValue job, Instant now) {
    JsonValue spec = job.path("spec");
    JsonValue jobSpec = spec.path("jobTemplate").path("spec");
    JsonValue last = job.path("status").path("lastScheduleTime");
    return List.of(
        Metadata.name(job),
        text(spec, "schedule"),
        or(text(spec, "timeZone"), Placeholders.NONE),
        suspended(spec.path("suspend")),
        job.path("status").path("active").size(),
        last.isText() ? HumanDuration.since(last.asText(), now) : Placeholders.NONE,
        Metadata.age(job, now),
        containers(jobSpec.path("template"), "name"),
        containers(jobSpec.path("template"), "image"),
        Selectors.selector(jobSpec.path("selector")));
  }

  private static String suspended(JsonValue suspend) {
    return suspend.isBoolean() ? (suspend.asBoolean() ? "True" : "False") : Placeholders.UNSET;
  }
}
