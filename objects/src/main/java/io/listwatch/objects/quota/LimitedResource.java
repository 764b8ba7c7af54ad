package io.listwatch.objects.quota;

import java.util.List;

/**
 * A resource that may only be used if a quota covers it, from the configuration of the server.
 *
 * @param resource such as {@code pods} or {@code deployments.apps}
 * @param contains substrings; usage whose name contains one of them needs a quota
 * @param scopes objects in these scopes need a quota with the scope
 */
public record LimitedResource(String resource, List<String> contains, List<QuotaScope> scopes) {
  public LimitedResource {
    contains = List.copyOf(contains);
    scopes = List.copyOf(scopes);
  }
}
