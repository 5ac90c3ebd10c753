import type { Readable } from 'node:stream'

/** Everything that comes through a pipe. */
export async function readAll(stdin: Readable): Promise<string> {
  let all = ''
  stdin.setEncoding('utf8')
  for await (const chunk of stdin) all += String(chunk)
  return all
}
