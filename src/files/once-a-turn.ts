/**
 * Looks once in each turn of the event loop at what a path leads to: whoever asks again before other work has had its turn
 * is told the same. What throws is looked at again.
 */
export function onceATurn<Found extends object | string | boolean | null>(
  look: (path: string) => Found,
): (path: string) => Found {
  const seen = new Map<string, Found>()
  const forget = () => {
    seen.clear()
  }
  return (path) => {
    const known = seen.get(path)
    if (known !== undefined) return known
    const found = look(path)
    if (seen.size === 0) setImmediate(forget)
    seen.set(path, found)
    return found
  }
}
