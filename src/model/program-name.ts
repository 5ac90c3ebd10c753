import { stemOf } from './note-path.ts'

/** By what else the program that keeps a vault finds notes, beside path, file name, title and alias. */
export type NamingRule =
  /** zk: by the id that a file name begins with. */
  | { readonly kind: 'id'; readonly characters: string; readonly length: number }
  /** Logseq: by the name of a page in a namespace, whose slashes are `___` in that of its file. */
  | { readonly kind: 'namespace' }

/**
 * The name that a note has by such a rule; null where it has none.
 *
 *     programName('pages/proj___site.md', { kind: 'namespace' })   // 'proj/site'
 */
export function programName(path: string, rule: NamingRule | null): string | null {
  const stem = stemOf(path)
  switch (rule?.kind) {
    case undefined:
      return null
    case 'namespace':
      return stem.includes('___') ? stem.replaceAll('___', '/') : null
    case 'id': {
      const head = Array.from(stem).slice(0, rule.length)
      const id = head.join('')
      const isId =
        head.length === rule.length && head.every((character) => rule.characters.includes(character))
      return isId && !/^[\p{L}\p{N}_]/u.test(stem.slice(id.length)) ? id : null
    }
  }
}
