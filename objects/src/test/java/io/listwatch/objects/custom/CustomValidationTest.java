package io.listwatch.objects.custom;

import static io.listwatch.objects.custom.CustomDefinitionFixture.definition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CustomValidationTest {
  private final JsonObject object = definition("widgets", "Widget", "w1");
  private final JsonObject spec = object.withObject("spec");
  private final JsonObject version = (JsonObject) object.at("/spec/versions/0");

  @Test
  void acceptsValidDefinition() {
    assertThat(CustomValidation.create(object)).isEmpty();
  }

  @Test
  void requiresNameOfPluralAndGroup() {
    object.withObject("metadata").put("name", "gadgets.example.com");

    assertThat(CustomValidation.create(object))
        .containsExactly(
            new Cause(
                "FieldValueInvalid",
                "Invalid value: \"gadgets.example.com\": must be"
                    + " spec.names.plural+\".\"+spec.group",
                "metadata.name"));
  }

  @Test
  void requiresDotInGroup() {
    spec.put("group", "example");
    object.withObject("metadata").put("name", "widgets.example");

    assertThat(messages())
        .containsExactly(
            "spec.group: Invalid value: \"example\": should be a domain with at least one dot");
  }

  @Test
  void rejectsMalformedAndTooLongGroup() {
    spec.put("group", "Example.com");
    object.withObject("metadata").put("name", "widgets.Example.com");
    assertThat(messages())
        .singleElement()
        .asString()
        .startsWith("spec.group: Invalid value: \"Example.com\": a lowercase RFC 1123 subdomain");

    String group = "a." + "b.".repeat(100_000) + "c";
    spec.put("group", group);
    object.withObject("metadata").put("name", "widgets." + group);

    assertThat(messages()).hasSize(1);
    // isTrue() keeps the very long message out of the test's output.
    assertThat(messages().get(0).endsWith("\": must be no more than 253 characters")).isTrue();
  }

  @Test
  void rejectsUnknownScope() {
    spec.put("scope", "Galaxy");

    assertThat(messages())
        .containsExactly(
            "spec.scope: Unsupported value: \"Galaxy\": supported values: \"Cluster\","
                + " \"Namespaced\"");
  }

  @Test
  void reportsMembersThatAllVersionsShareOnce() {
    version.withObject("schema", "openAPIV3Schema").put("nullable", true);

    assertThat(messages())
        .containsExactly(
            "spec.validation.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the"
                + " root");
  }

  @Test
  void reportsTheVersionThatDiffers() {
    JsonObject second = version.deepCopy().put("name", "v2").put("storage", false);
    second.withObject("schema", "openAPIV3Schema").put("nullable", true);
    spec.withArray("versions").add(second);

    assertThat(messages())
        .containsExactly(
            "spec.versions[1].schema.openAPIV3Schema.nullable: Forbidden: nullable cannot be true"
                + " at the root");
  }

  @Test
  void validatesServiceOfConversionWebhook() {
    spec.withObject("conversion").put("strategy", "Webhook");
    JsonObject webhook = spec.withObject("conversion", "webhook");
    webhook.withArray("conversionReviewVersions").add("v1");
    JsonObject service = webhook.withObject("clientConfig", "service");
    service.put("name", "s").put("namespace", "n").put("port", 443).put("path", "/a/b/");
    assertThat(messages()).isEmpty();

    service.remove("name");
    service.put("port", 70_000).put("path", "/a//B");

    String path = "spec.conversion.webhookClientConfig.service.";
    assertThat(messages()).hasSize(4);
    assertThat(messages().subList(0, 3))
        .containsExactly(
            path + "namespace: Required value",
            path
                + "port: Invalid value: 70000: port is not valid: must be between 1 and 65535,"
                + " inclusive",
            path + "path: Invalid value: \"/a//B\": segment[1] may not be empty");
    assertThat(messages().get(3))
        .startsWith(path + "path: Invalid value: \"/a//B\": segment[2]: a lowercase RFC 1123");
  }

  @Test
  void validatesConversionReviewVersions() {
    spec.withObject("conversion").put("strategy", "Webhook");
    JsonObject webhook = spec.withObject("conversion", "webhook");
    webhook.withObject("clientConfig").put("url", "https://127.0.0.1/convert");
    webhook.withArray("conversionReviewVersions").add("v7");
    assertThat(messages())
        .containsExactly(
            "spec.conversion.conversionReviewVersions: Invalid value: [\"v7\"]: must include at"
                + " least one of v1, v1beta1");

    webhook.withArray("conversionReviewVersions").add("v1beta1");
    assertThat(messages())
        .containsExactly(
            "spec.conversion.conversionReviewVersions: Invalid value: [\"v7\",\"v1beta1\"]: must"
                + " include v1, the only version that this server supports");

    spec.withObject("conversion").put("strategy", "None");
    assertThat(messages())
        .containsExactly(
            "spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is"
                + " not set to Webhook",
            "spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy"
                + " is not set to Webhook");
  }

  @Test
  void requiresHttpsButNoValidCaBundle() {
    spec.withObject("conversion").put("strategy", "Webhook");
    JsonObject webhook = spec.withObject("conversion", "webhook");
    webhook.withArray("conversionReviewVersions").add("v1");
    JsonObject client = webhook.withObject("clientConfig").put("url", "https://127.0.0.1/convert");
    assertThat(messages()).isEmpty();

    client.put("url", "http://127.0.0.1/convert").put("caBundle", "bm90aGluZw==");

    assertThat(messages())
        .containsExactly(
            "spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only"
                + " allowed URL scheme; desired format: https://host[/path]");
  }

  @Test
  void reportsMalformedFirstVersionTwice() {
    version.put("name", "V1");
    object.withObject("status").withArray("storedVersions").removeAll().add("V1");

    assertThat(CustomValidation.create(object))
        .extracting(Cause::field)
        .containsExactly("spec.versions[0].name", "spec.version");
  }

  @Test
  void rejectsControlCharactersInDeprecationWarning() {
    version.put("deprecated", true).put("deprecationWarning", "\u00e9\n");

    assertThat(messages())
        .containsExactly(
            "spec.versions[0].deprecationWarning: Invalid value: \"\u00e9\\n\": must only contain"
                + " printable UTF-8 characters; non-printable character found at index 2");
  }

  @Test
  void rejectsSelectableFieldsOutsideTheSchema() {
    version
        .withObject("schema", "openAPIV3Schema", "properties", "map")
        .put("type", "object")
        .withObject("additionalProperties")
        .put("type", "string");
    var fields = version.withArray("selectableFields");
    for (String path : List.of(".map.any", "map", ".metadata.name")) {
      fields.addObject().put("jsonPath", path);
    }

    assertThat(messages())
        .containsExactly(
            "spec.selectableFields[1].jsonPath: Invalid value: \"map\": is an invalid path:"
                + " expected [ or . but got: map",
            "spec.selectableFields[2].jsonPath: Invalid value: \".metadata.name\": is an invalid"
                + " path: does not refer to a valid field");
  }

  @Test
  void rejectsPreserveUnknownFieldsOutsideTheSchema() {
    spec.put("preserveUnknownFields", true);

    assertThat(messages())
        .containsExactly(
            "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set"
                + " x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema"
                + " instead");
  }

  @Test
  void rejectsUndeclaredAndObjectSelectableFields() {
    version
        .withObject("schema", "openAPIV3Schema", "properties", "spec")
        .put("type", "object")
        .withObject("properties", "colour")
        .put("type", "string");
    version.withArray("selectableFields").addObject().put("jsonPath", ".spec.colour");
    version.withArray("selectableFields").addObject().put("jsonPath", ".spec.size");
    version.withArray("selectableFields").addObject().put("jsonPath", ".spec");

    assertThat(messages())
        .containsExactly(
            "spec.selectableFields[1].jsonPath: Invalid value: \".spec.size\": is an invalid path:"
                + " does not refer to a valid field",
            "spec.selectableFields[2].jsonPath: Invalid value: \".spec\": must point to a field of"
                + " type string, boolean or integer. Enum string fields and strings with formats"
                + " are allowed.");
  }

  @Test
  void requiresSchemaInEachVersion() {
    version.remove("schema");

    assertThat(messages())
        .containsExactly("spec.versions[0].schema.openAPIV3Schema: Required value");
  }

  @Test
  void requiresExactlyOneStorageVersion() {
    version.put("storage", false);

    assertThat(messages())
        .singleElement()
        .asString()
        .startsWith("spec.versions: Invalid value: [")
        .endsWith("]: must have exactly one version marked as storage version");
  }

  @Test
  void rejectsDuplicateVersionNames() {
    spec.withArray("versions").add(version.deepCopy().put("storage", false));

    assertThat(messages()).singleElement().asString().endsWith("must contain unique version names");
  }

  @Test
  void validatesNames() {
    spec.withObject("names").put("kind", "").put("singular", "Widget");

    assertThat(messages())
        .hasSize(2)
        .contains("spec.names.kind: Required value")
        .anySatisfy(
            each ->
                assertThat(each)
                    .startsWith(
                        "spec.names.singular: Invalid value: \"Widget\": a DNS-1035 label must"));
  }

  @Test
  void rejectsListKindEqualToKind() {
    spec.withObject("names").put("listKind", "Widget");

    assertThat(messages())
        .containsExactly(
            "spec.names.listKind: Invalid value: \"Widget\": kind and listKind may not be the"
                + " same");
  }

  @Test
  void validatesPrinterColumns() {
    version.withArray("additionalPrinterColumns").addObject().put("name", "x").put("type", "thing");

    assertThat(messages())
        .containsExactly(
            "spec.additionalPrinterColumns[0].type: Invalid value: \"thing\": must be"
                + " one of boolean,date,integer,number,string",
            "spec.additionalPrinterColumns[0].JSONPath: Required value");
  }

  @Test
  void validatesPathsOfScaleSubresource() {
    version
        .withObject("subresources", "scale")
        .put("specReplicasPath", ".status.replicas")
        .put("statusReplicasPath", "status.replicas");

    assertThat(messages())
        .containsExactly(
            "spec.subresources.scale.specReplicasPath: Invalid value:"
                + " \".status.replicas\": should be a json path under .spec",
            "spec.subresources.scale.statusReplicasPath: Invalid value:"
                + " \"status.replicas\": must be a simple json path starting with .");
  }

  @Test
  void protectedGroupsRequireApproval() {
    spec.put("group", "x.k8s.io");
    object.withObject("metadata").put("name", "widgets.x.k8s.io");
    assertThat(messages())
        .singleElement()
        .asString()
        .startsWith("metadata.annotations[api-approved.kubernetes.io]: Required value: protected");

    object
        .withObject("metadata")
        .withObject("annotations")
        .put("api-approved.kubernetes.io", "https://github.com/kubernetes/kubernetes/pull/1");

    assertThat(messages()).isEmpty();
  }

  @Test
  void rejectsRemovalOfAStoredVersion() {
    JsonObject old = object.deepCopy();
    version.put("name", "v2");

    assertThat(CustomValidation.update(object, old))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.field()).isEqualTo("status.storedVersions[0]");
              assertThat(each.message())
                  .startsWith("Invalid value: \"v1\": missing from spec.versions; v1 was");
            });
  }

  @Test
  void kindOfEstablishedDefinitionIsImmutable() {
    JsonObject old = object.deepCopy();
    old.withObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Established")
        .put("status", "True");
    spec.withObject("names").put("kind", "Gadget");

    assertThat(CustomValidation.update(object, old))
        .extracting(Cause::field, Cause::message)
        .containsExactly(tuple("spec.names.kind", "Invalid value: \"Gadget\": field is immutable"));
  }

  private List<String> messages() {
    return CustomValidation.create(object).stream()
        .map(each -> each.field() + ": " + each.message())
        .toList();
  }
}
