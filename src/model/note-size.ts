/**
 * Notes are edited and indexed whole up to this size, in bytes. Of a longer file the beginning is read: time and memory stay
 * bounded, whatever lies in a vault.
 */
export const mostNoteBytes = 10_000_000

/** `9.5 MB`, `10 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Number((bytes / 1_000_000).toFixed(1))} MB`
}

/** So much of a longer file is read for what it says of itself. */
export const startBytes = 1_000_000

/** A file longer than this is no note, whatever its name: only the name is known of it. Reading it would hold up everything else. */
export const mostReadBytes = 1_000_000_000
