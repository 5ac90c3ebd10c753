/** Options of every way of noticing changes. Paths are vault-relative with `/`; the root is the empty path. */
export interface TreeSourceOptions {
  /** Absolute path. */
  readonly root: string
  /** An ignored folder is not looked into. */
  readonly isIgnored: (relativePath: string, isFolder: boolean) => boolean
  /** A file or folder may have been created, changed or removed. */
  readonly onPath: (relativePath: string) => void
  /** Changes may have gone unnoticed: everything must be looked at. */
  readonly onLost: () => void
  /** The root itself was removed, moved or replaced, or seems so. */
  readonly onRootMoved: () => void
  /** The source cannot go on and has closed itself. */
  readonly onFailure: (error: unknown) => void
}

/** Calls nothing back once it is closed, and never keeps the process alive. */
export interface TreeSource {
  readonly kind: 'native' | 'polling'
  /** Whether a new folder is still being looked through, so that changes in it may not have been reported. */
  readonly isBehind: boolean
  /** Watches what has escaped it, as a folder that a drive was mounted on. It reports none of that. */
  watchAgain(): Promise<void>
  close(): void
}
