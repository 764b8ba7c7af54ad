package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class WrongTypesTest {
  private static final String STRUCT = "json: cannot unmarshal %s into Go struct field %s of type ";
  private static final String QUANTITY =
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

  private static @Nullable String problem(String group, String kind, String json) {
    ObjectSchema schema = BuiltInTypes.load().find(group, "v1", kind).orElseThrow();
    return WrongTypes.first((JsonObject) JsonTrees.read(json.replace('\'', '"')), schema);
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("ConfigMap", "{'data':{'a':1}}", struct("number", "ConfigMap.data", "string")),
        Arguments.of(
            "ConfigMap", "{'data':'x'}", struct("string", "ConfigMap.data", "map[string]string")),
        Arguments.of("Pod", "{'spec':[]}", struct("array", "Pod.spec", "v1.PodSpec")),
        Arguments.of(
            "Pod",
            "{'spec':{'containers':{}}}",
            struct("object", "PodSpec.spec.containers", "[]v1.Container")),
        Arguments.of(
            "Pod",
            "{'spec':{'containers':[true]}}",
            struct("bool", "PodSpec.spec.containers", "v1.Container")),
        Arguments.of(
            "Pod",
            "{'spec':{'containers':[{'ports':[{'containerPort':'80'}]}]}}",
            struct("string", "ContainerPort.spec.containers.ports.containerPort", "int32")),
        Arguments.of(
            "Pod",
            "{'spec':{'containers':[{'ports':[{'protocol':1}]}]}}",
            struct("number", "ContainerPort.spec.containers.ports.protocol", "v1.Protocol")),
        Arguments.of(
            "Pod",
            "{'spec':{'terminationGracePeriodSeconds':1.5}}",
            struct("number 1.5", "PodSpec.spec.terminationGracePeriodSeconds", "int64")),
        Arguments.of(
            "Pod",
            "{'spec':{'containers':[{'ports':[{'containerPort':3000000000}]}]}}",
            struct(
                "number 3000000000", "ContainerPort.spec.containers.ports.containerPort", "int32")),
        Arguments.of(
            "PersistentVolume",
            "{'spec':{'accessModes':[1]}}",
            struct(
                "number",
                "PersistentVolumeSpec.spec.accessModes",
                "v1.PersistentVolumeAccessMode")),
        Arguments.of("Secret", "{'data':{'a':'***'}}", "illegal base64 data at input byte 0"),
        Arguments.of("Secret", "{'data':{'a':'abc'}}", "illegal base64 data at input byte 0"),
        Arguments.of("Secret", "{'data':{'a':'YWJjZA='}}", "illegal base64 data at input byte 7"),
        Arguments.of("Secret", "{'data':{'a':'YQ==x'}}", "illegal base64 data at input byte 4"),
        Arguments.of("ResourceQuota", "{'spec':{'hard':{'a':'one'}}}", QUANTITY),
        Arguments.of("ResourceQuota", "{'spec':{'hard':{'a':''}}}", QUANTITY),
        Arguments.of("ResourceQuota", "{'spec':{'hard':{'a':{}}}}", QUANTITY),
        Arguments.of(
            "ResourceQuota", "{'spec':{'hard':{'a':'1mm'}}}", "unable to parse quantity's suffix"),
        Arguments.of(
            "Service",
            "{'spec':{'ports':[{'targetPort':true}]}}",
            struct("bool", "ServicePort.spec.ports.targetPort", "int32")),
        Arguments.of(
            "Service",
            "{'spec':{'ports':[{'targetPort':1.5}]}}",
            struct("number 1.5", "ServicePort.spec.ports.targetPort", "int32")),
        Arguments.of(
            "Pod",
            "{'metadata':{'creationTimestamp':5}}",
            struct("number", "ObjectMeta.metadata.creationTimestamp", "string")),
        Arguments.of(
            "Pod",
            "{'spec':{'containers':[{'livenessProbe':{'httpGet':{'path':1}}}]}}",
            struct(
                "number",
                "HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.path",
                "string")),
        Arguments.of(
            "Pod",
            "{'spec':{'volumes':[{'configMap':{'name':1}}]}}",
            struct(
                "number",
                "ConfigMapVolumeSource.spec.volumes.VolumeSource.configMap"
                    + ".LocalObjectReference.name",
                "string")),
        Arguments.of(
            "Event",
            "{'lastTimestamp':'x'}",
            "parsing time \"x\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\""),
        Arguments.of(
            "Event",
            "{'lastTimestamp':'2024-01-02'}",
            "parsing time \"2024-01-02\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as"
                + " \"T\""),
        Arguments.of(
            "Event",
            "{'lastTimestamp':'2024-13-02T00:00:00Z'}",
            "parsing time \"2024-13-02T00:00:00Z\": month out of range"),
        Arguments.of(
            "Event",
            "{'eventTime':'2024-01-02T00:00:00Z'}",
            "parsing time \"2024-01-02T00:00:00Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot"
                + " parse \"Z\" as \".000000\""));
  }

  private static String struct(String what, String place, String type) {
    return STRUCT.formatted(what, place) + type;
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void reportsWrongTypesLikeGo(String kind, String json, String expected) {
    assertThat(problem("", kind, json)).isEqualTo(expected);
  }

  @Test
  void namesTheGoTypeOfAnEmbeddedMember() {
    String json = "{'webhooks':[{'rules':[{'scope':1}]}]}";

    assertThat(problem("admissionregistration.k8s.io", "ValidatingWebhookConfiguration", json))
        .isEqualTo(
            struct("number", "RuleWithOperations.webhooks.rules.Rule.scope", "v1.ScopeType"));
  }

  @Test
  void namesTheGoTypeOfTheKeysOfAMap() {
    assertThat(
            problem("resource.k8s.io", "ResourceSlice", "{'spec':{'devices':[{'attributes':[]}]}}"))
        .isEqualTo(
            struct(
                "array",
                "Device.spec.devices.attributes",
                "map[v1.QualifiedName]v1.DeviceAttribute"));
  }

  @Test
  void reportsTheFirstErrorInTheBody() {
    String json = "{'binaryData':{'a':'*'},'data':{'a':1},'immutable':'x'}";

    assertThat(problem("", "ConfigMap", json)).isEqualTo("illegal base64 data at input byte 0");
  }

  @Test
  void acceptsNullsAndUnknownFields() {
    String json = "{'data':null,'immutable':null,'binaryData':{'a':null},'other':{'x':1}}";

    assertThat(problem("", "ConfigMap", json)).isNull();
  }

  /** Trees that a program has built may contain longs instead of ints. */
  @Test
  void acceptsLongsInTheRangeOfAnInt() {
    ObjectSchema lease =
        BuiltInTypes.load().find("coordination.k8s.io", "v1", "Lease").orElseThrow();
    JsonObject object = (JsonObject) JsonTrees.read("{\"spec\":{}}");
    object.withObject("spec").put("leaseTransitions", 3L);

    assertThat(WrongTypes.first(object, lease)).isNull();
  }

  @Test
  void acceptsValidValues() {
    String json =
        "{'spec':{'hard':{'a':1,'b':'1.5Gi','c':'1e3','d':'+.5'}},"
            + "'metadata':{'creationTimestamp':'2024-02-29T23:59:59.5+01:00','generation':9}}";

    assertThat(problem("", "ResourceQuota", json)).isNull();
    assertThat(problem("", "Secret", "{'data':{'a':'YW\\nJj','b':'','c':'YQ=='}}")).isNull();
  }
}
