import { errorCode, messageOf } from './error-code.ts'

/** A package that flint loads when it needs it, or a file of its own. */
export interface Part {
  readonly name: string
  readonly kind?: 'file'
  /** What it does for flint: `runs embedding models`. */
  readonly does: string
  /** What brings it, where npm does not by itself. */
  readonly cure?: string
}

/** How to get ONNX Runtime; it is large, so that only those have it who use a downloaded model. */
const installRuntime =
  'Install it beside flint: npm install -g --ignore-scripts onnxruntime-node (without -g where flint is not installed globally).'

const buildAgain = 'Install flint-note again, or run npm run build in a clone of it.'

/** What has native code, or code that a system may lack. Of the packages all but the first are optional. */
export const parts = {
  sqlite: { name: 'better-sqlite3', does: "keeps flint's databases" },
  vectors: { name: 'sqlite-vec', does: 'compares vectors' },
  nearness: { name: 'nearness.wasm', kind: 'file', does: 'finds near vectors', cure: buildAgain },
  ownModel: {
    name: 'own-model.wasm',
    kind: 'file',
    does: "makes and reads a vault's own model",
    cure: buildAgain,
  },
  runtime: { name: 'onnxruntime-node', does: 'runs downloaded models', cure: installRuntime },
  tokenizers: { name: '@anush008/tokenizers', does: 'reads text for downloaded models' },
  pdf: { name: 'mupdf', does: 'reads PDFs' },
  ripgrep: { name: '@vscode/ripgrep', does: 'searches by pattern' },
} as const satisfies Readonly<Record<string, Part>>

/** What keeps flint from something, and what mends it: a sentence each. */
export interface Fault {
  readonly reason: string
  readonly cure: string
}

const installAgain = 'Install flint-note again with its optional packages (npm install --include=optional).'

/** Why a part cannot be loaded. Paths, which loaders name, are left out. */
export function loadFault({ name, kind, does, cure }: Part, error: unknown): Fault {
  const why = whyNot(error)
  const part = `The ${kind ?? 'package'} ${name}, which ${does},`
  return why === null
    ? { reason: `${part} is not installed.`, cure: cure ?? installAgain }
    : {
        reason: `${part} cannot be loaded: ${why}.`,
        cure: cure ?? 'Install flint-note again, with the Node that runs it.',
      }
}

/** Whether an error says that a native part could not be loaded. */
export function isLoadError(error: unknown): boolean {
  return (
    errorCode(error) === 'ERR_DLOPEN_FAILED' || /bindings file|NODE_MODULE_VERSION/.test(messageOf(error))
  )
}

/** Whether an error says that a part is not there at all. */
export function isAbsent(error: unknown): boolean {
  return whyNot(error) === null
}

/** Null where it is not there at all. */
function whyNot(error: unknown): string | null {
  const message = messageOf(error)
  const code = errorCode(error)
  if (
    code === 'ENOENT' ||
    code.includes('MODULE_NOT_FOUND') ||
    /Cannot find|Could not (?:locate|find)/.test(message)
  )
    return null
  if (message.includes('NODE_MODULE_VERSION')) return 'it was built for another version of Node'
  const [library] = /GLIBC(?:XX)?_[\d.]+/.exec(message) ?? []
  if (library !== undefined) return `it needs ${library}, which this system does not have`
  if (/ELF|mach-o|Win32 application/i.test(message))
    return 'its file is damaged, or was made for another system'
  const [first = ''] = message.split('\n')
  return (
    first.replace(/['"]?\S*[/\\][^\s'"]*['"]?:? */g, '').replace(/\.$/, '') || 'its file cannot be opened'
  )
}
