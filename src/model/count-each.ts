/**
 * How often each value comes.
 *
 *     countEach(['a', 'b', 'a'])   // Map { 'a' => 2, 'b' => 1 }
 */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
