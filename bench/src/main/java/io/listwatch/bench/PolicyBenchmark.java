package io.listwatch.bench;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import io.listwatch.server.registry.write.WriteResult;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.util.List;
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
 * The time to create a ConfigMap in memory, without HTTP: with no validating admission policy, and
 * with policies of one CEL rule each.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PolicyBenchmark {
  private static final String GROUP = "admissionregistration.k8s.io";
  private static final WriteOptions OPTIONS =
      new WriteOptions("bench", false, FieldValidation.IGNORE, false);

  @Param({"0", "1", "10"})
  public int policies;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final ResourceDefinition maps =
      server.registry().find("", "v1", "configmaps").orElseThrow();

  @Setup
  public void load() {
    for (int i = 0; i < policies; i++) {
      create(
          definition("validatingadmissionpolicies"),
          null,
          """
          {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingAdmissionPolicy",
           "metadata":{"name":"p%d"},"spec":{"matchConstraints":{"resourceRules":[
            {"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE","UPDATE"],
             "resources":["configmaps"]}]},
            "validations":[{"expression":"object.data.size == 'small'"}]}}
          """
              .formatted(i));
      create(
          definition("validatingadmissionpolicybindings"),
          null,
          """
          {"apiVersion":"admissionregistration.k8s.io/v1",
           "kind":"ValidatingAdmissionPolicyBinding","metadata":{"name":"p%1$d"},
           "spec":{"policyName":"p%1$d","validationActions":["Deny"]}}
          """
              .formatted(i));
    }
  }

  private ResourceDefinition definition(String plural) {
    return server.registry().find(GROUP, "v1", plural).orElseThrow();
  }

  private WriteResult create(
      ResourceDefinition definition, @Nullable String namespace, String json) {
    var object = (JsonObject) JsonTrees.read(json);
    return server
        .verbs()
        .create(definition, namespace, new DecodedObject(object, List.of()), OPTIONS)
        .toCompletableFuture()
        .join();
  }

  @Benchmark
  public WriteResult create() {
    return create(
        maps,
        "default",
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"c-"},
         "data":{"size":"small","colour":"blue"}}
        """);
  }

  @TearDown
  public void close() {
    server.close();
    storage.close();
  }
}
