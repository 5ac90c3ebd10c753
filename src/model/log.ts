/** Where messages for the operator go: standard error or a file, never standard output, never a note's content. */
export interface Log {
  debug(message: string, facts?: object): void
  info(message: string, facts?: object): void
  warn(message: string, facts?: object): void
  error(message: string, facts?: object): void
}
