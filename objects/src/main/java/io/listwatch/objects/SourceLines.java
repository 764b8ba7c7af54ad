package io.listwatch.objects;

import io.listwatch.objects.yaml.LineTree;
import java.util.List;
import java.util.function.Supplier;

/**
 * The line numbers of one object in a manifest.
 *
 * @param documents all documents of the manifest; parsed when the first line is needed
 * @param document the index of the object's document
 * @param path the path of the object in its document: empty, or the path of a list item
 */
record SourceLines(Supplier<List<LineTree>> documents, int document, String path) {
  /** The line numbers of an object that was not parsed from a manifest. */
  static final SourceLines NONE = new SourceLines(List::of, 0, "");

  SourceLines item(int index) {
    return new SourceLines(documents, document, "items[" + index + "]");
  }

  int line(String field) {
    List<LineTree> all = documents.get();
    if (document >= all.size()) {
      return 1;
    }
    boolean joined = path.isEmpty() || field.isEmpty() || field.startsWith(".");
    return all.get(document).line(joined ? path + field : path + "." + field);
  }
}
