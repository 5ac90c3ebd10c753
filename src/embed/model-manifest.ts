import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifestShape = z.object({
  id: z.string(),
  files: z.array(z.object({ path: z.string().min(1), size: z.int().min(0), sha256: z.string().length(64) })),
})

/** The contents of a complete model folder. It is written last: a folder without it is not a model. */
export type ModelManifest = z.output<typeof manifestShape>

export const manifestFileName = 'manifest.json'

export function renderManifest(manifest: ModelManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

export type ManifestReading =
  | { readonly kind: 'whole'; readonly manifest: ModelManifest }
  /** Something of the model is missing or has another size. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'none' }

/** Checks only sizes: the contents are checked when they are loaded. */
export async function readManifest(folder: string): Promise<ManifestReading> {
  try {
    const text = await readFile(join(folder, manifestFileName), 'utf8')
    const manifest = manifestShape.parse(JSON.parse(text))
    for (const { path, size } of manifest.files)
      if ((await stat(join(folder, path))).size !== size) return { kind: 'damaged' }
    return { kind: 'whole', manifest }
  } catch {
    // Whatever is wrong with it, it is not a model that can be loaded.
    return { kind: existsSync(join(folder, manifestFileName)) ? 'damaged' : 'none' }
  }
}
