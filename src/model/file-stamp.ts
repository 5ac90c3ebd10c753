/** How the file looked when it was read: what tells without reading that it has not changed. */
export interface FileStamp {
  readonly size: number
  /** Milliseconds since 1970, with the fraction the file system gives. */
  readonly mtime: number
  readonly inode: number
}
