package io.listwatch.bench;

import java.util.Map;
import java.util.TreeMap;

/** Settings from the command line, as {@code name=value}, with defaults. */
public final class Settings {
  private final Map<String, String> given = new TreeMap<>();

  public Settings(String[] arguments) {
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("argument: " + argument + " (expected: name=value)");
      }
      given.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
  }

  public int number(String name, int otherwise) {
    return Integer.parseInt(text(name, Integer.toString(otherwise)));
  }

  public String text(String name, String otherwise) {
    return given.getOrDefault(name, otherwise);
  }
}
