import { YAMLException } from 'js-yaml/browser'
import { checkConfig, type ConfigReading, type ConfigShape } from './check-config.ts'
import { loadYaml } from './load-yaml.ts'

/** Reads a config file's text. Never throws: of a file that is not YAML at all, the defaults are the reading. */
export function parseConfig<Config>(text: string, shape: ConfigShape<Config>): ConfigReading<Config> {
  try {
    return checkConfig(readYaml(text), shape)
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const sentence = describeYamlError(error)
    return { ...checkConfig({}, shape), problems: [sentence], unread: [{ key: '', sentence }] }
  }
}

/** A file of comments alone says nothing, and two documents in one file are a mistake that js-yaml names. */
function readYaml(text: string): unknown {
  const documents = loadYaml(text)
  if (documents.length > 1) throw new YAMLException('there is a second document after `---`')
  return documents[0] ?? {}
}

function describeYamlError({ reason, mark }: YAMLException): string {
  const place = mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`
  return `The file is not valid YAML${place}: ${reason}.`
}
