package io.listwatch.following;

import io.listwatch.following.facts.Checkout;
import io.listwatch.following.facts.CheckoutReader;
import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.FactsFile;
import io.listwatch.following.facts.FactsParser;
import io.listwatch.following.golang.GoSyntaxException;
import io.listwatch.following.table.TableFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads a checkout of Kubernetes, writes the facts and the tables into a tree of this project, and
 * prints the changes.
 */
public final class FollowKubernetes {
  /** The facts of the version from which the tables were made. */
  static final String FACTS = "following/facts.txt";

  private final Path tree;
  private final PrintStream out;

  FollowKubernetes(Path tree, PrintStream out) {
    this.tree = tree;
    this.out = out;
  }

  /** Arguments: the tree, the checkout, its version, and {@code write} or {@code report}. */
  public static void main(String[] arguments) throws IOException {
    try {
      Facts facts = new CheckoutReader(Checkout.open(Path.of(arguments[1]))).read(arguments[2]);
      boolean write = arguments[3].equals("write");
      new FollowKubernetes(Path.of(arguments[0]), System.out).follow(facts, write);
    } catch (IllegalArgumentException | GoSyntaxException unreadable) {
      System.err.println("follow-kubernetes: " + unreadable.getMessage());
      System.exit(1);
    }
  }

  /**
   * Prints the differences between facts and the tree's, and optionally writes them into the tree.
   */
  void follow(Facts facts, boolean write) throws IOException {
    Facts known = FactsParser.parse(Files.readString(tree.resolve(FACTS)));
    out.printf("Kubernetes %s -> %s%n", known.kubernetes(), facts.kubernetes());
    for (TableFile file : TableFile.all()) {
      String current = Files.readString(tree.resolve(file.path()));
      String made = file.make(facts, current);
      print(file.name(), Differences.between(file.entries(current), file.entries(made)));
      if (write) {
        Files.writeString(tree.resolve(file.path()), made);
      }
    }
    out.printf("%nLook at these by hand%n");
    Map<String, Map<String, String>> before = HandKept.of(known);
    HandKept.of(facts)
        .forEach(
            (part, now) ->
                print(part, Differences.between(before.getOrDefault(part, Map.of()), now)));
    if (write) {
      Files.writeString(tree.resolve(FACTS), FactsFile.write(facts));
    }
  }

  private void print(String title, Differences differences) {
    out.printf("%n%s: %s%n", title, differences.counts());
    differences.lines().forEach(line -> out.println("  " + line));
  }
}
