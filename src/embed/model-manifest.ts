import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifestShape = z.object({
  id: z.string(),
  files: z.array(z.object({ path: z.string().min(1), size: z.int().min(0), sha256: z.string().length(64) })),
})

/** What a complete model folder holds. It is written last: a folder without it is not a model. */
export type ModelManifest = z.output<typeof manifestShape>

export const manifestFileName = 'manifest.json'

export function renderManifest(manifest: ModelManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** The manifest of a folder whose files all have their sizes; null where something is missing. */
export async function readManifest(folder: string): Promise<ModelManifest | null> {
  try {
    const text = await readFile(join(folder, manifestFileName), 'utf8')
    const manifest = manifestShape.parse(JSON.parse(text))
    for (const { path, size } of manifest.files)
      if ((await stat(join(folder, path))).size !== size) return null
    return manifest
  } catch {
    // Whatever is wrong with it, it is not a model that can be loaded.
    return null
  }
}
