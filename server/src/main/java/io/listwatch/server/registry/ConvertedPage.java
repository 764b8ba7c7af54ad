package io.listwatch.server.registry;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.ResourcePage;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** A page as another version of the API shows it: each object when it is its turn. */
final class ConvertedPage implements ResourcePage {
  private final ResourcePage page;
  private final ServedKind kind;

  ConvertedPage(ResourcePage page, ServedKind kind) {
    this.page = page;
    this.kind = kind;
  }

  @Override
  public ResourceVersion version() {
    return page.version();
  }

  @Override
  public String continueToken() {
    return page.continueToken();
  }

  @Override
  public OptionalLong remaining() {
    return page.remaining();
  }

  @Override
  public List<ResourceKey> unreadable() {
    return page.unreadable();
  }

  @Override
  public CompletionStage<List<Resource>> next() {
    return page.next().thenApply(batch -> batch.stream().map(kind::served).toList());
  }

  @Override
  public CompletionStage<ResourcePage> again() {
    return page.again().thenApply(same -> new ConvertedPage(same, kind));
  }
}
