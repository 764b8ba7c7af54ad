// Numbers, ages and sizes as people read them.

// Returns an age as kubectl prints it: 5s, 3m12s, 7h, 12d.
export function age(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return two(days, 'd', hours % 24, 'h');
  return days < 730 ? `${days}d` : `${Math.floor(days / 365)}y`;
}

function two(large, unit, small, smallUnit) {
  return small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
}

export function bytes(count) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function number(value) {
  return new Intl.NumberFormat(document.documentElement.lang).format(value);
}

// Returns a duration of seconds with a fitting unit.
export function seconds(value) {
  if (value === 0) return '0';
  if (value < 0.001) return `${Math.round(value * 1e6)} µs`;
  return value < 1 ? `${(value * 1000).toFixed(value < 0.01 ? 1 : 0)} ms` : `${value.toFixed(1)} s`;
}

// Compares cells: numbers by value, ages by length, everything else as text in which numbers count as numbers.
export function compare(one, other) {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return COLLATOR.compare(String(one ?? ''), String(other ?? ''));
}

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
