package io.listwatch.cli;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a number of bytes with a binary suffix, such as {@code 512Mi} or {@code 8Gi}. */
final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(Ki|Mi|Gi|Ti|)B?");
  private static final Map<String, Integer> SHIFTS =
      Map.of("", 0, "Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40);

  @Override
  public Long convert(String text) {
    Matcher size = SIZE.matcher(text);
    if (size.matches()) {
      long number = Long.parseLong(size.group(1));
      long bytes = number << SHIFTS.get(size.group(2));
      if (bytes >> SHIFTS.get(size.group(2)) == number) {
        return bytes;
      }
    }
    throw new TypeConversionException(
        "'%s' is not a size (expected: a number with Ki, Mi, Gi or Ti, such as 8Gi)"
            .formatted(text));
  }
}
