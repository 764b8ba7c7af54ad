package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The methods of a kind's strategy that an update of each part calls. */
final class ObjectPartTest {
  private static final String POD =
      "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a','namespace':'home'},"
          + "'spec':{'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s'}}}]"
          + "%s}}";

  private final WriteFixture fixture = new WriteFixture();
  private final SpyStrategy strategy = new SpyStrategy();

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @CsvSource({
    "WHOLE, '', false",
    "STATUS, status, false",
    "APPROVAL, approval, false",
    "SCALE, scale, false",
    "FINALIZE, finalize, false",
    "EPHEMERAL_CONTAINERS, ephemeralcontainers, false",
    "RESIZE, resize, false",
    "BINDING, binding, true",
    "EVICTION, eviction, true",
  })
  void partHasSubresourceName(ObjectPart part, String subresource, boolean ownDoing) {
    assertThat(part.subresource()).isEqualTo(subresource);
    assertThat(part.ownDoing()).isEqualTo(ownDoing);
  }

  @ParameterizedTest
  @CsvSource({
    "WHOLE, prepareUpdate validateUpdate admit warnings",
    "STATUS, prepareStatusUpdate validateStatusUpdate admitStatus statusWarnings",
    "APPROVAL, prepareStatusUpdate admitStatus warnings",
    "SCALE, prepareUpdate validateUpdate warnings",
    "FINALIZE, warnings",
    "BINDING, warnings",
    "EVICTION, warnings",
  })
  void updateOfPartCallsTheStrategyMethodsForIt(ObjectPart part, String calls) {
    JsonObject next = json("{'metadata':{}}");
    JsonObject old = json("{'metadata':{}}");

    part.prepare(strategy, next, old);
    part.validate(strategy, next, old, new ArrayList<>(), new ArrayList<>());
    part.admit(strategy, next, old);
    List<String> warnings = part.warnings(strategy, next, old);

    assertThat(String.join(" ", strategy.calls)).isEqualTo(calls);
    assertThat(warnings).containsExactly("warned");
  }

  @ParameterizedTest
  @CsvSource({"WHOLE,admit", "STATUS,admitStatus", "APPROVAL,admitStatus"})
  void strategyMayRejectAValidChange(ObjectPart part, String call) {
    strategy.rejects = call;

    assertThatThrownBy(() -> part.admit(strategy, json("{}"), json("{}")))
        .hasMessageContaining(call);
  }

  @Test
  void finalizeChangesOnlySpecFinalizers() {
    JsonObject old =
        json(
            "{'metadata':{'name':'n','labels':{'a':'b'}},'spec':{'finalizers':['kubernetes']},"
                + "'status':{'phase':'Terminating'}}");
    JsonObject next = json("{'metadata':{'name':'n'},'spec':{'finalizers':[]},'status':{}}");

    ObjectPart.FINALIZE.prepare(strategy, next, old);

    assertThat(next.at("/spec/finalizers")).isEmpty();
    assertThat(next.path("status")).isEqualTo(old.path("status"));
  }

  @Test
  void ephemeralContainersPartChangesNothingElse() {
    ServedKind pods = fixture.kind("", "pods");
    JsonObject old = json(POD.formatted("1", ""));
    JsonObject next =
        json(
            POD.formatted(
                "2",
                ",'ephemeralContainers':[{'name':'debug','image':'i',"
                    + "'imagePullPolicy':'Always','terminationMessagePolicy':'File'}]"));
    var errors = new ArrayList<FieldError>();

    ObjectPart.EPHEMERAL_CONTAINERS.prepare(pods.strategy(), next, old);
    ObjectPart.EPHEMERAL_CONTAINERS.validate(pods.strategy(), next, old, errors, new ArrayList<>());

    assertThat(errors).isEmpty();
    assertThat(next.at("/spec/ephemeralContainers/0/name").asText()).isEqualTo("debug");
    assertThat(next.at("/spec/containers/0/resources/requests/cpu").asText()).isEqualTo("1");
  }

  @Test
  void ephemeralContainersCannotBeRemoved() {
    JsonObject old =
        json(
            POD.formatted(
                "1",
                ",'ephemeralContainers':[{'name':'debug','image':'i',"
                    + "'imagePullPolicy':'Always','terminationMessagePolicy':'File'}]"));
    var errors = new ArrayList<FieldError>();

    ObjectPart.EPHEMERAL_CONTAINERS.validate(
        strategy, json(POD.formatted("1", "")), old, errors, new ArrayList<>());

    assertThat(errors).anyMatch(each -> each.toString().contains("existing ephemeral containers"));
  }

  @Test
  void resizeChangesOnlyResources() {
    ServedKind pods = fixture.kind("", "pods");
    JsonObject old = json(POD.formatted("1", ""));
    JsonObject next = json(POD.formatted("2", ",'nodeName':'n'"));

    ObjectPart.RESIZE.prepare(pods.strategy(), next, old);

    assertThat(next.at("/spec/containers/0/resources/requests/cpu").asText()).isEqualTo("2");
    assertThat(next.path("spec").has("nodeName")).isFalse();
  }

  @Test
  void resizeMustKeepTheQosClass() {
    JsonObject old = json(POD.formatted("1", ""));
    JsonObject next = json(POD.formatted("1", ""));
    next.withObject("spec").withArray("containers").removeAll();
    next.withObject("spec").withArray("containers").addObject().put("name", "c").put("image", "i");
    var errors = new ArrayList<FieldError>();

    ObjectPart.RESIZE.validate(strategy, next, old, errors, new ArrayList<>());

    assertThat(errors).isNotEmpty();
  }

  @Test
  void approvalValidatesConditions() {
    var errors = new ArrayList<FieldError>();
    JsonObject old = json("{'metadata':{'name':'c'},'status':{}}");
    JsonObject next =
        json(
            "{'metadata':{'name':'c'},'status':{'conditions':[{'type':'Approved','status':'True'},"
                + "{'type':'Denied','status':'True'}]}}");

    ObjectPart.APPROVAL.validate(strategy, next, old, errors, new ArrayList<>());

    assertThat(errors).isNotEmpty();
  }

  /** Records the calls of a write, in their order. */
  private static final class SpyStrategy implements Strategy {
    final List<String> calls = new ArrayList<>();
    String rejects = "";

    @Override
    public void prepareUpdate(JsonObject next, JsonObject old) {
      calls.add("prepareUpdate");
    }

    @Override
    public void prepareStatusUpdate(JsonObject next, JsonObject old) {
      calls.add("prepareStatusUpdate");
    }

    @Override
    public void validateUpdate(
        JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
      calls.add("validateUpdate");
    }

    @Override
    public void validateStatusUpdate(
        JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
      calls.add("validateStatusUpdate");
    }

    @Override
    public void admit(JsonObject next, @Nullable JsonObject old) {
      admitted("admit");
    }

    @Override
    public void admitStatus(JsonObject next, JsonObject old) {
      admitted("admitStatus");
    }

    private void admitted(String call) {
      calls.add(call);
      if (rejects.equals(call)) {
        throw ApiErrors.plain(call);
      }
    }

    @Override
    public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
      calls.add("warnings");
      return List.of("warned");
    }

    @Override
    public List<String> statusWarnings(JsonObject next, JsonObject old) {
      calls.add("statusWarnings");
      return List.of("warned");
    }
  }
}
