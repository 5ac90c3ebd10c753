import { loadAll, YAMLException } from 'js-yaml'
import { checkConfig, type ConfigReading, type ConfigShape } from './check-config.ts'

/** Reads a config file's text. Never throws: of a file that is not YAML at all, the defaults are the reading. */
export function parseConfig<Config>(text: string, shape: ConfigShape<Config>): ConfigReading<Config> {
  try {
    return checkConfig(readYaml(text), shape)
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return { ...checkConfig({}, shape), problems: [describeYamlError(error)] }
  }
}

/** A file of comments alone says nothing, and two documents in one file are a mistake that js-yaml names. */
function readYaml(text: string): unknown {
  const documents = loadAll(text)
  if (documents.length > 1) throw new YAMLException('there is a second document after `---`')
  return documents[0] ?? {}
}

function describeYamlError({ reason, mark }: YAMLException): string {
  const place = mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`
  return `The file is not valid YAML${place}: ${reason}.`
}
