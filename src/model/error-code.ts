/** The code of a system's error, such as ENOENT; empty for any other error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether an error is one of the system's with one of these codes. */
export function hasCode(
  error: unknown,
  ...codes: readonly string[]
): error is Error & { readonly code: string } {
  return codes.includes(errorCode(error))
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
