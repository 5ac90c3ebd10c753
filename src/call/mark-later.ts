import { once } from '../model/once.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { MarkedCall } from './mark-untrusted.ts'

/** Marks what an answer shows of text from outside. What that takes is loaded with the first call, not before. */
export async function markLater<Output extends object>(
  vault: VaultContext,
  output: Output,
  call: MarkedCall,
): Promise<Output> {
  const { markUntrusted } = await load()
  return await markUntrusted(vault, output, call)
}

// Importing what is loaded already takes Node as long as marking takes.
const load = once(() => import('./mark-untrusted.ts'))
