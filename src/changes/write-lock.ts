/** The vault's lock while it is held. */
export interface WriteLock {
  /** False once another process has taken the lock because this one was stopped for too long. */
  isMine(): boolean
  /**
   * Present where this server may have been replaced without knowing it: rejects if it has. Asked after new texts were
   * written beside their files and before they are put in place, and before anything is taken back.
   */
  readonly confirm?: () => Promise<void>
}
