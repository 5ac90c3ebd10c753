import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode } from '../model/error-code.ts'
import { isRecord } from '../model/is-record.ts'

/** What tells one process from every other, on this machine and on others that share a drive with it. */
export interface ProcessIdentity {
  /** The machine, and on Linux the space in which process ids count: a container has its own. */
  readonly host: string
  readonly pid: number
  /** When it started, as the kernel says; empty where that cannot be known. Process ids are used again. */
  readonly started: string
}

export function thisProcess(): ProcessIdentity {
  return { host: thisHost(), pid: process.pid, started: startOf(process.pid) ?? '' }
}

/** Whether a value is one that a process has written down. */
export function isIdentity(value: unknown): value is ProcessIdentity {
  if (!isRecord(value)) return false
  const { host, pid, started } = value
  return typeof host === 'string' && typeof pid === 'number' && typeof started === 'string'
}

/** False only when the process is known to be gone. One on another machine cannot be known to be. */
export function mayBeAlive(other: ProcessIdentity, self: ProcessIdentity): boolean {
  if (other.host !== self.host) return true
  try {
    process.kill(other.pid, 0)
  } catch (error) {
    // EPERM: it is there, and someone else's.
    return hasCode(error, 'EPERM')
  }
  return other.started === '' || self.started === '' || startOf(other.pid) === other.started
}

function thisHost(): string {
  return `${hostname()}/${readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))}`
}

/** Boot and start time of a process; null for one that is gone, or dead and only not yet buried. Linux alone knows. */
function startOf(pid: number): string | null {
  const stat = readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the program's name in brackets, which may itself hold spaces and brackets.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const startTime = fields[18]
  if (startTime === undefined || state === 'Z' || state === 'X') return null
  return `${readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim()}/${startTime}`
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
