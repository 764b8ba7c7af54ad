package io.listwatch.server.auth;

import java.util.List;

/** The headers of a request. Names are in lower case. */
public interface RequestHeaders {
  /** No headers. */
  RequestHeaders NONE =
      new RequestHeaders() {
        @Override
        public List<String> names() {
          return List.of();
        }

        @Override
        public List<String> values(String name) {
          return List.of();
        }
      };

  List<String> names();

  /** Returns the values of a header, in their order; empty if there is none of that name. */
  List<String> values(String name);
}
