package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DisabledFieldsTest {
  private static JsonObject tree(String json) {
    return (JsonObject) JsonTrees.read(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          pods | {'spec':{'schedulingGroup':{},'containers':[{'lifecycle':{'stopSignal':'SIGTERM'}}]}} | {'spec':{'containers':[{}]}}
          pods | {'spec':{'containers':[{'lifecycle':{}},{'lifecycle':{'stopSignal':'X','preStop':{}}}]}} | {'spec':{'containers':[{'lifecycle':{}},{'lifecycle':{'preStop':{}}}]}}
          podtemplates | {'template':{'spec':{'volumes':[{'projected':{'sources':[{'clusterTrustBundle':{}},{'podCertificate':{}},{'secret':{}}]}}]}}} | {'template':{'spec':{'volumes':[{'projected':{'sources':[{},{},{'secret':{}}]}}]}}}
          cronjobs.batch | {'spec':{'jobTemplate':{'spec':{'template':{'spec':{'schedulingGroup':{}}}}}}} | {'spec':{'jobTemplate':{'spec':{'template':{'spec':{}}}}}}
          statefulsets.apps | {'spec':{'updateStrategy':{'rollingUpdate':{'partition':1,'maxUnavailable':2}}}} | {'spec':{'updateStrategy':{'rollingUpdate':{'partition':1}}}}
          daemonsets.apps | {'spec':{'updateStrategy':{'rollingUpdate':{'maxUnavailable':2}}}} | {'spec':{'updateStrategy':{'rollingUpdate':{'maxUnavailable':2}}}}
          leases.coordination.k8s.io | {'spec':{'strategy':'s','preferredHolder':'p','holderIdentity':'h'}} | {'spec':{'holderIdentity':'h'}}
          nodes | {'spec':{'configSource':{'configMap':{}},'podCIDR':'10.0.0.0/24'}} | {'spec':{'podCIDR':'10.0.0.0/24'}}
          csidrivers.storage.k8s.io | {'spec':{'preventPodSchedulingIfMissing':true}} | {'spec':{}}
          endpointslices.discovery.k8s.io | {'endpoints':[{'zone':'z','deprecatedTopology':{'a':'b'}}]} | {'endpoints':[{'zone':'z'}]}
          """)
  void dropsDisabledFieldsOfNewObjects(String resource, String sent, String kept) {
    JsonObject object = tree(sent);

    KindRules.of(resource).dropDisabledFields(object, null);

    assertThat(object).isEqualTo(tree(kept));
  }

  @Test
  void keepsDisabledFieldsThatTheObjectHadBefore() {
    JsonObject old = tree("{'spec':{'strategy':'s'}}");
    JsonObject next = tree("{'spec':{'strategy':'t','preferredHolder':'p'}}");

    KindRules.of("leases.coordination.k8s.io").dropDisabledFields(next, old);

    assertThat(next).isEqualTo(tree("{'spec':{'strategy':'t'}}"));
  }

  @Test
  void ignoresValuesOfOtherTypes() {
    for (String content : new String[] {"7", "[]", "[null]", "null", "'x'", "{'containers':[7]}"}) {
      JsonObject object = tree("{'spec':%s}".formatted(content));

      KindRules.of("pods").dropDisabledFields(object, null);

      assertThat(object).isEqualTo(tree("{'spec':%s}".formatted(content)));
    }
  }
}
