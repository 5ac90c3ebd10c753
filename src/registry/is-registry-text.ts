import { YAMLException } from 'js-yaml/browser'
import { loadYaml } from '../settings/load-yaml.ts'

/** A registry and a vault's own config have the same name; only a registry has `vaults`. */
export function isRegistryText(text: string): boolean {
  try {
    const [document] = loadYaml(text)
    return typeof document === 'object' && document !== null && 'vaults' in document
  } catch (error) {
    if (error instanceof YAMLException) return /^["']?vaults["']?\s*:/m.test(text)
    throw error
  }
}
