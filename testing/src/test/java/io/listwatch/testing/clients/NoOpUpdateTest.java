package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonObject;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Service;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An object that a client reads, serializes again and puts back unchanged keeps its version, and
 * watchers see no event.
 */
@ListwatchTest(tls = true)
final class NoOpUpdateTest {
  private static final ObjectMapper TREES = new ObjectMapper();

  private final RawClient client;

  NoOpUpdateTest(TestServer server) {
    this.client = new RawClient(server);
  }

  /** Objects with every sort of value that has more than one serialization. */
  enum Kind {
    CONFIG_MAP(
        "/api/v1/namespaces/default/configmaps",
        ConfigMap.class,
        V1ConfigMap.class,
        """
        {"kind": "ConfigMap", "apiVersion": "v1",
         "metadata": {"name": "it", "labels": {"z": "1", "a": "2"}, "annotations": {"n": "Grüße"}},
         "data": {"z": "1", "a": "<&>\\u2028", "empty": ""}, "binaryData": {"b": "AAEC"}}
        """),
    POD(
        "/api/v1/namespaces/default/pods",
        Pod.class,
        V1Pod.class,
        """
        {"kind": "Pod", "apiVersion": "v1",
         "metadata": {"name": "it", "finalizers": ["example.com/a"],
           "ownerReferences": [{"apiVersion": "example.com/v1", "kind": "Thing", "name": "o", "uid": "u",
             "controller": false}]},
         "spec": {"terminationGracePeriodSeconds": 30, "nodeSelector": {}, "hostNetwork": false,
           "containers": [{"name": "main", "image": "nginx:1", "command": ["a", "b"],
             "env": [{"name": "E", "value": ""}],
             "ports": [{"containerPort": 80, "protocol": "TCP"}],
             "livenessProbe": {"httpGet": {"path": "/", "port": "http"}, "periodSeconds": 10},
             "resources": {"limits": {"cpu": "0.5", "memory": "1024Mi"},
               "requests": {"cpu": "100m", "memory": "1e3"}},
             "securityContext": {"runAsNonRoot": false, "runAsUser": 0}}],
           "tolerations": [{"operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 0}],
           "volumes": [{"name": "v", "emptyDir": {}}]}}
        """),
    DEPLOYMENT(
        "/apis/apps/v1/namespaces/default/deployments",
        Deployment.class,
        V1Deployment.class,
        """
        {"kind": "Deployment", "apiVersion": "apps/v1", "metadata": {"name": "it"},
         "spec": {"replicas": 0, "paused": false,
           "selector": {"matchLabels": {"app": "web"},
             "matchExpressions": [{"key": "k", "operator": "In", "values": ["v"]}]},
           "strategy": {"type": "RollingUpdate",
             "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 0}},
           "template": {"metadata": {"labels": {"app": "web", "k": "v"}},
             "spec": {"containers": [{"name": "main", "image": "nginx:1"}]}}}}
        """),
    SERVICE(
        "/api/v1/namespaces/default/services",
        Service.class,
        V1Service.class,
        """
        {"kind": "Service", "apiVersion": "v1", "metadata": {"name": "it"},
         "spec": {"selector": {"app": "web"}, "type": "ClusterIP",
           "ports": [{"name": "a", "port": 80, "targetPort": "http", "protocol": "TCP"},
             {"name": "b", "port": 81, "targetPort": 8081, "protocol": "TCP"}]}}
        """),
    NOTE(
        "/apis/notes.example.com/v1/namespaces/default/notes",
        Note.class,
        JsonObject.class,
        """
        {"kind": "Note", "apiVersion": "notes.example.com/v1", "metadata": {"name": "it"},
         "spec": {"text": "", "priority": 0}}
        """);

    final String path;
    final Class<?> fabric8;
    final Class<?> official;
    final String json;

    Kind(String path, Class<?> fabric8, Class<?> official, String json) {
      this.path = path;
      this.fabric8 = fabric8;
      this.official = official;
      this.json = json;
    }
  }

  @ParameterizedTest
  @EnumSource
  void unchangedPutKeepsVersionAndSendsNoEvent(Kind kind) {
    client.define();
    JsonNode created = tree(client.send("POST", kind.path, kind.json));
    String path = kind.path + "/it";
    String read = client.send("GET", path, "");

    String byFabric8 = Serialization.asJson(Serialization.unmarshal(read, kind.fabric8));
    String byOfficial = JSON.serialize(JSON.<Object>deserialize(read, kind.official));
    String shuffled = shuffled(tree(read)).toString();

    assertThat(version(client.send("PUT", path, byFabric8))).isEqualTo(version(created));
    assertThat(version(client.send("PUT", path, byOfficial))).isEqualTo(version(created));
    assertThat(version(client.send("PUT", path, shuffled))).isEqualTo(version(created));
    assertThat(client.send("GET", path, "")).isEqualTo(read);
    JsonNode changed = tree(client.send("PUT", path, annotated(tree(read)).toString()));
    JsonNode event = tree(client.firstEvent(kind.path, version(created)));
    assertThat(event.path("object")).isEqualTo(changed);
    assertThat(version(changed)).isNotEqualTo(version(created));
  }

  private static ObjectNode annotated(JsonNode object) {
    ObjectNode copy = object.deepCopy();
    copy.withObject("/metadata/annotations").put("changed", "yes");
    return copy;
  }

  private static JsonNode shuffled(JsonNode node) {
    if (node instanceof ArrayNode array) {
      ArrayNode copy = TREES.createArrayNode();
      array.forEach(each -> copy.add(shuffled(each)));
      return copy;
    }
    if (node instanceof ObjectNode object) {
      var names = new ArrayList<String>();
      object.fieldNames().forEachRemaining(names::add);
      Collections.shuffle(names, new Random(names.size()));
      ObjectNode copy = TREES.createObjectNode();
      names.forEach(each -> copy.set(each, shuffled(object.get(each))));
      return copy;
    }
    return node;
  }

  private static String version(String json) {
    return version(tree(json));
  }

  private static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }

  private static JsonNode tree(String json) {
    try {
      return TREES.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
