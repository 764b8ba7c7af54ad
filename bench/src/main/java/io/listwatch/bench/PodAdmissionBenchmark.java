package io.listwatch.bench;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The time to create a pod in memory as a dry run, without HTTP: with the default admission
 * plug-ins, and without those that handle pods. The pod already has every field that the plug-ins
 * would add.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PodAdmissionBenchmark {
  private static final WriteOptions WRITE =
      new WriteOptions("bench", false, FieldValidation.IGNORE, false);
  private static final WriteOptions DRY_RUN =
      new WriteOptions("bench", true, FieldValidation.IGNORE, false);

  private static final String POD =
      """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0","labels":{"app":"web"}},
       "spec":{"serviceAccountName":"bench","serviceAccount":"bench",
        "automountServiceAccountToken":false,"priority":0,
        "preemptionPolicy":"PreemptLowerPriority","tolerations":[
         {"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute",
          "tolerationSeconds":300},
         {"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute",
          "tolerationSeconds":300}],
        "containers":[
         {"name":"main","image":"registry.test/app:1",
          "resources":{"requests":{"cpu":"100m"},"limits":{"memory":"256Mi"}}},
         {"name":"side","image":"registry.test/side:1"}]}}
      """;

  @Param({"none", "default"})
  public String plugins = "default";

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private @Nullable ApiServer server;

  @Setup
  public void start() {
    AdmissionSettings settings =
        plugins.equals("default")
            ? AdmissionSettings.DEFAULT
            : AdmissionSettings.DEFAULT.withPlugins(
                List.of(),
                List.of(
                    "NamespaceLifecycle",
                    "LimitRanger",
                    "ServiceAccount",
                    "PodSecurity",
                    "Priority",
                    "DefaultTolerationSeconds",
                    "RuntimeClass",
                    "PodTopologyLabels",
                    "MutatingAdmissionPolicy",
                    "MutatingAdmissionWebhook",
                    "ValidatingAdmissionPolicy",
                    "ValidatingAdmissionWebhook",
                    "ResourceQuota"));
    server = ApiServer.start(storage, ApiServerConfig.open(0).with(c -> c.admission(settings)));
    create("serviceaccounts", "{\"metadata\":{\"name\":\"bench\"}}", WRITE);
  }

  private WriteResult create(String plural, String json, WriteOptions options) {
    var running = Objects.requireNonNull(server);
    var object = (JsonObject) JsonTrees.read(json);
    return running
        .verbs()
        .create(
            running.registry().find("", "v1", plural).orElseThrow(),
            "default",
            new DecodedObject(object, List.of()),
            options)
        .toCompletableFuture()
        .join();
  }

  @Benchmark
  public WriteResult create() {
    return create("pods", POD, DRY_RUN);
  }

  @TearDown
  public void close() {
    if (server != null) {
      server.close();
    }
    storage.close();
  }
}
