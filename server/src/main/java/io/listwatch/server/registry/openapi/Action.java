package io.listwatch.server.registry.openapi;

import java.util.Locale;

/** The {@code x-kubernetes-action} of an operation, with its HTTP method. */
enum Action {
  GET("get", "read"),
  LIST("get", "list"),
  WATCH("get", "watch"),
  WATCHLIST("get", "watch"),
  POST("post", "create"),
  PUT("put", "replace"),
  PATCH("patch", "patch"),
  DELETE("delete", "delete"),
  DELETECOLLECTION("delete", "delete");

  /** The action of all methods of a proxy, {@code exec} and the like. */
  static final String CONNECT = "connect";

  private final String method;
  private final String prefix;

  Action(String method, String prefix) {
    this.method = method;
    this.prefix = prefix;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String method() {
    return method;
  }

  /** Returns the first word of the operation's id. */
  String prefix() {
    return prefix;
  }
}
