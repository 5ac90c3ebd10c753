import type { Said } from '../../model/advice.ts'
import { toCliError } from '../cli-error.ts'

/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'problem'
  /** What was found. */
  readonly message: Said
  /** What mends it. */
  readonly fix?: Said
  readonly vault?: string
}

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message }
}

export function warning(check: string, message: Said, fix: Said): Finding {
  return { check, state: 'warning', message, fix }
}

export function problem(check: string, message: Said, fix: Said): Finding {
  return { check, state: 'problem', message, fix }
}

/** An error's advice for people; null where it has none. */
export function cureOf(error: unknown): string | null {
  return toCliError(error)?.content.error.hint ?? null
}
