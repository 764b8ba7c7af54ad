package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.verbs.VerbsFixture;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The last step before an object replaces another. */
final class BeforeUpdateTest {
  private static final String OLD =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','namespace':'home','uid':'u1',"
          + "'resourceVersion':'7','creationTimestamp':'2024-01-01T00:00:00Z'%s},"
          + "'data':{'k':'v'}}";

  private final WriteFixture fixture =
      new WriteFixture(VerbsFixture.custom("example.com/v1", "Widget", "status"));
  private final ServedKind maps = fixture.configMaps();
  private final ServedKind widgets = fixture.kind("example.com", "widgets");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static JsonObject old() {
    return old("");
  }

  private static JsonObject old(String metadata) {
    return json(OLD.formatted(metadata));
  }

  /** Prepares an object with this metadata. */
  private JsonObject updated(String metadata, JsonObject old) {
    JsonObject next =
        json("{'apiVersion':'v1','kind':'ConfigMap','metadata':%s}".formatted(metadata));
    new BeforeUpdate(maps, ObjectPart.WHOLE, fixture.warnings::add).apply(next, old);
    return next;
  }

  private JsonObject widget(ObjectPart part, String next, String old) {
    JsonObject tree = widget(next);
    new BeforeUpdate(widgets, part, fixture.warnings::add).apply(tree, widget(old));
    return tree;
  }

  private static JsonObject widget(String content) {
    return json(
        "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w','namespace':'home',"
            + "'uid':'u1','resourceVersion':'7','generation':3},%s}".formatted(content));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "07", "0", "00", ""})
  void updateOfTheCurrentVersionOrOfAnyVersionPasses(String version) {
    JsonObject next =
        updated("{'name':'a','namespace':'home','resourceVersion':'%s'}".formatted(version), old());

    assertThat(next.at("/metadata/resourceVersion").asText()).isEqualTo("7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "6 | 409 | Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
            + " please apply your changes to the latest version and try again",
        "8 | 409 | Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
            + " please apply your changes to the latest version and try again",
        "9 | 409 | Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
            + " please apply your changes to the latest version and try again",
        "70 | 409 | Operation cannot be fulfilled on configmaps \"a\": the object has been"
            + " modified; please apply your changes to the latest version and try again",
        "abc | 500 | strconv.ParseUint: parsing \"abc\": invalid syntax",
        "-7 | 500 | strconv.ParseUint: parsing \"-7\": invalid syntax",
        "7/ | 500 | strconv.ParseUint: parsing \"7/\": invalid syntax",
        "7: | 500 | strconv.ParseUint: parsing \"7:\": invalid syntax",
      })
  void updateOfAnotherVersionIsRejected(String version, int code, String error) {
    assertThatThrownBy(
            () ->
                updated(
                    "{'name':'a','namespace':'home','resourceVersion':'%s'}".formatted(version),
                    old()))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(code);
              assertThat(e.status().message()).isEqualTo(error);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0"})
  void customResourceUpdateNeedsResourceVersion(String version) {
    JsonObject next = widget("'spec':{}");
    next.withObject("metadata").put("resourceVersion", version);

    assertThatThrownBy(
            () ->
                new BeforeUpdate(widgets, ObjectPart.WHOLE, fixture.warnings::add)
                    .apply(next, widget("'spec':{}")))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.status().message())
                    .isEqualTo(
                        "widgets.example.com \"w\" is invalid: metadata.resourceVersion: Invalid"
                            + " value: 0: must be specified for an update"));
  }

  @Test
  void uidAndCreationTimestampStay() {
    JsonObject next =
        updated(
            "{'name':'a','namespace':'home','creationTimestamp':'2001-01-01T00:00:00Z'}", old());

    assertThat(next.at("/metadata/uid").asText()).isEqualTo("u1");
    assertThat(next.at("/metadata/creationTimestamp").asText()).isEqualTo("2024-01-01T00:00:00Z");
  }

  /** kube-apiserver checks changes of metadata twice. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'b','namespace':'home'} | metadata.name",
        "{'name':'a','namespace':'away'} | metadata.namespace",
        "{'name':'a','namespace':'home','uid':'u2'} | metadata.uid",
        "{'name':'a','namespace':'home','deletionTimestamp':'2001-01-01T00:00:00Z'} |"
            + " metadata.deletionTimestamp",
        "{'name':'a','namespace':'home','deletionGracePeriodSeconds':5} |"
            + " metadata.deletionGracePeriodSeconds",
      })
  void immutableMetadataIsReportedTwice(String metadata, String field) {
    assertThatThrownBy(() -> updated(metadata, old()))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(422);
              assertThat(e.status().details().name()).isEqualTo("a");
              assertThat(e.status().details().causes())
                  .filteredOn(cause -> cause.message().endsWith("field is immutable"))
                  .extracting(Status.Cause::field)
                  .containsExactly(field, field);
            });
  }

  @Test
  void deletionTimestampOfATerminatingObjectStays() {
    String terminating =
        ",'deletionTimestamp':'2024-02-01T00:00:00Z','deletionGracePeriodSeconds':0,"
            + "'finalizers':['x/y']";

    JsonObject next =
        updated("{'name':'a','namespace':'home','finalizers':['x/y']}", old(terminating));

    assertThat(next.at("/metadata/deletionTimestamp").asText()).isEqualTo("2024-02-01T00:00:00Z");
    assertThat(next.at("/metadata/deletionGracePeriodSeconds").asLong(-1)).isZero();
  }

  @Test
  void gracePeriodOfATerminatingObjectCannotBeChanged() {
    String terminating =
        ",'deletionTimestamp':'2024-02-01T00:00:00Z','deletionGracePeriodSeconds':30";

    assertThatThrownBy(
            () ->
                updated(
                    "{'name':'a','namespace':'home','deletionGracePeriodSeconds':5}",
                    old(terminating)))
        .hasMessageContaining("metadata.deletionGracePeriodSeconds");
  }

  @Test
  void terminatingObjectGetsNoNewFinalizers() {
    String terminating = ",'deletionTimestamp':'2024-02-01T00:00:00Z','finalizers':['x/y']";

    assertThatThrownBy(
            () ->
                updated(
                    "{'name':'a','namespace':'home','finalizers':['x/y','x/z']}", old(terminating)))
        .hasMessageContaining(
            "no new finalizers can be added if the object is being deleted, found new finalizers"
                + " []string{\"x/z\"}");
  }

  @Test
  void kindThatIsRevalidatedChecksMetadataLikeACreate() {
    JsonObject next =
        json(
            "{'apiVersion':'v1','kind':'Secret','type':'Opaque','metadata':{'name':'a',"
                + "'namespace':'home','uid':'u1','finalizers':['plain']}}");
    JsonObject before = next.deepCopy();

    assertThatThrownBy(
            () ->
                new BeforeUpdate(
                        fixture.kind("", "secrets"), ObjectPart.WHOLE, fixture.warnings::add)
                    .apply(next, before))
        .hasMessageContaining("metadata.finalizers[0]");
  }

  @Test
  void finalizersOfACustomResourceNeedNoDomain() {
    JsonObject next = widget("'spec':{}");
    next.withObject("metadata").putArray("finalizers").add("plain");

    new BeforeUpdate(widgets, ObjectPart.WHOLE, fixture.warnings::add)
        .apply(next, widget("'spec':{}"));

    assertThat(next.at("/metadata/finalizers/0").asText()).isEqualTo("plain");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // part | next | old | generation
        "WHOLE | 'spec':{'a':1} | 'spec':{'a':1} | 3",
        "WHOLE | 'spec':{'a':2} | 'spec':{'a':1} | 4",
        "WHOLE | 'spec':{'a':1},'status':{'b':1} | 'spec':{'a':1} | 3",
        "STATUS | 'spec':{'a':2},'status':{'b':1} | 'spec':{'a':1} | 3",
      })
  void generationCountsChangesOfAllButStatusAndMetadata(
      ObjectPart part, String next, String old, long generation) {
    assertThat(widget(part, next, old).at("/metadata/generation").asLong()).isEqualTo(generation);
  }

  @Test
  void clientCannotSetTheGeneration() {
    JsonObject next = widget("'spec':{'a':1}");
    next.withObject("metadata").put("generation", 99);

    new BeforeUpdate(widgets, ObjectPart.WHOLE, fixture.warnings::add)
        .apply(next, widget("'spec':{'a':1}"));

    assertThat(next.at("/metadata/generation").asLong()).isEqualTo(3);
  }

  @Test
  void statusAndSpecAreUpdatedSeparately() {
    JsonObject whole =
        widget(
            ObjectPart.WHOLE, "'spec':{'a':2},'status':{'b':2}", "'spec':{'a':1},'status':{'b':1}");
    JsonObject status =
        widget(
            ObjectPart.STATUS,
            "'spec':{'a':2},'status':{'b':2}",
            "'spec':{'a':1},'status':{'b':1}");

    assertThat(whole.at("/spec/a").asInt()).isEqualTo(2);
    assertThat(whole.at("/status/b").asInt()).isEqualTo(1);
    assertThat(status.at("/spec/a").asInt()).isEqualTo(1);
    assertThat(status.at("/status/b").asInt()).isEqualTo(2);
  }

  @Test
  void metadataIsCheckedTwiceForAKindThatIsRevalidated() {
    String labelled = "{'name':'a','namespace':'home','labels':{'k':'not ok'}}";
    JsonObject widget = widget("'spec':{}");
    widget.withObject("metadata").putObject("labels").put("k", "not ok");

    assertThat(causes(() -> updated(labelled, old()))).isEqualTo(2);
    assertThat(
            causes(
                () ->
                    new BeforeUpdate(widgets, ObjectPart.WHOLE, fixture.warnings::add)
                        .apply(widget, widget("'spec':{}"))))
        .isEqualTo(1);
  }

  private static int causes(ThrowingCallable update) {
    return catchThrowableOfType(ApiException.class, update).status().details().causes().size();
  }

  @Test
  void warnsAboutToleratedErrorsThenAboutTheObject() {
    new BeforeUpdate(
            WriteFixture.ruledBy(new WarningStrategy(), widgets),
            ObjectPart.WHOLE,
            fixture.warnings::add)
        .apply(widget("'spec':{}"), widget("'spec':{}"));

    assertThat(fixture.warnings).containsExactly("forgiven", "careful");
  }

  @Test
  void strategyMayRejectAValidUpdate() {
    Strategy rejecting =
        new Strategy() {
          @Override
          public void admit(JsonObject next, @Nullable JsonObject old) {
            throw ApiErrors.plain("not now");
          }
        };

    assertThatThrownBy(
            () ->
                new BeforeUpdate(
                        WriteFixture.ruledBy(rejecting, widgets),
                        ObjectPart.WHOLE,
                        fixture.warnings::add)
                    .apply(widget("'spec':{}"), widget("'spec':{}")))
        .hasMessageContaining("not now");
  }

  @ParameterizedTest
  @CsvSource({"true,false", "true,", "false,"})
  void immutableConfigMapStaysAsItIs(boolean immutable, @Nullable Boolean next) {
    JsonObject before = old().put("immutable", immutable);
    JsonObject after = old();
    if (next != null) {
      after.put("immutable", next);
    }
    var update = new BeforeUpdate(maps, ObjectPart.WHOLE, fixture.warnings::add);

    if (immutable) {
      assertThatThrownBy(() -> update.apply(after, before))
          .hasMessageContaining("field is immutable when `immutable` is set");
    } else {
      update.apply(after, before);
      assertThat(after.path("data")).isEqualTo(before.path("data"));
    }
  }

  /** Warns in both places where a strategy may. */
  private static final class WarningStrategy implements Strategy {
    @Override
    public void validateUpdate(
        JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
      warnings.add("forgiven");
    }

    @Override
    public List<String> warnings(JsonObject next, @Nullable JsonObject old) {
      return List.of("careful");
    }
  }
}
