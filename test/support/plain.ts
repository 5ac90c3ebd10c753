/** A value as it crosses the wire: tests look into it as a client does. */
export function plain(value: unknown) {
  return JSON.parse(JSON.stringify(value))
}

/** The values of one key over a list. */
export function column(items: readonly Readonly<Record<string, unknown>>[], key: string): readonly unknown[] {
  return items.map((item) => item[key])
}
