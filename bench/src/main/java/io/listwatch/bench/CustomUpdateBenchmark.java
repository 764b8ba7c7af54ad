package io.listwatch.bench;

import io.listwatch.objects.apply.FieldManager;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.schema.structural.StructuralSchema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures schema and field ownership in an update of a custom resource of 4 KB with 50 declared
 * fields, step by step. The floor is the work that every update needs: parsing the body and
 * serializing the object. One field differs from the previous object, and the server processes the
 * whole object.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class CustomUpdateBenchmark {
  private static final int FIELDS = 40;
  private static final int ITEMS = 20;

  private static final List<String> FIELD_TYPES =
      List.of(
          "{\"type\":\"string\",\"pattern\":\"^[a-z0-9-]+$\"}",
          "{\"type\":\"integer\",\"minimum\":0}",
          "{\"type\":\"string\",\"enum\":[\"Always\",\"Never\"]}",
          "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"maxLength\":40}}",
          "{\"x-kubernetes-int-or-string\":true}");

  private static final List<String> FIELD_VALUES =
      List.of("\"a-value-of-some-length\"", "%d", "\"Always\"", "[\"one\",\"two\"]", "\"50%%\"");

  private final FieldManager manager =
      new FieldManager("bench", "bench.example/v1", "", Instant.EPOCH);
  private final StructuralSchema schema = StructuralSchema.of(schema());
  private final ManagedFields owners = ManagedFields.ofCustom(schema);
  private final SortedForm form = new SortedForm();
  private final JsonObject old = owned(object(0));
  private final JsonObject next = withOwnersOf(old, object(1));
  private final byte[] body = JsonTrees.write(next).getBytes(StandardCharsets.UTF_8);

  @Benchmark
  public JsonValue readBody() {
    return JsonTrees.read(body);
  }

  @Benchmark
  public byte[] spell() {
    return form.encode(next);
  }

  @Benchmark
  public List<String> prune() {
    return schema.prune(next);
  }

  @Benchmark
  public boolean complete() {
    return schema.complete(next);
  }

  @Benchmark
  public List<FieldError> validate() {
    return schema.violations(next, old);
  }

  @Benchmark
  public JsonValue recordOwners() {
    return owners.update(old, next, manager, ManagedFields.STATUS);
  }

  /** All steps for schema and field ownership. */
  @Benchmark
  public JsonValue schemaAndOwners() {
    if (!schema.prune(next).isEmpty() || !schema.violations(next, old).isEmpty()) {
      throw new IllegalStateException("next: not as the schema has it");
    }
    boolean unused = schema.complete(next);
    return owners.update(old, next, manager, ManagedFields.STATUS);
  }

  private static JsonValue schema() {
    var fields = new StringBuilder();
    for (int i = 0; i < FIELDS; i++) {
      fields.append(",\"field%d\":%s".formatted(i, FIELD_TYPES.get(i % FIELD_TYPES.size())));
    }
    return JsonTrees.read(
        """
        {"type":"object","properties":{"spec":{"type":"object","required":["field0"],"properties":{
          "items":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],
            "items":{"type":"object","required":["name"],"properties":{
              "name":{"type":"string","maxLength":63},"port":{"type":"integer","minimum":1,"maximum":65535},
              "labels":{"type":"object","additionalProperties":{"type":"string"}},
              "enabled":{"type":"boolean","default":true}}}}%s}},
        "status":{"type":"object","properties":{"ready":{"type":"boolean"},"replicas":{"type":"integer"}}}}}
        """
            .formatted(fields));
  }

  private static JsonObject object(int generation) {
    var spec = new StringBuilder("\"items\":[");
    for (int i = 0; i < ITEMS; i++) {
      spec.append(i == 0 ? "" : ",")
          .append(
              "{\"name\":\"item-%d\",\"port\":%d,\"enabled\":true,\"labels\":{\"app\":\"a%d\"}}"
                  .formatted(i, 8000 + i, i));
    }
    spec.append("]");
    for (int i = 0; i < FIELDS; i++) {
      String value = FIELD_VALUES.get(i % FIELD_VALUES.size()).formatted(generation);
      spec.append(",\"field%d\":%s".formatted(i, value));
    }
    return (JsonObject)
        JsonTrees.read(
            """
            {"apiVersion":"bench.example/v1","kind":"Thing","metadata":{"name":"a","namespace":"b"},\
            "spec":{%s},"status":{"ready":true,"replicas":3}}
            """
                .formatted(spec));
  }

  private JsonObject owned(JsonObject object) {
    JsonValue record = owners.update(null, object, manager, ManagedFields.STATUS);
    return withRecord(object, record);
  }

  private static JsonObject withOwnersOf(JsonObject other, JsonObject object) {
    return withRecord(object, other.at("/metadata/managedFields").deepCopy());
  }

  private static JsonObject withRecord(JsonObject object, JsonValue record) {
    object.withObject("metadata").set("managedFields", record);
    return object;
  }
}
