import { Writable } from 'node:stream'

/**
 * Keeps standard output for the protocol: whatever else in the process writes to it (`console.log`, a library) goes to
 * standard error. The protocol writes to the stream that is handed back.
 */
export function guardStdout(
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Writable {
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  const protocol = new Writable({
    // The stream below takes a text as it is.
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      write(chunk, done)
    },
  })
  // The client is gone when its end of the pipe is: EPIPE.
  stdout.on('error', (error: Error) => protocol.destroy(error))
  return protocol
}
