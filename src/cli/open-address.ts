import { spawn } from 'node:child_process'
import type { Environment } from '../registry/config-folder.ts'

/** Hands an address to the program for it. False where there is no display, or nothing that opens addresses. */
export function openAddress(address: string, env: Environment): boolean {
  if (!hasDisplay(env)) return false
  const [command, ...args] = openers.get(process.platform) ?? (['xdg-open'] as const)
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  // What was printed is enough then.
  child.on('error', () => undefined)
  child.unref()
  return true
}

/** Whether a window could appear. */
export function hasDisplay(env: Environment): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return (env['DISPLAY'] ?? env['WAYLAND_DISPLAY'] ?? '') !== ''
}

const openers: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['darwin', ['open']],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
])
