/** How the file looked when it was read: what tells without reading that it has not changed. */
export interface FileStamp {
  readonly size: number
  /** Milliseconds since 1970, with the fraction the file system gives. */
  readonly mtime: number
  readonly inode: number
  /**
   * When the system last noted a change of the file, in milliseconds since 1970: a modification time that was set back does
   * not hide it. `unsure` where the file had just been written when it was read.
   */
  readonly noted: number
}

/**
 * No file was changed then. A write within one tick of the file system's clock leaves a file of the same length as it looked
 * before: whether one followed is known once the file has been read again.
 */
export const unsure = -1

// Clocks of file systems that count in seconds tick every two seconds at the slowest.
const restsAfterMs = 2_000
const restsLongAfterMs = 4_000

/** The stamp of a file that was read from this time on, in milliseconds since 1970: whether a later write will show in it. */
export function stampWhenRead(stamp: FileStamp, readAt: number): FileStamp {
  const { mtime, noted } = stamp
  // A time that lies behind the system's own note of it was set by hand. Some file systems keep no such note.
  const written = noted > 0 ? Math.min(mtime, noted) : mtime
  const restMs = written % 1_000 === 0 ? restsLongAfterMs : restsAfterMs
  return readAt - written > restMs ? stamp : { ...stamp, noted: unsure }
}
