package io.listwatch.server.registry.delete;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.admission.RecordingAdmission;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.VerbsFixture;
import io.listwatch.server.resource.Transition.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Runs single steps of deletes, with recorded admission and with workers that the test runs. */
final class DeletionFixture implements AutoCloseable {
  /** The time of every delete. */
  static final String NOW = "2024-08-24T08:05:52Z";

  final VerbsFixture server = new VerbsFixture(VerbsFixture.custom("example.com/v1", "Widget"));
  final RecordingAdmission admission = new RecordingAdmission();
  final Queue<Runnable> workers = new ArrayDeque<>();

  ServedKind kind(String group, String plural) {
    return server.kind(group, plural);
  }

  DeleteTransition transition(ServedKind kind, Resource object, DeleteOptions options) {
    return new DeleteTransition(
        kind, object.key(), options, admission, server.timers, workers::add);
  }

  DeleteTransition ofConfigMap(DeleteOptions options) {
    return transition(kind("", "configmaps"), configMap(""), options);
  }

  /** Returns a ConfigMap with resourceVersion 7 and uid u1. */
  static Resource configMap(String metadata) {
    return namespaced("v1", "ConfigMap", metadata, "'data':{'k':'v'}");
  }

  static Resource namespaced(String apiVersion, String kind, String metadata, String content) {
    return parse(
        "{'apiVersion':'%s','kind':'%s','metadata':{'name':'a','namespace':'home','uid':'u1',"
                .formatted(apiVersion, kind)
            + "'resourceVersion':'7'%s},%s}".formatted(metadata, content));
  }

  /** Parses JSON in single quotes. */
  static Resource parse(String json) {
    return Resource.parse(json.replace('\'', '"'));
  }

  /** Returns the object that an outcome stores. */
  static JsonObject stored(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Put.class);
    return ((Outcome.Put) outcome).object();
  }

  /** Returns the {@code finalizers} member of metadata; empty for null. */
  static String finalizers(@Nullable String words) {
    return words == null ? "" : ",'finalizers':['" + words.replace(" ", "','") + "']";
  }

  static String finalizersOf(JsonObject object) {
    var words = new ArrayList<String>();
    object.at("/metadata/finalizers").forEach(each -> words.add(each.asText()));
    return String.join(" ", words);
  }

  @Override
  public void close() {
    server.close();
  }
}
