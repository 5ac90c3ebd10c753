/**
 * What an object has under a key of its own: `constructor` and the like are keys that people choose, too.
 *
 *     ownValue({ a: 1 }, 'constructor')   // undefined
 */
export function ownValue(of: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(of, key) ? of[key] : undefined
}
