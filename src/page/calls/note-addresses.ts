import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where else a note can be opened: in Obsidian, in the editor, as a file. */
export function noteAddresses(root: string, path: string) {
  const file = join(root, path)
  return {
    obsidian: `obsidian://open?path=${encodeURIComponent(file.toWellFormed())}`,
    editor: `vscode://file${pathToFileURL(file).pathname}`,
    file,
  }
}
