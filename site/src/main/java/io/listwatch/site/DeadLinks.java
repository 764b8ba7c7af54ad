package io.listwatch.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the links of a site that lead nowhere: to a file that does not exist, or to an anchor that
 * its page does not have. Links to other hosts are not followed.
 */
final class DeadLinks {
  private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ANCHOR = Pattern.compile("\\s(?:id|name)=\"([^\"]*)\"");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*|//.*");

  private final Path site;
  private final Map<Path, Set<String>> anchors = new HashMap<>();

  DeadLinks(Path site) {
    this.site = site;
  }

  /** Returns a line for each dead link: the page and the link. */
  List<String> find() throws IOException {
    var dead = new ArrayList<String>();
    for (Path page : pages()) {
      for (String link : found(LINK, Files.readString(page))) {
        if (!ELSEWHERE.matcher(link).matches() && !leadsSomewhere(page, link)) {
          dead.add(site.relativize(page) + ": " + link);
        }
      }
    }
    return dead;
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(site)) {
      return files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
    }
  }

  private boolean leadsSomewhere(Path page, String link) throws IOException {
    String whole = URLDecoder.decode(link.replace("+", "%2B"), UTF_8);
    int hash = whole.indexOf('#');
    String path = (hash < 0 ? whole : whole.substring(0, hash)).replaceFirst("\\?.*", "");
    String anchor = hash < 0 ? "" : whole.substring(hash + 1);
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(target) || !target.startsWith(site)) {
      return false;
    }
    return anchor.isEmpty() || !target.toString().endsWith(".html") || has(target, anchor);
  }

  private boolean has(Path page, String anchor) throws IOException {
    Set<String> known = anchors.get(page);
    if (known == null) {
      known = new HashSet<>(found(ANCHOR, Files.readString(page)));
      anchors.put(page, known);
    }
    return known.contains(anchor);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(each -> unescaped(each.group(1))).toList();
  }

  private static String unescaped(String attribute) {
    return attribute.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }
}
