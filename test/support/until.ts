import { setTimeout as pause } from 'node:timers/promises'

/** Resolves once the condition holds. Fails, saying what was awaited, when it does not come true in time. */
export async function until(
  what: string | (() => string),
  condition: () => boolean | Promise<boolean>,
  { withinMs = 30_000 }: { readonly withinMs?: number } = {},
): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`Waited ${withinMs} ms in vain: ${typeof what === 'string' ? what : what()}`)
    await pause(5)
  }
}
