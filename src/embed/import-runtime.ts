import { createRequire } from 'node:module'
import { loadFault, parts } from '../model/load-fault.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import { startLoading } from '../runtime/native-thread.ts'

/** Loads ONNX Runtime, which runs all models but the embedded one; an `EmbedderFailure` where that cannot be. */
export async function importRuntime() {
  const loaded = startLoading()
  try {
    return await import('onnxruntime-node')
  } catch (error) {
    throw runtimeFailure(error)
  } finally {
    loaded()
  }
}

/** Null where the package exists; whether its native part works shows when it is loaded. */
export function missingRuntime(): EmbedderFailure | null {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node')
    return null
  } catch (error) {
    return runtimeFailure(error)
  }
}

function runtimeFailure(error: unknown): EmbedderFailure {
  const { reason, cure } = loadFault(parts.runtime, error)
  return new EmbedderFailure(reason, cure, error)
}
