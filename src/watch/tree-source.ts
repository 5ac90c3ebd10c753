/** What every way of noticing changes is given. Paths are vault-relative with `/`; the root is the empty path. */
export interface TreeSourceOptions {
  /** Absolute. */
  readonly root: string
  /** A folder that is ignored is not looked into. */
  readonly isIgnored: (relativePath: string, isFolder: boolean) => boolean
  /** A file or folder may have been created, changed or removed. */
  readonly onPath: (relativePath: string) => void
  /** Changes may have gone unnoticed: everything must be looked at. */
  readonly onLost: () => void
  /** The root itself was removed, moved or replaced, or seems so. */
  readonly onRootMoved: () => void
  /** The source cannot go on. It has closed itself. */
  readonly onFailure: (error: unknown) => void
}

/** Calls nothing back once it is closed, and never keeps the process alive. */
export interface TreeSource {
  readonly kind: 'native' | 'polling'
  close(): void
}
