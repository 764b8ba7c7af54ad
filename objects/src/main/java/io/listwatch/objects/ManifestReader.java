package io.listwatch.objects;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.objects.yaml.LineTree;
import io.listwatch.objects.yaml.MalformedYamlException;
import io.listwatch.objects.yaml.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Parses the objects of one YAML or JSON string. */
final class ManifestReader {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Supplier<List<LineTree>> lines;
  private final List<Manifest> found = new ArrayList<>();
  private int document;

  private ManifestReader(String text) {
    this.lines = new LinesOnDemand(text);
  }

  static List<Manifest> read(String source) {
    String text = source.startsWith(BYTE_ORDER_MARK) ? source.substring(1) : source;
    var reader = new ManifestReader(text);
    JsonTrees.Parsed json = json(text);
    if (json != null) {
      reader.add(json.tree(), json.duplicates(), 1);
    } else {
      reader.readYaml(text);
    }
    return List.copyOf(reader.found);
  }

  /** Returns null if the string is not JSON. It may be YAML that begins with a brace. */
  private static JsonTrees.@Nullable Parsed json(String text) {
    try {
      return text.stripLeading().startsWith("{") ? JsonTrees.parse(text) : null;
    } catch (MalformedJsonException e) {
      return null;
    }
  }

  private void readYaml(String text) {
    try {
      YamlText.convertAll(
          text, each -> add(JsonTrees.read(each.json()), each.repeated(), each.line()));
    } catch (MalformedYamlException e) {
      throw new MalformedManifestException(String.valueOf(e.getMessage()), e.line());
    } catch (MalformedJsonException e) {
      // A number has too many digits.
      throw new MalformedManifestException(String.valueOf(e.getMessage()), 1);
    }
  }

  private void add(JsonValue value, List<RepeatedField> duplicates, int line) {
    var place = new SourceLines(lines, document++, "");
    if (value.isNull()) {
      return;
    }
    if (!(value instanceof JsonObject object)) {
      String type = value.type().name().toLowerCase(Locale.ROOT);
      throw new MalformedManifestException(
          "a document is a " + type + " (expected: an object)", line);
    }
    String kind = object.path("kind").asText();
    if (kind.endsWith("List") && object.get("items") instanceof JsonArray items) {
      addItems(object, items, duplicates, place);
    } else {
      found.add(new Manifest(object, duplicates, place));
    }
  }

  /**
   * Adds the items of a list. Items of a typed list, such as a PodList, need not name their kind.
   */
  private void addItems(
      JsonObject list, JsonArray items, List<RepeatedField> duplicates, SourceLines place) {
    String kind = list.path("kind").asText().replaceFirst("List$", "");
    for (int i = 0; i < items.size(); i++) {
      if (!(items.get(i) instanceof JsonObject item)) {
        throw new MalformedManifestException(
            "items[" + i + "] is not an object", place.line("items[" + i + "]"));
      }
      if (!kind.isEmpty() && !item.has("kind") && !item.has("apiVersion")) {
        item.put("kind", kind).set("apiVersion", list.path("apiVersion"));
      }
      found.add(new Manifest(item, duplicatesIn(i, duplicates, place), place.item(i)));
    }
  }

  /** Returns the duplicates in an item: those in JSON are found by path, those in YAML by line. */
  private static List<RepeatedField> duplicatesIn(
      int item, List<RepeatedField> all, SourceLines place) {
    String prefix = "items[" + item + "].";
    var own = new ArrayList<RepeatedField>();
    for (RepeatedField each : all) {
      if (each.path().startsWith(prefix)) {
        own.add(RepeatedField.of(each.path().substring(prefix.length())));
      } else if (each.isYaml()
          && each.line() >= place.item(item).line("")
          && each.line() < lineAfter(item, place)) {
        own.add(each);
      }
    }
    return own;
  }

  private static int lineAfter(int item, SourceLines place) {
    int next = place.item(item + 1).line("");
    return next > place.item(item).line("") ? next : Integer.MAX_VALUE;
  }

  /** Parses line numbers at the first problem that needs one. */
  private static final class LinesOnDemand implements Supplier<List<LineTree>> {
    private final String text;

    /** Racing threads compute equal lists. */
    private volatile @Nullable List<LineTree> documents;

    LinesOnDemand(String text) {
      this.text = text;
    }

    @Override
    public List<LineTree> get() {
      List<LineTree> known = documents;
      if (known == null) {
        known = LineTree.readAll(text);
        documents = known;
      }
      return known;
    }
  }
}
