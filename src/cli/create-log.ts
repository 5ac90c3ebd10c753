import { inspect } from 'node:util'
import type { Log } from '../model/log.ts'
import type { LogLevel } from '../registry/registry-schema.ts'

export interface LogOptions {
  /** Asked for at the first message. */
  readonly level: () => Promise<LogLevel>
  /** Null is standard error. */
  readonly file: string | null
}

export interface CliLog extends Log {
  /** Resolves once everything logged so far is written. */
  flush(): Promise<void>
}

type Level = 'debug' | 'info' | 'warn' | 'error'

const ranks: Readonly<Record<LogLevel, number>> = { silent: 4, error: 3, warn: 2, info: 1, debug: 0 }

/**
 * A log of JSON lines on standard error or in a file, never on standard output. The logging library is loaded with the
 * first message: most runs have none. A message that only repeats the last one is dropped: what cannot be opened is tried again
 * by each part of a command.
 */
export function createLog({ level, file }: LogOptions): CliLog {
  let threshold: Promise<LogLevel> | null = null
  let logger: ReturnType<typeof openLogger> | null = null
  let last: Promise<void> = Promise.resolve()
  let said = ''
  const write = async (at: Level, time: number, message: string, facts: object): Promise<void> => {
    threshold ??= level()
    if (ranks[at] < ranks[await threshold]) return
    const saying = `${at} ${message} ${inspect(facts)}`
    if (saying === said) return
    said = saying
    logger ??= openLogger(file)
    const opened = await logger
    opened[at]({ ...facts, time }, message)
  }
  const log =
    (at: Level) =>
    (message: string, facts: object = {}) => {
      const time = Date.now()
      // A log that cannot be written must not end the program.
      last = last.then(() => write(at, time, message, facts)).catch(() => undefined)
    }
  return {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    flush: () => last,
  }
}

async function openLogger(file: string | null) {
  const { destination, pino, stdSerializers } = await import('pino')
  if (file !== null) {
    const { makeLogFile } = await import('./make-log-file.ts')
    makeLogFile(file)
  }
  return pino(
    {
      level: 'trace',
      base: { pid: process.pid },
      timestamp: false,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: stdSerializers.err, cause: stdSerializers.err },
    },
    destination({ dest: file ?? 2, append: true, mode: 0o600, sync: true }),
  )
}
