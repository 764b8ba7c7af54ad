package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Alerts and the dashboard use only metrics that docs/metrics.md lists. */
final class AlertsTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z0-9_]+)`(?: \\*)? \\| (\\w+) \\| `([^|]*)`", Pattern.MULTILINE);

  /**
   * Parts of an expression that are not metric names: strings, selectors, ranges, and grouping
   * labels.
   */
  private static final Pattern NO_METRIC =
      Pattern.compile(
          "\\{[^}]*\\}|\\[[^\\]]*\\]|\\b(by|on|without|ignoring) *\\([^)]*\\)|\"[^\"]*\"");

  private static final Pattern NAME = Pattern.compile("\\b[a-z][a-z0-9_]*\\b(?! *\\()");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  @Test
  void everyAlertUsesExistingMetrics() throws IOException {
    JsonNode rules =
        new YAMLMapper().readTree(MainSources.page("operating/alerts.yaml")).at("/groups/0/rules");

    assertThat(rules).hasSizeGreaterThan(5);
    for (JsonNode rule : rules) {
      assertKnown(rule.get("expr").asText());
      assertThat(rule.at("/annotations/summary").asText()).isNotEmpty();
      assertThat(rule.at("/annotations/description").asText()).isNotEmpty();
    }
  }

  @Test
  void everyPanelUsesExistingMetrics() throws IOException {
    JsonNode board = new ObjectMapper().readTree(MainSources.page("operating/dashboard.json"));

    List<JsonNode> targets = new ArrayList<>();
    board.at("/panels").forEach(panel -> panel.get("targets").forEach(targets::add));
    assertThat(targets).hasSizeGreaterThan(10);
    for (JsonNode target : targets) {
      assertKnown(target.get("expr").asText());
    }
  }

  /** Alert expressions select the job by its name. */
  @Test
  void alertsSelectTheScrapeJobOfOperatingMd() throws IOException {
    String yaml =
        DocPage.of("docs/operating.md").blocks().stream()
            .filter(block -> block.runner().equals("AlertsTest"))
            .findFirst()
            .orElseThrow()
            .content();
    JsonNode job = new YAMLMapper().readTree(yaml).at("/scrape_configs/0");

    assertThat(MainSources.page("operating/alerts.yaml"))
        .contains("job=\"" + job.get("job_name").asText() + "\"");
    assertThat(job.at("/authorization/credentials_file").asText()).endsWith(".token");
    assertThat(job.at("/static_configs/0/targets/0").asText()).isEqualTo("api.example.org:6443");
  }

  private static void assertKnown(String expression) throws IOException {
    var names = new TreeSet<String>();
    String bare = NO_METRIC.matcher(expression).replaceAll(" ");
    for (MatchResult name : NAME.matcher(bare).results().toList()) {
      names.add(name.group());
    }
    names.removeAll(WORDS);

    assertThat(names).as(expression).isNotEmpty();
    assertThat(known()).as(expression).containsAll(names);
  }

  /** Returns metric names as Prometheus exposes them, and its own {@code up}. */
  private static Set<String> known() throws IOException {
    var known = new TreeSet<>(Set.of("up"));
    for (MatchResult row : ROW.matcher(MainSources.page("metrics.md")).results().toList()) {
      if (row.group(2).equals("distribution")) {
        known.addAll(List.of(row.group(1) + "_bucket", row.group(1) + "_count"));
        known.add(row.group(1) + "_sum");
      } else {
        known.add(row.group(1));
      }
    }
    return known;
  }
}
