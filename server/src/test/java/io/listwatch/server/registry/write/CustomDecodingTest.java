package io.listwatch.server.registry.write;

import static io.listwatch.server.registry.write.WriteFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.custom.CustomContent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.write.WriteOptions.FieldValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Decodes custom resources by the schema of their CRD. */
final class CustomDecodingTest {
  /** Has the fields of metadata and {@code spec.known}, and defaults {@code spec.size}. */
  private static final CustomContent CONTENT =
      new CustomContent() {
        @Override
        public Optional<String> unreadable(JsonObject object) {
          return object.path("spec").isObject()
              ? Optional.empty()
              : Optional.of("spec: expected an object");
        }

        @Override
        public List<String> prune(JsonObject object) {
          boolean found = object.withObject("spec").remove("odd") != null;
          return found ? List.of("spec.odd") : List.of();
        }

        @Override
        public void complete(JsonObject object) {
          object.withObject("spec").put("size", "completed");
        }

        @Override
        public void completeApplied(JsonObject object) {
          object.withObject("spec").put("size", "applied");
        }
      };

  private static final String CUSTOM =
      "{'apiVersion':'example.com/v2','kind':'Widget','metadata':{'name':'w'},'spec':%s}";

  private final WriteFixture fixture = new WriteFixture(WriteFixture.widgets(CONTENT));

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonObject decode(JsonObject sent, RequestedChange change, FieldValidation validation) {
    return fixture
        .steps()
        .decoder(fixture.kind("example.com", "widgets"), fixture.options(validation))
        .decode(sent, change, "home");
  }

  private JsonObject decode(String spec, FieldValidation validation) {
    return decode(json(CUSTOM.formatted(spec)), validation);
  }

  private JsonObject decode(JsonObject sent, FieldValidation validation) {
    return decode(sent, new FullReplacement(new DecodedObject(sent, List.of())), validation);
  }

  @ParameterizedTest
  @EnumSource(
      value = FieldValidation.class,
      names = {"IGNORE", "WARN"})
  void unknownFieldsArePruned(FieldValidation validation) {
    JsonObject widget = decode("{'odd':1,'known':2}", validation);

    assertThat(widget.path("spec")).isEqualTo(json("{'known':2,'size':'completed'}"));
    assertThat(fixture.warnings)
        .hasSize(validation == FieldValidation.WARN ? 1 : 0)
        .allMatch("unknown field \"spec.odd\""::equals);
  }

  @Test
  void strictValidationRejectsTheObjectAsItWasSent() {
    var shown = new ArrayList<JsonObject>();
    JsonObject sent = json(CUSTOM.formatted("{'odd':1}"));
    RequestedChange showing =
        new RequestedChange() {
          @Override
          public JsonObject of(@Nullable JsonObject old) {
            return sent;
          }

          @Override
          public ApiException refusedStrictly(
              ResourceType type, JsonObject object, String complaints) {
            shown.add(object.deepCopy());
            return ApiErrors.plain(complaints);
          }
        };

    assertThatThrownBy(() -> decode(sent, showing, FieldValidation.STRICT))
        .hasMessageContaining("unknown field \"spec.odd\"");
    assertThat(shown).containsExactly(json(CUSTOM.formatted("{'odd':1}")));
  }

  @Test
  void unreadableObjectIsRejected() {
    assertThatThrownBy(() -> decode("3", FieldValidation.WARN))
        .hasMessageContaining(
            "Widget in version \"v2\" cannot be handled as a Widget: spec: expected an object");
  }

  @Test
  void appliedObjectHasItsOwnDefaults() {
    JsonObject sent = json(CUSTOM.formatted("{}"));
    RequestedChange applied =
        new RequestedChange() {
          @Override
          public JsonObject of(@Nullable JsonObject old) {
            return sent;
          }

          @Override
          public boolean recordsOwners() {
            return true;
          }
        };

    assertThat(decode(sent, applied, FieldValidation.WARN).at("/spec/size").asText())
        .isEqualTo("applied");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'kind':'Widget'} | 400 | the API version in the data () does not match the expected API"
            + " version (example.com/v2)",
        "{'apiVersion':'example.com/v9','kind':'Widget'} | 400 | the API version in the data"
            + " (example.com/v9) does not match the expected API version (example.com/v2)",
        "{'apiVersion':'example.com/v2','kind':'Gadget','metadata':{'name':'g'}} | 422 |"
            + " Gadget.example.com \"g\" is invalid: kind: Invalid value: \"Gadget\": must be"
            + " Widget",
        "{'apiVersion':'example.com/v2'} | 400 | Widget in version \"v2\" cannot be handled as a"
            + " Widget: Object 'Kind' is missing in '{\"apiVersion\":\"example.com/v2\"}'",
      })
  void rejectsMissingOrWrongType(String sent, int code, String error) {
    assertThatThrownBy(() -> decode(json(sent), FieldValidation.WARN))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().message()).isEqualTo(error);
              assertThat(e.status().code()).isEqualTo(code);
            });
  }

  @Test
  void duplicateFieldsAreReported() {
    var body = new DecodedObject(json(CUSTOM.formatted("{}")), List.of(RepeatedField.of("spec.a")));

    decode(body.object(), new FullReplacement(body), FieldValidation.WARN);

    assertThat(fixture.warnings).containsExactly("duplicate field \"spec.a\"");
  }
}
