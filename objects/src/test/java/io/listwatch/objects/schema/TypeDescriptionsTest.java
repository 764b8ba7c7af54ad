package io.listwatch.objects.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TypeDescriptionsTest {
  private static final int MAX_LENGTH = 160;

  private final BuiltInTypes types = BuiltInTypes.load();

  /** The OpenAPI tests of the server check that every served kind has a description. */
  @Test
  void everyFieldOfTheExplainedKindsHasADescription() throws IOException {
    List<String> kinds = lines("explained-kinds.txt");
    var undescribed = new ArrayList<String>();
    for (ObjectSchema type : typesOf(kinds)) {
      if (TypeDescriptions.of(type).isEmpty()) {
        undescribed.add(type.name());
      }
      for (FieldSchema field : type.fields()) {
        if (TypeDescriptions.of(type, field.name()).isEmpty()) {
          undescribed.add(type.name() + " " + field.name());
        }
      }
    }

    assertThat(kinds).hasSizeGreaterThanOrEqualTo(30);
    assertThat(undescribed).isEmpty();
  }

  /** Returns the kinds and the types of all their fields. */
  private Set<ObjectSchema> typesOf(List<String> kinds) {
    var found = new LinkedHashSet<ObjectSchema>();
    for (String kind : kinds) {
      collect(types.named(kind).orElseThrow(), new HashSet<>(), found);
    }
    return found;
  }

  private static void collect(ValueSchema type, Set<String> seen, Set<ObjectSchema> found) {
    if (type instanceof ListOf list) {
      collect(list.item(), seen, found);
    } else if (type instanceof MapOf map) {
      collect(map.value(), seen, found);
    } else if (type instanceof ObjectSchema struct && seen.add(struct.name())) {
      found.add(struct);
      struct.fields().forEach(field -> collect(field.type(), seen, found));
    }
  }

  @Test
  void everyDescriptionBelongsToAnExistingTypeOrField() throws IOException {
    var unknown = new ArrayList<String>();
    String type = "";
    for (String line : lines("descriptions.txt")) {
      String[] words = line.strip().split(" ", 2);
      boolean field = line.startsWith(" ");
      type = field ? type : words[0];
      boolean known = field ? hasField(type, words) : hasType(type);
      if (!known) {
        unknown.add(type + ": " + line);
      }
    }

    assertThat(unknown).isEmpty();
  }

  private boolean hasType(String name) {
    return name.startsWith("*") || types.named(name).isPresent();
  }

  private boolean hasField(String type, String[] words) {
    return words[0].equals("=")
        ? hasType(words[1])
        : type.startsWith("*")
            || types.named(type).filter(found -> found.field(words[0]) != null).isPresent();
  }

  @Test
  void noTypeOrFieldIsDescribedTwice() throws IOException {
    var twice = new ArrayList<String>();
    var seen = new HashSet<String>();
    String type = "";
    for (String line : lines("descriptions.txt")) {
      String word = line.strip().split(" ", 2)[0];
      type = line.startsWith(" ") ? type : word;
      String key = line.startsWith(" ") ? type + " " + word : type;
      if (!seen.add(key)) {
        twice.add(key);
      }
    }

    assertThat(twice).isEmpty();
  }

  @Test
  void descriptionsAreShortSentences() throws IOException {
    assertThat(lines("descriptions.txt"))
        .filteredOn(line -> !line.startsWith("  = "))
        .allMatch(line -> line.endsWith(".") && line.length() < MAX_LENGTH);
  }

  @Test
  void describesCommonFieldsOfKindsStatusesAndConditions() {
    ObjectSchema pod = types.named("core/v1.Pod").orElseThrow();
    ObjectSchema status = types.named("core/v1.PodStatus").orElseThrow();
    ObjectSchema condition = types.named("core/v1.PodCondition").orElseThrow();

    assertThat(TypeDescriptions.of(pod, "status"))
        .contains("The observed state, which controllers write.");
    assertThat(TypeDescriptions.of(status, "conditions")).isPresent();
    assertThat(TypeDescriptions.of(condition, "status")).contains("True, False or Unknown.");
  }

  @Test
  void typeInheritsDescriptionsOfReferencedType() {
    ObjectSchema debugger = types.named("core/v1.EphemeralContainer").orElseThrow();

    assertThat(TypeDescriptions.of(debugger, "image")).contains("The image to run.");
    assertThat(TypeDescriptions.of(debugger, "ports")).contains("Not allowed here.");
  }

  private static List<String> lines(String file) throws IOException {
    try (InputStream in = TypeDescriptionsTest.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }
}
