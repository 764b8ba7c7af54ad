package io.listwatch.reflector;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.RecordingStore.Write;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks that a store got a history that its collection may have had: versions never go back, an
 * object is added only if it did not exist, and changed or deleted only if it did.
 *
 * <p>For an object that was temporarily unreadable, the store may not know whether it exists.
 */
final class LegalWrites {
  private final ResourceKey unreliable;
  private final Set<ResourceKey> there = new HashSet<>();
  private ResourceVersion reached = ResourceVersion.of(1);

  LegalWrites(ResourceKey unreliable) {
    this.unreliable = unreliable;
  }

  void check(Iterable<Write> writes) {
    writes.forEach(this::check);
  }

  private void check(Write write) {
    switch (write.verb()) {
      case "replace" -> replace(write);
      case "bookmark" -> reach(write, false);
      case "resync" -> assertThat(reached).isNotNull();
      default -> change(write, write.objects().get(0));
    }
  }

  private void replace(Write write) {
    reach(write, false);
    there.retainAll(write.kept());
    for (Resource object : write.objects()) {
      assertThat(object.version().newerThan(reached)).as("%s", write).isFalse();
      assertThat(there.add(object.key())).as("%s: twice", write).isTrue();
    }
  }

  private void change(Write write, Resource object) {
    reach(write, true);
    boolean before = there.contains(object.key());
    boolean expected = !write.verb().equals("add");
    if (!object.key().equals(unreliable)) {
      assertThat(before).as("%s: there before", write).isEqualTo(expected);
    }
    if (write.verb().equals("delete")) {
      there.remove(object.key());
    } else {
      there.add(object.key());
    }
  }

  private void reach(Write write, boolean further) {
    ResourceVersion version = write.version();
    boolean legal = further ? version.newerThan(reached) : !reached.newerThan(version);
    assertThat(legal).as("%s after version %s", write, reached).isTrue();
    reached = version;
  }
}
