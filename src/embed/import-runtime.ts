import { EmbedderFailure } from './embedder.ts'

/** ONNX Runtime, loaded on first use. An `EmbedderFailure` where it is missing or has no build for this system. */
export async function importRuntime() {
  try {
    return await import('onnxruntime-node')
  } catch (error) {
    throw runtimeMissing(error)
  }
}

export function runtimeMissing(cause?: unknown): EmbedderFailure {
  return new EmbedderFailure(
    'The package onnxruntime-node, which runs embedding models, is missing or does not work on this system.',
    'Install flint-note again with its optional packages (npm install --include=optional).',
    cause,
  )
}
