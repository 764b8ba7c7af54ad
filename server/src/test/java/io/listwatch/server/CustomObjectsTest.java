package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.yaml.YamlText;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Behaviour of custom resources over HTTP, beyond the recordings of kube-apiserver. Every test has
 * a kind of its own; definitions and objects are written in YAML.
 */
final class CustomObjectsTest {
  private static final OpenServer SERVER = new OpenServer();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private static JsonObject yaml(String text) {
    return (JsonObject) JsonTrees.read(YamlText.toJson(text));
  }

  private static String definition(String plural, String more, String schema) {
    String kind = kind(plural);
    JsonObject definition =
        yaml(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: %s.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: %s, kind: "%s"}
              versions: [{name: v1, served: true, storage: true}]
            """
                .formatted(plural, plural, kind));
    JsonObject version = (JsonObject) definition.at("/spec/versions/0");
    version.setAll(yaml(more));
    version.withObject("schema").set("openAPIV3Schema", yaml("{type: object, " + schema + "}"));
    return JsonTrees.write(definition);
  }

  private static String kind(String plural) {
    return Character.toUpperCase(plural.charAt(0)) + plural.substring(1, plural.length() - 1);
  }

  private static HttpResponse<String> define(String plural, String more, String schema) {
    HttpResponse<String> defined =
        SERVER.answer("POST", OpenServer.DEFINITIONS, definition(plural, more, schema));
    assertThat(defined.statusCode()).as(defined.body()).isEqualTo(201);
    await().until(() -> SERVER.code("GET", path(plural), "") == 200);
    return defined;
  }

  /**
   * Changes the schema. Waits until a dry-run create of {@code trial} returns {@code code}, so that
   * the new schema is in effect.
   */
  private static void redefine(String plural, String more, String schema, String trial, int code) {
    String name = OpenServer.DEFINITIONS + "/" + plural + ".example.com";
    JsonObject next = (JsonObject) JsonTrees.read(definition(plural, more, schema));
    next.withObject("metadata")
        .set("resourceVersion", SERVER.send("GET", name, "").at("/metadata/resourceVersion"));
    HttpResponse<String> changed = SERVER.answer("PUT", name, JsonTrees.write(next));
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    String body = object(plural, "trial", trial);
    await().until(() -> SERVER.code("POST", path(plural) + "?dryRun=All", body) == code);
  }

  private static String path(String plural) {
    return "/apis/example.com/v1/namespaces/default/" + plural;
  }

  private static String object(String plural, String name, String content) {
    JsonObject object = yaml("{" + content + "}");
    object.put("apiVersion", "example.com/v1").put("kind", kind(plural));
    object.withObject("metadata").put("name", name);
    return JsonTrees.write(object);
  }

  private static HttpResponse<String> create(String plural, String name, String content) {
    return SERVER.answer("POST", path(plural), object(plural, name, content));
  }

  private static HttpResponse<String> merge(String plural, String name, String patch) {
    return SERVER.patch("merge-patch+json", path(plural) + "/" + name, body("{" + patch + "}"));
  }

  private static String body(String yaml) {
    return JsonTrees.write(yaml(yaml));
  }

  private static HttpResponse<String> apply(
      String plural, String name, String query, String content) {
    return SERVER.patch(
        "apply-patch+yaml", path(plural) + "/" + name + "?" + query, object(plural, name, content));
  }

  private static JsonValue read(HttpResponse<String> answer) {
    return JsonTrees.read(answer.body());
  }

  private static String message(HttpResponse<String> answer) {
    return read(answer).path("message").asText();
  }

  /** Returns one line for each field manager. */
  private static List<String> owners(HttpResponse<String> answer) {
    var owners = new ArrayList<String>();
    for (JsonValue each : read(answer).at("/metadata/managedFields")) {
      owners.add(each.path("manager").asText() + " " + each.path("fieldsV1"));
    }
    return owners;
  }

  @Test
  void newDefaultsApplyToStoredObjectsThatHaveTheParentField() {
    define("lates", "{}", "properties: {spec: {type: object, properties: {a: {type: string}}}}");
    create("lates", "x", "spec: {a: '1'}");
    create("lates", "bare", "");

    redefine(
        "lates",
        "{}",
        "properties: {spec: {type: object, properties: {a: {type: string}, b: {type: integer,"
            + " default: 5, maximum: 9}}}}",
        "spec: {b: 10}",
        422);

    await()
        .untilAsserted(
            () ->
                assertThat(SERVER.send("GET", path("lates") + "/x", "").path("spec"))
                    .isEqualTo(yaml("{a: '1', b: 5}")));
    assertThat(SERVER.send("GET", path("lates") + "/bare", "").has("spec")).isFalse();
  }

  @Test
  void nullIsKeptIfNullableAndDefaultedOtherwise() {
    define(
        "nulls",
        "{}",
        "properties: {spec: {type: object, properties: {a: {type: string}, n: {type: string,"
            + " nullable: true, default: hi}, q: {type: string, default: qq}}}}");

    assertThat(read(create("nulls", "x", "spec: {n: null, q: null, a: null}")).path("spec"))
        .isEqualTo(yaml("{n: null, q: qq}"));
  }

  @Test
  void fieldThatIsNoLongerAppliedReturnsToItsDefault() {
    define(
        "backs",
        "{}",
        "properties: {spec: {type: object, properties: {a: {type: string}, b: {type: integer,"
            + " default: 5}}}}");
    assertThat(read(apply("backs", "x", "fieldManager=m", "spec: {b: 7}")).path("spec"))
        .isEqualTo(yaml("{b: 7}"));

    HttpResponse<String> given = apply("backs", "x", "fieldManager=m", "spec: {a: z}");

    assertThat(read(given).path("spec")).isEqualTo(yaml("{a: z, b: 5}"));
    assertThat(owners(given)).containsExactly("m {\"f:spec\":{\"f:a\":{}}}");
  }

  @Test
  void metadataIsNormalizedAsForBuiltInKinds() {
    define(
        "tidies",
        "{}",
        "properties: {inner: {type: object, x-kubernetes-embedded-resource: true,"
            + " x-kubernetes-preserve-unknown-fields: true}}");

    HttpResponse<String> made =
        create(
            "tidies",
            "x",
            "metadata: {labels: {}, annotations: {a: null}, finalizers: [], ownerReferences: null,"
                + " selfLink: s}, inner: {apiVersion: v1, kind: Pod, metadata: {name: q, labels:"
                + " null}}");

    JsonValue metadata = read(made).path("metadata");
    assertThat(metadata.path("annotations")).isEqualTo(yaml("{a: ''}"));
    assertThat(metadata.has("labels")).isFalse();
    assertThat(metadata.has("finalizers")).isFalse();
    assertThat(metadata.has("ownerReferences")).isFalse();
    assertThat(metadata.has("selfLink")).isFalse();
    assertThat(read(made).at("/inner/metadata")).isEqualTo(yaml("{name: q}"));
    assertThat(owners(made)).hasSize(1).noneMatch(each -> each.contains("f:labels"));
  }

  @Test
  void bodiesThatAreNotObjectsGetDecodingErrors() {
    define("frames", "{}", "properties: {}");
    String path = path("frames");
    String kind = "\"apiVersion\":\"example.com/v1\",\"kind\":\"Frame\"";

    assertThat(message(SERVER.answer("POST", path, "{" + kind + ",\"metadata\":\"x\"}")))
        .isEqualTo(
            "Frame in version \"v1\" cannot be handled as a Frame: json: cannot unmarshal string"
                + " into Go value of type v1.ObjectMeta");
    assertThat(message(SERVER.answer("POST", path, "{\"kind\":5}")))
        .isEqualTo(
            "the object provided is unrecognized (must be of type Frame): couldn't get"
                + " version/kind; json parse error: json: cannot unmarshal number into Go struct"
                + " field .kind of type string ({\"kind\":5})");
    assertThat(message(SERVER.answer("POST", path, "[]")))
        .isEqualTo(
            "the object provided is unrecognized (must be of type Frame): couldn't get"
                + " version/kind; json parse error: json: cannot unmarshal array into Go value of"
                + " type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind"
                + " string \"json:\\\"kind,omitempty\\\"\" } (5b5d)");
    create("frames", "x", "");
    HttpResponse<String> kindless = merge("frames", "x", "kind: null");
    assertThat(kindless.statusCode()).isEqualTo(422);
    assertThat(message(kindless))
        .startsWith(" \"\" is invalid: patch: Invalid value: \"{")
        .contains(
            ": Object 'Kind' is missing in '{\"apiVersion\":\"example.com/v1\",\"metadata\":{");
  }

  @Test
  void validationRulesReadIntOrString() {
    define(
        "eithers",
        "{}",
        "properties: {p: {x-kubernetes-int-or-string: true, x-kubernetes-validations: [{rule:"
            + " 'int(self) > 3'}]}}");

    assertThat(create("eithers", "a", "p: '4'").statusCode()).isEqualTo(201);
    assertThat(message(create("eithers", "b", "p: 2"))).endsWith("2: failed rule: int(self) > 3");
    assertThat(message(create("eithers", "b", "p: abc")))
        .endsWith("type conversion error from 'string' to 'int' evaluating rule: int(self) > 3");
  }

  @Test
  void selectableFieldsFollowTheDefinition() {
    String schema =
        "properties: {spec: {type: object, properties: {a: {type: string}, b: {type: integer,"
            + " maximum: %d}}}}";
    define("picks", "{selectableFields: [{jsonPath: .spec.a}]}", schema.formatted(9));
    create("picks", "x", "spec: {a: '1', b: 2}");
    String byA = path("picks") + "?fieldSelector=spec.a%3D1";
    String byB = path("picks") + "?fieldSelector=spec.b%3D2";
    assertThat(SERVER.send("GET", byA, "").path("items")).hasSize(1);
    assertThat(SERVER.code("GET", byB, "")).isEqualTo(400);

    redefine(
        "picks",
        "{selectableFields: [{jsonPath: .spec.b}]}",
        schema.formatted(5),
        "spec: {b: 7}",
        422);

    await().untilAsserted(() -> assertThat(SERVER.send("GET", byB, "").path("items")).hasSize(1));
    assertThat(SERVER.send("GET", byA, "").path("message").asText())
        .isEqualTo("field label not supported: spec.a");
  }

  /** Enough objects for the list to use an index. */
  @Test
  void listBySelectableFieldFollowsChangesOfManyObjects() {
    define(
        "shelves",
        "{selectableFields: [{jsonPath: .spec.a}]}",
        "properties: {spec: {type: object, properties: {a: {type: string}}}}");
    for (int i = 0; i < 250; i++) {
      create("shelves", "x" + i, "spec: {a: 'v%d'}".formatted(i % 50));
    }
    String third = path("shelves") + "?fieldSelector=spec.a%3Dv3";
    assertThat(SERVER.send("GET", third, "").path("items")).hasSize(5);

    merge("shelves", "x3", "spec: {a: v4}");
    merge("shelves", "x4", "spec: {a: v3}");
    merge("shelves", "x5", "spec: {a: v3}");

    assertThat(SERVER.send("GET", third, "").path("items")).hasSize(6);
    assertThat(SERVER.send("GET", third + "&limit=1", "").path("items")).hasSize(1);
  }

  @Test
  void warnsOfUnsupportedPrinterColumnPath() {
    HttpResponse<String> defined =
        define(
            "columns",
            "{additionalPrinterColumns: [{name: Last, type: string, jsonPath: '.l[-1:].a'}, {name:"
                + " Two, type: string, jsonPath: '.l[0,1].a'}]}",
            "x-kubernetes-preserve-unknown-fields: true");

    assertThat(defined.headers().allValues("Warning"))
        .containsExactly(
            "299 - \"additionalPrinterColumns: \\\".l[0,1].a\\\": nothing is shown in column"
                + " \\\"Two\\\"\"");
  }

  @Test
  void statusIsPartOfTheObjectUntilItIsASubresource() {
    String schema =
        "properties: {spec: {type: object, properties: {a: {type: integer, maximum: %d}}}, status:"
            + " {type: object, properties: {s: {type: integer}}}}";
    define("states", "{}", schema.formatted(9));
    create("states", "x", "spec: {a: 1}, status: {s: 1}");
    String status = path("states") + "/x/status";
    assertThat(SERVER.code("GET", status, "")).isEqualTo(404);
    assertThat(apply("states", "x/status", "fieldManager=m", "").statusCode()).isEqualTo(404);
    JsonValue together = read(merge("states", "x", "status: {s: 2}"));
    assertThat(together.at("/status/s").asInt()).isEqualTo(2);
    assertThat(together.at("/metadata/generation").asInt()).isEqualTo(2);

    redefine("states", "{subresources: {status: {}}}", schema.formatted(5), "spec: {a: 7}", 422);

    assertThat(read(merge("states", "x", "status: {s: 3}")).at("/status/s").asInt()).isEqualTo(2);
    HttpResponse<String> changed =
        SERVER.patch("merge-patch+json", status, body("{status: {s: 4}, spec: {a: 3}}"));
    assertThat(read(changed).path("spec")).isEqualTo(yaml("{a: 1}"));
    assertThat(read(changed).at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(owners(changed))
        .containsExactly(
            "Java-http-client {\"f:spec\":{\".\":{},\"f:a\":{}},\"f:status\":{}}",
            "Java-http-client {\"f:status\":{\"f:s\":{}}}");
  }

  @Test
  void scaleSubresourceIsValidatedBySchema() {
    define(
        "scales",
        "{subresources: {status: {}, scale: {specReplicasPath: .spec.count, statusReplicasPath:"
            + " .status.count, labelSelectorPath: .status.l}}}",
        "properties: {spec: {type: object, properties: {count: {type: integer, maximum: 5}}},"
            + " status: {type: object, properties: {count: {type: integer}, l: {type: string}}}}");
    create("scales", "x", "spec: {}");
    String scale = path("scales") + "/x/scale";
    assertThat(SERVER.send("GET", scale, "").path("message").asText())
        .endsWith("the spec replicas field \".spec.count\" does not exist");
    merge("scales", "x", "spec: {count: 1}");
    SERVER.patch(
        "merge-patch+json", path("scales") + "/x/status", body("{status: {count: 3, l: a=b}}"));

    JsonValue shown = SERVER.send("GET", scale, "");
    HttpResponse<String> tooMany =
        SERVER.patch("merge-patch+json", scale, body("{spec: {replicas: 9}}"));
    HttpResponse<String> negative =
        SERVER.patch("merge-patch+json", scale, body("{spec: {replicas: -1}}"));

    assertThat(shown.path("spec")).isEqualTo(yaml("{replicas: 1}"));
    assertThat(shown.path("status")).isEqualTo(yaml("{replicas: 3, selector: a=b}"));
    assertThat(message(tooMany)).endsWith("spec.count in body should be less than or equal to 5");
    assertThat(message(negative)).endsWith("-1: should be a non-negative integer");
  }

  @Test
  void ratchetingIgnoresUnchangedItemsOfKeyedLists() {
    String before =
        "properties: {o: {type: string}, l: {type: array, items: {type: string}}, m: {type: array,"
            + " x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type:"
            + " object, required: [k], properties: {k: {type: string}, v: {type: string}, w:"
            + " {type: string}}}}}";
    define("pasts", "{}", before);
    create("pasts", "x", "l: [aaa, b], m: [{k: a, v: xxx}, {k: b, v: z}]");
    String after =
        before
            .replace("items: {type: string}}", "items: {type: string, maxLength: 2}}")
            .replace("v: {type: string}", "v: {type: string, maxLength: 2}");

    redefine("pasts", "{}", after, "l: [ccc]", 422);

    assertThat(merge("pasts", "x", "o: q").statusCode()).isEqualTo(200);
    assertThat(merge("pasts", "x", "m: [{k: b, v: z}, {k: a, v: xxx, w: z}]").statusCode())
        .isEqualTo(200);
    assertThat(message(merge("pasts", "x", "m: [{k: b, v: z}, {k: a, v: xxz}]")))
        .contains("m[1].v: Too long: may not be more than 2 bytes");
    assertThat(message(merge("pasts", "x", "l: [aaa, b, c]"))).contains("l[0]: Too long");
  }

  @Test
  void applyConflictsFollowListAndMapTypesOfTheSchema() {
    define(
        "shares",
        "{}",
        "properties: {free: {type: object, x-kubernetes-preserve-unknown-fields: true}, am: {type:"
            + " object, x-kubernetes-map-type: atomic, properties: {a: {type: string}, b: {type:"
            + " string}}}, al: {type: array, items: {type: string}}, ports: {type: array,"
            + " x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol], items:"
            + " {type: object, required: [port, protocol], properties: {port: {type: integer},"
            + " protocol: {type: string, default: TCP}, name: {type: string}}}}}");

    HttpResponse<String> first =
        apply(
            "shares",
            "x",
            "fieldManager=a",
            "free: {deep: {x: 1}, list: [{a: 1}]}, am: {a: '1'}, al: [q], ports: [{port: 1, name:"
                + " q}]");
    assertThat(owners(first))
        .containsExactly(
            "a {\"f:al\":{},\"f:am\":{},\"f:free\":{\"f:deep\":{\".\":{},\"f:x\":{}},\"f:list\":{}},"
                + "\"f:ports\":{\"k:{\\\"port\\\":1,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},"
                + "\"f:name\":{},\"f:port\":{}}}}");
    assertThat(apply("shares", "x", "fieldManager=b", "free: {other: 1}").statusCode())
        .isEqualTo(200);
    assertThat(message(apply("shares", "x", "fieldManager=b", "am: {b: '1'}, al: [z]")))
        .isEqualTo("Apply failed with 2 conflicts: conflicts with \"a\":\n- .al\n- .am");
    String port = "ports: [{port: 1, protocol: TCP, name: z}]";
    assertThat(message(apply("shares", "x", "fieldManager=b", port)))
        .endsWith("conflict with \"a\": .ports[port=1,protocol=\"TCP\"].name");

    HttpResponse<String> forced = apply("shares", "x", "fieldManager=b&force=true", port);

    assertThat(owners(forced).get(0)).doesNotContain("f:name").contains("f:port");
    assertThat(owners(forced).get(1)).contains("f:name");
    assertThat(read(forced).path("free").has("other")).isFalse();
  }

  @Test
  void rejectsInvalidApply() {
    define(
        "refusals",
        "{}",
        "properties: {a: {type: string}, m: {type: array, x-kubernetes-list-type: map,"
            + " x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties:"
            + " {k: {type: string}}}}}");
    apply("refusals", "x", "fieldManager=a", "a: '1'");

    String typed = "failed to create typed patch object (/x; example.com/v1, Kind=Refusal): ";
    assertThat(message(apply("refusals", "x", "fieldManager=b", "m: [{k: a}, {k: a}]")))
        .isEqualTo(typed + ".m: duplicate entries for key [k=\"a\"]");
    assertThat(message(apply("refusals", "x", "fieldManager=b", "nope: 1")))
        .isEqualTo(typed + ".nope: field not declared in schema");
    assertThat(message(apply("refusals", "x", "", "a: '2'")))
        .endsWith("fieldManager: Required value: is required for apply patch");
    assertThat(message(apply("refusals", "x", "fieldManager=b", "metadata: {managedFields: [{}]}")))
        .isEqualTo("metadata.managedFields must be nil");
    assertThat(
            message(apply("refusals", "x", "fieldManager=a", "metadata: {resourceVersion: '1'}")))
        .contains("the object has been modified");
    assertThat(message(apply("refusals", "y", "fieldManager=a", "metadata: {uid: abc}")))
        .contains("uid mismatch: the provided object specified uid abc, and no existing object");
  }

  @Test
  void terminatingObjectAcceptsApplyButNoNewFinalizers() {
    define("leavers", "{}", "properties: {a: {type: string}}");
    create("leavers", "x", "metadata: {finalizers: [example.com/f]}");
    SERVER.send("DELETE", path("leavers") + "/x", "");

    HttpResponse<String> applied = apply("leavers", "x", "fieldManager=a", "a: last");
    HttpResponse<String> held =
        apply("leavers", "x", "fieldManager=b", "metadata: {finalizers: [example.com/g]}");

    assertThat(read(applied).path("a").asText()).isEqualTo("last");
    assertThat(message(held)).contains("no new finalizers can be added");
  }

  @Test
  void validationRulesUseReasonFieldPathAndMessageExpression() {
    define(
        "judges",
        "{}",
        "properties: {spec: {type: object, x-kubernetes-validations: [{rule: 'self.a > 1',"
            + " messageExpression: '\"a of \" + self.b', message: plain, reason:"
            + " FieldValueForbidden, fieldPath: .a}, {rule: 'self.a >= oldSelf.a', message: grow},"
            + " {rule: '!oldSelf.hasValue() || oldSelf.value().a <= self.a', optionalOldSelf:"
            + " true, message: never less}], properties: {a: {type: integer}, b: {type: string,"
            + " maxLength: 9}}}}");

    assertThat(message(create("judges", "x", "spec: {a: 0}")))
        .endsWith("is invalid: spec.a: Forbidden: plain");
    assertThat(message(create("judges", "x", "spec: {a: 0, b: q}")))
        .endsWith("is invalid: spec.a: Forbidden: a of q");
    assertThat(create("judges", "x", "spec: {a: 5}").statusCode()).isEqualTo(201);
    assertThat(message(merge("judges", "x", "spec: {a: 4}")))
        .endsWith("[spec: Invalid value: grow, spec: Invalid value: never less]");
  }

  @Test
  void definitionUpdateReportsOnlyImmutableFields() {
    define("changes", "{}", "properties: {a: {type: string}}");
    String name = OpenServer.DEFINITIONS + "/changes.example.com";

    HttpResponse<String> moved =
        SERVER.patch("merge-patch+json", name, body("{spec: {group: other.com, scope: Cluster}}"));
    HttpResponse<String> dropped =
        SERVER.patch(
            "json-patch+json",
            name,
            "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/name\",\"value\":\"v2\"}]");

    assertThat(read(moved).at("/details/causes"))
        .extracting(each -> each.path("field").asText())
        .containsExactly("spec.scope", "spec.group");
    assertThat(read(dropped).at("/details/causes"))
        .extracting(each -> each.path("field").asText())
        .containsExactly("status.storedVersions[0]");
  }

  @Test
  void protectedGroupsNeedApprovalAnnotation() {
    JsonObject definition =
        (JsonObject)
            JsonTrees.read(
                definition("routes", "{}", "properties: {}").replace("example.com", "a.k8s.io"));
    HttpResponse<String> refused =
        SERVER.answer("POST", OpenServer.DEFINITIONS, JsonTrees.write(definition));
    assertThat(message(refused))
        .contains("protected groups must have approval annotation \"api-approved.kubernetes.io\"");

    String approval = "https://github.com/kubernetes/kubernetes/pull/1";
    definition.withObject("metadata", "annotations").put("api-approved.kubernetes.io", approval);
    SERVER.send("POST", OpenServer.DEFINITIONS, JsonTrees.write(definition));

    String name = OpenServer.DEFINITIONS + "/routes.a.k8s.io";
    await()
        .untilAsserted(
            () ->
                assertThat(conditions(name))
                    .contains("ApprovedAnnotation: approved in " + approval));
    SERVER.patch(
        "merge-patch+json",
        name,
        body("{metadata: {annotations: {api-approved.kubernetes.io: 'unapproved, a test'}}}"));
    await()
        .untilAsserted(
            () ->
                assertThat(conditions(name))
                    .contains("UnapprovedAnnotation: not approved: \"unapproved, a test\""));
    HttpResponse<String> gone =
        SERVER.patch(
            "merge-patch+json",
            name,
            body("{metadata: {annotations: {api-approved.kubernetes.io: null}}}"));
    assertThat(gone.statusCode()).isEqualTo(422);
  }

  private static List<String> conditions(String definition) {
    var conditions = new ArrayList<String>();
    for (JsonValue each : SERVER.send("GET", definition, "").at("/status/conditions")) {
      conditions.add(each.path("reason").asText() + ": " + each.path("message").asText());
    }
    return conditions;
  }

  @Test
  void rejectsObjectsWithoutApiVersion() {
    define("unversioneds", "{}", "properties: {a: {type: string}}");
    create("unversioneds", "x", "a: b");
    String kind = "{\"kind\":\"Unversioned\",\"metadata\":{\"name\":\"y\"}}";

    JsonValue made = SERVER.send("POST", path("unversioneds"), kind);
    HttpResponse<String> patched = merge("unversioneds", "x", "apiVersion: null");

    assertThat(made.path("code").asInt()).isEqualTo(400);
    assertThat(made.path("message").asText())
        .isEqualTo(
            "the API version in the data () does not match the expected API version"
                + " (example.com/v1)");
    assertThat(patched.statusCode()).isEqualTo(500);
    assertThat(read(patched).path("message").asText())
        .isEqualTo(
            "Internal error occurred: Object 'apiVersion' is missing in 'object has no apiVersion"
                + " field'");
  }

  @Test
  void enumOfWholeNumbersIgnoresFractions() {
    define(
        "wholes",
        "{}",
        "properties: {i: {type: integer, enum: [1, 2]}, n: {type: number, enum: [1, 2]}}");

    assertThat(read(create("wholes", "x", "i: 1.5")).path("message").asText())
        .isEqualTo(
            "Whole.example.com \"x\" is invalid: [i: Invalid value: \"number\": i in body must be"
                + " of type integer: \"number\", <nil>: Invalid value: \"\": Checked value must be"
                + " of type integer (default format) in i]");
    assertThat(create("wholes", "y", "n: 1.5").statusCode()).isEqualTo(201);
    assertThat(create("wholes", "z", "n: 3.5").statusCode()).isEqualTo(422);
  }

  @Test
  void definitionMayHaveUnqualifiedFinalizer() {
    JsonObject definition =
        (JsonObject) JsonTrees.read(definition("helds", "{}", "nullable: false"));
    definition.withObject("metadata").putArray("finalizers").add("foo");

    assertThat(
            SERVER.code(
                "POST", OpenServer.DEFINITIONS + "?dryRun=All", JsonTrees.write(definition)))
        .isEqualTo(201);
  }

  @Test
  void rejectsDependenciesInSchema() {
    for (String dependencies : List.of("{x: [y]}", "{x: {type: object}}", "{x: 1}")) {
      String definition =
          definition(
              "dependents",
              "{}",
              "properties: {a: {type: object, dependencies: " + dependencies + "}}");

      JsonValue refused = SERVER.send("POST", OpenServer.DEFINITIONS, definition);

      assertThat(refused.path("message").asText())
          .isEqualTo(
              "CustomResourceDefinition.apiextensions.k8s.io \"dependents.example.com\" is invalid:"
                  + " spec.validation.openAPIV3Schema.properties[a].dependencies: Forbidden:"
                  + " dependencies is not supported");
    }
    String text = definition("dependents", "{}", "dependencies: x");
    assertThat(SERVER.send("POST", OpenServer.DEFINITIONS, text).path("message").asText())
        .endsWith(
            "json: cannot unmarshal string into Go struct field"
                + " JSONSchemaProps.spec.versions.schema.openAPIV3Schema.dependencies of type"
                + " v1.JSONSchemaDependencies");
  }

  /** Some schemas within a schema are booleans or arrays, so they have no object type. */
  @Test
  void definitionAcceptsStrategicMergePatch() {
    define(
        "opens",
        "{}",
        "properties: {a: {type: object, additionalProperties: true,"
            + " x-kubernetes-preserve-unknown-fields: true}}");

    HttpResponse<String> patched =
        SERVER.patch(
            "strategic-merge-patch+json",
            OpenServer.DEFINITIONS + "/opens.example.com",
            "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");

    assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
  }

  @Test
  void rejectsMalformedDefaultsOfEmbeddedResources() {
    String place = "spec.validation.openAPIV3Schema.properties[a].default.";
    String of = "{apiVersion: v1, kind: Pod, metadata: ";

    assertThat(refusedDefault(of + "{name: x, labels: {a: 1}}}"))
        .isEqualTo(
            place
                + "metadata: Invalid value: {\"labels\":{\"a\":1},\"name\":\"x\"}: json: cannot"
                + " unmarshal number into Go struct field ObjectMeta.labels of type string");
    assertThat(refusedDefault(of + "x}"))
        .isEqualTo(
            place
                + "metadata: Invalid value: \"x\": json: cannot unmarshal string into Go value of"
                + " type v1.ObjectMeta");
    assertThat(refusedDefault("{apiVersion: 1, kind: Pod}"))
        .isEqualTo(place + "apiVersion: Invalid value: 1: must be a string");
  }

  private static String refusedDefault(String value) {
    String schema =
        "properties: {a: {type: object, x-kubernetes-embedded-resource: true,"
            + " x-kubernetes-preserve-unknown-fields: true, default: %s}}".formatted(value);
    JsonValue refused =
        SERVER.send("POST", OpenServer.DEFINITIONS, definition("carriers", "{}", schema));
    return refused.path("message").asText().replaceFirst("^.*? is invalid: ", "");
  }
}
