import { Writable } from 'node:stream'

/**
 * Reserves standard output for the protocol: other writes to it (`console.log`, a library) go to standard error. The
 * protocol writes to the returned stream.
 */
export function guardStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  const protocol = new Writable({
    // The stream below takes strings.
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      write(chunk, done)
    },
  })
  // When its end of the pipe closes (EPIPE), the client is gone.
  stdout.on('error', (error: Error) => protocol.destroy(error))
  return protocol
}
