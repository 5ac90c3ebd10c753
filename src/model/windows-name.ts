const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i

/**
 * The first part of a path that Windows takes for something else: a device, a stream of another file, a name without its
 * last dot or space. Null where there is none.
 *
 *     oddOnWindows('plans/aux.md')   // 'aux.md'
 */
export function oddOnWindows(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.find((part) => /[<>:"|?*\p{Cc}]|[. ]$/u.test(part) || device.test(part)) ?? null
}
