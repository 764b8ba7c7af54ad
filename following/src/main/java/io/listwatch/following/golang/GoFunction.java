package io.listwatch.following.golang;

import java.util.List;

/**
 * A function or method of a Go package.
 *
 * @param name with the receiver's type before a dot, for a method
 * @param parameters the tokens between the parentheses
 * @param body the tokens between the braces, without comments
 */
public record GoFunction(String name, List<GoToken> parameters, List<GoToken> body) {
  public GoFunction {
    parameters = List.copyOf(parameters);
    body = List.copyOf(body);
  }
}
