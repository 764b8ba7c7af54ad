package io.listwatch.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a number of bytes with a binary suffix, such as {@code 512Mi} or {@code 8Gi}. */
final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(Ki|Mi|Gi|Ti|)B?");
  private static final List<String> SUFFIXES = List.of("", "Ki", "Mi", "Gi", "Ti");

  @Override
  public Long convert(String text) {
    Matcher size = SIZE.matcher(text);
    if (size.matches()) {
      long number = Long.parseLong(size.group(1));
      int shift = 10 * SUFFIXES.indexOf(size.group(2));
      long bytes = number << shift;
      if (bytes >> shift == number) {
        return bytes;
      }
    }
    throw new TypeConversionException(
        "'%s' is not a size (expected: a number with Ki, Mi, Gi or Ti, such as 8Gi)"
            .formatted(text));
  }
}
