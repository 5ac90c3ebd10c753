import { VaultError } from '../model/vault-error.ts'
import { isObject } from '../model/is-record.ts'

/** Values of a note by name; a dot leads into metadata. */
export type Fields = Readonly<Record<string, unknown>>

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '0': '\0', '\\': '\\' }

/**
 * Fills `{title}\t{metadata.status}`: `\t`, `\n` and `\0` are what they are elsewhere, `{{` is a brace. A field that a note
 * does not have is empty; one that no note can have is an error. `clean` makes values fit to be shown.
 */
export function formatFields(
  format: string,
  fields: Fields,
  clean: (value: string) => string = (value) => value,
): string {
  return format
    .replace(/\\([nt0\\])/g, (_found, key: string) => escapes[key] ?? key)
    .replace(/\{\{|\{([^{}]*)\}/g, (found, name?: string) =>
      name === undefined ? found.slice(1) : clean(wordsOf(valueOf(fields, name))),
    )
}

function valueOf(fields: Fields, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name]
  const [first = '', ...rest] = name.split('.')
  if (first === 'metadata' && rest.length > 0) {
    return rest.reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      fields['metadata'],
    )
  }
  throw new VaultError('INVALID_ARGUMENT', `--format has no field "${name}".`, {
    hint: `Use ${Object.keys(fields).join(', ')}, or metadata.KEY.`,
  })
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
