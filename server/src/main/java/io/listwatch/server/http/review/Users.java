package io.listwatch.server.http.review;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.UserInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes users in reviews. */
final class Users {
  private Users() {}

  /** Writes the attributes of a user, without the empty ones. */
  static void write(UserInfo user, JsonObject into) {
    if (!user.name().isEmpty()) {
      into.put("username", user.name());
    }
    if (!user.uid().isEmpty()) {
      into.put("uid", user.uid());
    }
    if (!user.groups().isEmpty()) {
      user.groups().forEach(into.putArray("groups")::add);
    }
    if (!user.extra().isEmpty()) {
      JsonObject extra = into.putObject("extra");
      user.extra().forEach((name, values) -> values.forEach(extra.withArray(name)::add));
    }
  }

  /** Reads the user in a spec. */
  static UserInfo read(JsonValue spec) {
    Map<String, List<String>> extra = new HashMap<>();
    spec.path("extra")
        .properties()
        .forEach(each -> extra.put(each.getKey(), strings(each.getValue())));
    return new UserInfo(
        spec.path("user").asText(), spec.path("uid").asText(), strings(spec.path("groups")), extra);
  }

  private static List<String> strings(JsonValue array) {
    var texts = new ArrayList<String>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }
}
