import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { ClientFile } from './client-file.ts'
import { plainJson } from './json-comments.ts'
import { isRecord } from '../../model/is-record.ts'

export type Settings = Readonly<Record<string, unknown>>

/** The values of a settings file; null where that is not a mapping. Throws what its parser throws. */
export function readSettingsText(text: string, format: ClientFile['format']): Settings | null {
  const value = parse(text, format)
  return isRecord(value) ? value : null
}

function parse(text: string, format: ClientFile['format']): unknown {
  switch (format) {
    case 'json': {
      const json = plainJson(text)
      return json.trim() === '' ? {} : JSON.parse(json)
    }
    case 'toml':
      // Its tables have no prototype: they would equal no other value.
      return structuredClone(parseToml(text))
    case 'yaml':
      return parseYaml(text) ?? {}
  }
}
