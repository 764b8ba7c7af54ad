package io.listwatch.objects.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages are kube-apiserver's. */
final class LimitRangeTest {
  @Test
  void fillsInDefaultsAndAnnotatesThePod() {
    JsonObject pod = pod("{'name':'a','resources':{'limits':{'cpu':'1'}}},{'name':'b'}");

    range("'type':'Container','default':{'cpu':'2','memory':'1Gi'},'defaultRequest':{'cpu':'1'}")
        .setDefaults(pod);

    assertThat(pod.at("/spec/containers/0/resources").toString())
        .isEqualTo("{\"limits\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},\"requests\":{\"cpu\":\"1\"}}");
    assertThat(pod.at("/metadata/annotations/kubernetes.io~1limit-ranger").asText())
        .isEqualTo(
            "LimitRanger plugin set: cpu request for container a; memory limit for container a;"
                + " cpu request for container b; cpu, memory limit for container b");
  }

  @Test
  void leavesPodAloneWithoutDefaults() {
    JsonObject pod = pod("{'name':'a'}");

    range("'type':'Container','max':{'cpu':'2'}").setDefaults(pod);

    assertThat(pod).isEqualTo(pod("{'name':'a'}"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'type':'Container','min':{'cpu':'1'} | {} | minimum cpu usage per Container is 1.  No request is specified
          'type':'Container','min':{'cpu':'1'} | {'requests':{'cpu':'999m'}} | minimum cpu usage per Container is 1, but request is 999m
          'type':'Container','min':{'cpu':'1'} | {'requests':{'cpu':'1'},'limits':{'cpu':'1'}} | ``
          'type':'Container','max':{'memory':'1Gi'} | {'requests':{'memory':'1Mi'}} | maximum memory usage per Container is 1Gi.  No limit is specified
          'type':'Container','max':{'memory':'1Gi'} | {'limits':{'memory':'1025Mi'}} | maximum memory usage per Container is 1Gi, but limit is 1025Mi
          'type':'Container','max':{'cpu':'1'} | {'limits':{'cpu':'1'},'requests':{'cpu':'2'}} | maximum cpu usage per Container is 1, but request is 2
          'type':'Container','maxLimitRequestRatio':{'cpu':'2'} | {'limits':{'cpu':'1'}} | cpu max limit to request ratio per Container is 2, but no request is specified or request is 0
          'type':'Container','maxLimitRequestRatio':{'cpu':'2'} | {'requests':{'cpu':'1'}} | cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0
          'type':'Container','maxLimitRequestRatio':{'cpu':'1500m'} | {'requests':{'cpu':'1'},'limits':{'cpu':'1600m'}} | cpu max limit to request ratio per Container is 1500m, but provided ratio is 1.600000
          'type':'Container','maxLimitRequestRatio':{'cpu':'1500m'} | {'requests':{'cpu':'1'},'limits':{'cpu':'1500m'}} | ``
          'type':'Container','min':{'cpu':'1','memory':'1'} | {} | [minimum cpu usage per Container is 1.  No request is specified, minimum memory usage per Container is 1.  No request is specified]
          'type':'Pod','max':{'cpu':'1'} | {'limits':{'cpu':'2'}} | maximum cpu usage per Pod is 1, but limit is 2
          'type':'Pod','min':{'cpu':'1'} | {'requests':{'cpu':'1'}} | ``
          'type':'Container','max':{'memory':'9e18'} | {'limits':{'memory':'9000000000000000001'}} | maximum memory usage per Container is 9e18, but limit is 9000000000000000001
          'type':'Container','max':{'cpu':'1'} | {'limits':{'cpu':'1000000001n'}} | maximum cpu usage per Container is 1, but limit is 1000000001n
          'type':'Container','maxLimitRequestRatio':{'cpu':'3'} | {'requests':{'cpu':'0.1'},'limits':{'cpu':'0.3'}} | ``
          'type':'Container','maxLimitRequestRatio':{'cpu':'3'} | {'requests':{'cpu':'100m'},'limits':{'cpu':'300m'}} | ``
          'type':'PersistentVolumeClaim','max':{'storage':'1'} | {} | ``
          """)
  void boundsContainersAndPods(String limit, String resources, String message) {
    JsonObject pod = pod("{'name':'a','resources':%s}".formatted(resources));

    assertThat(range(limit).violation("pods", pod)).isEqualTo(message);
  }

  @Test
  void podLevelResourcesCountInsteadOfContainers() {
    JsonObject pod = pod("{'name':'a','resources':{'limits':{'cpu':'1'}}}");
    pod.withObject("spec").withObject("resources").withObject("limits").put("cpu", "3");

    assertThat(range("'type':'Pod','max':{'cpu':'2'}").violation("pods", pod))
        .isEqualTo("maximum cpu usage per Pod is 2, but limit is 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'storage':'5Gi'} | ``
          {'storage':'11Gi'} | maximum storage usage per PersistentVolumeClaim is 10Gi, but request is 11Gi
          {'storage':'512Mi'} | minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 512Mi
          {} | [minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified, maximum storage usage per PersistentVolumeClaim is 10Gi.  No request is specified]
          """)
  void boundsClaims(String requests, String message) {
    JsonObject claim = read("{'spec':{'resources':{'requests':%s}}}".formatted(requests));

    assertThat(
            range("'type':'PersistentVolumeClaim','min':{'storage':'1Gi'},'max':{'storage':'10Gi'}")
                .violation("persistentvolumeclaims", claim))
        .isEqualTo(message);
  }

  private static JsonObject pod(String containers) {
    return read("{'metadata':{'name':'p'},'spec':{'containers':[%s]}}".formatted(containers));
  }

  private static LimitRange range(String limit) {
    return LimitRange.of(read("{'spec':{'limits':[{%s}]}}".formatted(limit)));
  }

  private static JsonObject read(String json) {
    return (JsonObject) JsonTrees.read(json.replace('\'', '"'));
  }
}
