package io.listwatch.objects.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuotaCheckTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String POD =
      "{'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'400m'},'limits':{'memory':'1Gi'}}}]}}";

  /** The columns: resource, object, hard, the usage after the write from zero. */
  @ParameterizedTest(name = "{0} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          configmaps | {} | 'count/configmaps':'3','configmaps':'2' | configmaps=1,count/configmaps=1
          widgets.example.com | {} | 'count/widgets.example.com':'3','pods':'1' | count/widgets.example.com=1,pods=0
          services | {'spec':{'type':'NodePort','ports':[{'port':1},{'port':2}]}} | 'services':'9','services.nodeports':'9','services.loadbalancers':'9' | services=1,services.loadbalancers=0,services.nodeports=2
          services | {'spec':{'type':'LoadBalancer','allocateLoadBalancerNodePorts':false,'ports':[{'port':1,'nodePort':30000},{'port':2}]}} | 'services.nodeports':'9','services.loadbalancers':'9' | services.loadbalancers=1,services.nodeports=1
          persistentvolumeclaims | {'spec':{'storageClassName':'fast','resources':{'requests':{'storage':'2Gi'}}}} | 'requests.storage':'9Gi','fast.storageclass.storage.k8s.io/requests.storage':'9Gi','slow.storageclass.storage.k8s.io/persistentvolumeclaims':'1' | fast.storageclass.storage.k8s.io/requests.storage=2Gi,requests.storage=2Gi,slow.storageclass.storage.k8s.io/persistentvolumeclaims=0
          pods | $ | 'pods':'2','requests.cpu':'1','limits.memory':'2Gi','count/pods':'5' | count/pods=1,limits.memory=1Gi,pods=1,requests.cpu=400m
          resourceclaims.resource.k8s.io | {'spec':{'devices':{'requests':[{'exactly':{'deviceClassName':'gpu','allocationMode':'ExactCount','count':2}}]}}} | 'gpu.deviceclass.resource.k8s.io/devices':'4' | gpu.deviceclass.resource.k8s.io/devices=2
          """)
  void countsUsage(String resource, String object, String hard, String used)
      throws QuotaExceededException {
    List<QuotaState> after =
        check(resource, read(object.replace("$", POD)), null).run(List.of(quota(hard, "")));

    assertThat(after.get(0).used()).hasToString(used);
  }

  @Test
  void rejectsWriteThatExceedsTheQuota() {
    QuotaCheck check = check("pods", read(POD), null);

    assertThatThrownBy(
            () ->
                check.run(
                    List.of(
                        quota(
                            "'requests.cpu':'700m','pods':'9'",
                            "'requests.cpu':'400m','pods':'1'"))))
        .isInstanceOf(QuotaExceededException.class)
        .hasMessage(
            "exceeded quota: q, requested: requests.cpu=400m, used: requests.cpu=400m, limited:"
                + " requests.cpu=700m");
  }

  @Test
  void rejectsPodThatDoesNotSpecifyLimitedResource() {
    QuotaCheck check = check("pods", read(POD), null);

    assertThatThrownBy(
            () -> check.run(List.of(quota("'limits.cpu':'9','requests.memory':'1Gi'", ""))))
        .hasMessage("failed quota: q: must specify limits.cpu for: c; requests.memory for: c");
  }

  @Test
  void rejectsWritesUntilUsageIsKnown() {
    QuotaState unknown =
        QuotaState.of(read("{'metadata':{'name':'q'},'status':{'hard':{'configmaps':'1'}}}"));

    assertThatThrownBy(() -> check("configmaps", read("{}"), null).run(List.of(unknown)))
        .hasMessage("status unknown for quota: q, resources: configmaps");
  }

  @Test
  void updateUsesOnlyTheDifference() throws QuotaExceededException {
    JsonValue old = read("{'spec':{'type':'NodePort','ports':[{'port':1}]}}");
    JsonValue next = read("{'spec':{'type':'NodePort','ports':[{'port':1},{'port':2}]}}");

    List<QuotaState> after =
        check("services", next, old)
            .run(
                List.of(
                    quota(
                        "'services':'1','services.nodeports':'2'",
                        "'services':'1','services.nodeports':'1'")));

    assertThat(after.get(0).used()).hasToString("services=1,services.nodeports=2");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'scopes':['BestEffort'] | {'spec':{'containers':[{'name':'c'}]}} | 1
          'scopes':['NotBestEffort'] | {'spec':{'containers':[{'name':'c'}]}} | 0
          'scopes':['Terminating'] | {'spec':{'activeDeadlineSeconds':1}} | 1
          'scopes':['NotTerminating'] | {'spec':{'activeDeadlineSeconds':1}} | 0
          'scopeSelector':{'matchExpressions':[{'scopeName':'PriorityClass','operator':'In','values':['high']}]} | {'spec':{'priorityClassName':'high'}} | 1
          'scopeSelector':{'matchExpressions':[{'scopeName':'PriorityClass','operator':'NotIn','values':['high']}]} | {'spec':{'priorityClassName':'high'}} | 0
          'scopeSelector':{'matchExpressions':[{'scopeName':'PriorityClass','operator':'Exists'}]} | {'spec':{}} | 0
          'scopes':['CrossNamespacePodAffinity'] | {'spec':{'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'namespaces':['x']}]}}}} | 1
          """)
  void countsOnlyPodsInScope(String scopes, String pod, String count)
      throws QuotaExceededException {
    QuotaState quota =
        QuotaState.of(
            read(
                "{'metadata':{'name':'q'},'spec':{%s},'status':{'hard':{'pods':'9'},'used':{'pods':'0'}}}"
                    .formatted(scopes)));

    List<QuotaState> after = check("pods", read(pod), null).run(List.of(quota));

    assertThat(after.get(0).used()).hasToString("pods=" + count);
  }

  @Test
  void finishedPodUsesNoQuota() {
    JsonValue pod = read(POD.replace("{'spec'", "{'status':{'phase':'Failed'},'spec'"));

    assertThat(QuotaEvaluator.of("pods").usage(pod, NOW)).hasToString("count/pods=1");
  }

  @Test
  void limitedResourceNeedsQuota() {
    var limited = new LimitedResource("persistentvolumeclaims", List.of("gold."), List.of());
    var check =
        new QuotaCheck(
            "persistentvolumeclaims",
            "",
            read("{'spec':{'storageClassName':'gold'}}"),
            null,
            QuotaEvaluator.of("persistentvolumeclaims"),
            List.of(limited),
            NOW);

    assertThatThrownBy(() -> check.run(List.of()))
        .hasMessage(
            "insufficient quota to consume:"
                + " gold.storageclass.storage.k8s.io/persistentvolumeclaims");
  }

  private static QuotaCheck check(String resource, JsonValue object, @Nullable JsonValue old) {
    return new QuotaCheck(resource, "", object, old, QuotaEvaluator.of(resource), List.of(), NOW);
  }

  /** Returns a quota whose usage is zero if none is given. */
  private static QuotaState quota(String hard, String used) {
    String none = hard.replaceAll(":'[^']*'", ":'0'");
    return QuotaState.of(
        read(
            "{'metadata':{'name':'q'},'status':{'hard':{%s},'used':{%s}}}"
                .formatted(hard, used.isEmpty() ? none : used)));
  }

  private static JsonValue read(String json) {
    return JsonTrees.read(json.replace('\'', '"'));
  }
}
