package io.listwatch.objects.podsecurity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.FieldError;
import org.junit.jupiter.api.Test;

final class PodSecurityPolicyTest {
  @Test
  void warnsOfViolationsOfTheEnforcedLevelByDefault() {
    PodSecurityPolicy policy = read("'enforce':'baseline','enforce-version':'v1.25'").policy();

    assertThat(policy.enforce()).hasToString("baseline:v1.25");
    assertThat(policy.warn()).hasToString("baseline:v1.25");
    assertThat(policy.audit()).hasToString("privileged:latest");
  }

  @Test
  void warnLevelAndVersionOverrideThoseOfEnforce() {
    assertThat(read("'enforce':'restricted','warn':'privileged'").policy().warn())
        .hasToString("privileged:latest");
    assertThat(read("'enforce':'restricted','warn-version':'v1.20'").policy().warn())
        .hasToString("restricted:v1.20");
  }

  @Test
  void invalidLevelEnforcesRestrictedButDoesNotWarn() {
    PodSecurityPolicy.Parsed parsed = read("'enforce':'x','warn':'y','audit-version':'1.2'");

    assertThat(parsed.policy().enforce().level()).isEqualTo(PodSecurityLevel.RESTRICTED);
    assertThat(parsed.policy().warn().level()).isEqualTo(PodSecurityLevel.PRIVILEGED);
    assertThat(parsed.errors())
        .extracting(FieldError::field, FieldError::message)
        .containsExactly(
            tuple(
                "metadata.labels[pod-security.kubernetes.io/enforce]",
                "Invalid value: \"x\": must be one of privileged, baseline, restricted"),
            tuple(
                "metadata.labels[pod-security.kubernetes.io/audit-version]",
                "Invalid value: \"1.2\": must be \"latest\" or \"v1.x\""),
            tuple(
                "metadata.labels[pod-security.kubernetes.io/warn]",
                "Invalid value: \"y\": must be one of privileged, baseline, restricted"));
  }

  @Test
  void defaultsApplyToAbsentLabels() {
    PodSecurityPolicy defaults =
        PodSecurityPolicy.ofDefaults(
                JsonTrees.read("{\"enforce\":\"baseline\",\"audit\":\"restricted\"}"))
            .policy();

    PodSecurityPolicy policy = PodSecurityPolicy.of(JsonTrees.read("{}"), defaults).policy();

    assertThat(policy).isEqualTo(defaults);
    assertThat(policy.warn()).hasToString("privileged:latest");
    assertThat(policy.audit()).hasToString("restricted:latest");
  }

  private static PodSecurityPolicy.Parsed read(String labels) {
    String json = "{" + labels.replace("','", "', '").replace('\'', '"') + "}";
    return PodSecurityPolicy.of(
        JsonTrees.read(json.replaceAll("\"([a-z-]+)\":", "\"pod-security.kubernetes.io/$1\":")),
        PodSecurityPolicy.PRIVILEGED);
  }
}
