package io.listwatch.objects.kinds.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KindRulesTest {
  @Test
  void aKindWithoutRulesAcceptsEverything() {
    KindRules rules = KindRules.of(ResourceType.namespaced("example.com/v1", "Note", "notes"));
    var object = (JsonObject) JsonTrees.read("{\"spec\":{\"replicas\":-1}}");
    List<FieldError> errors = new ArrayList<>();

    rules.validate(object, errors);
    rules.validateUpdate(object, object, errors);
    rules.validateStatusUpdate(object, object, errors);
    rules.dropDisabledFields(object, null);

    assertThat(errors).isEmpty();
    assertThat(rules.warnings(object, null)).isEmpty();
    assertThat(rules.statusWarnings(object)).isEmpty();
    assertThat(object).isEqualTo(JsonTrees.read("{\"spec\":{\"replicas\":-1}}"));
  }
}
