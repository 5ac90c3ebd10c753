import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the command line as a person does, and resolves with what it prints. */
export async function runFlint(
  main: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], options)
  return stdout
}
