package io.listwatch.objects.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class CanonicalFormProperties {
  private static final ObjectMapper JUDGE = new ObjectMapper();

  @Property(tries = 200)
  void encodingIsIdempotent(@ForAll("types") ObjectSchema type, @ForAll long seed) {
    BuiltInForm form = new BuiltInForm(type);
    JsonObject object = Trees.ofType(type, new Random(seed), 4);

    String once = spell(form, object);

    assertThat(spell(form, (JsonObject) JsonTrees.read(once))).isEqualTo(once);
  }

  @Property(tries = 200)
  void ignoresTheOrderOfMembers(@ForAll("types") ObjectSchema type, @ForAll long seed) {
    BuiltInForm form = new BuiltInForm(type);
    JsonObject object = Trees.ofType(type, new Random(seed), 4);
    JsonObject other = (JsonObject) Trees.shuffled(object, new Random(seed + 1));

    assertThat(spell(form, other)).isEqualTo(spell(form, object));
  }

  /** Clients leave out nulls, and some also leave out empty values that are optional. */
  @Property(tries = 200)
  void nullsEqualAbsentMembers(@ForAll("types") ObjectSchema type, @ForAll long seed) {
    BuiltInForm form = new BuiltInForm(type);
    JsonObject normal = form.normalize(Trees.ofType(type, new Random(seed), 4));
    JsonObject sparse = normal.deepCopy();
    dropNulls(sparse);

    assertThat(spell(form, sparse)).isEqualTo(spell(form, normal));
  }

  private static void dropNulls(JsonValue tree) {
    for (Iterator<JsonValue> members = tree.iterator(); members.hasNext(); ) {
      JsonValue member = members.next();
      if (member.isNull() && tree.isObject()) {
        members.remove();
      } else {
        dropNulls(member);
      }
    }
  }

  @Property(tries = 200)
  void doesNotChangeTheGivenObject(@ForAll("types") ObjectSchema type, @ForAll long seed) {
    JsonObject object = Trees.ofType(type, new Random(seed), 4);
    JsonObject copy = object.deepCopy();

    new BuiltInForm(type).encode(object);

    assertThat(object).isEqualTo(copy);
  }

  @Property(tries = 200)
  void sortedFormIsIdempotentAndIgnoresOrder(@ForAll long seed) {
    SortedForm form = new SortedForm();
    JsonObject object = Trees.object(new Random(seed), 4);
    String once = spell(form, object);

    assertThat(spell(form, (JsonObject) JsonTrees.read(once))).isEqualTo(once);
    assertThat(spell(form, (JsonObject) Trees.shuffled(object, new Random(1)))).isEqualTo(once);
  }

  @Property(tries = 200)
  void jacksonReadsTheSortedForm(@ForAll long seed) throws Exception {
    String spelled = spell(new SortedForm(), Trees.object(new Random(seed), 4));

    String read = JUDGE.readTree(spelled).toString();

    assertThat(spell(new SortedForm(), (JsonObject) JsonTrees.read(read))).isEqualTo(spelled);
  }

  private static String spell(CanonicalForm form, JsonObject object) {
    return new String(form.encode(object), StandardCharsets.UTF_8);
  }

  @Provide
  Arbitrary<ObjectSchema> types() {
    BuiltInTypes types = BuiltInTypes.load();
    return Arbitraries.of(
        types.find("", "v1", "Pod").orElseThrow(),
        types.find("", "v1", "Event").orElseThrow(),
        types.find("", "v1", "Secret").orElseThrow(),
        types.find("", "v1", "Node").orElseThrow(),
        types.find("apps", "v1", "Deployment").orElseThrow(),
        types.find("coordination.k8s.io", "v1", "Lease").orElseThrow(),
        types.find("apiextensions.k8s.io", "v1", "CustomResourceDefinition").orElseThrow(),
        types.find("autoscaling", "v2", "HorizontalPodAutoscaler").orElseThrow());
  }
}
