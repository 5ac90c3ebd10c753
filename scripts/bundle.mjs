// Puts the program, its threads and its processes, with the libraries that are plain JavaScript, into few files: dist/app.
// Finding and compiling eight hundred small ones is what most of a start went to.
import { hash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { licences } from './licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/app')

// With native parts, files of their own beside the code, or rarely used.
const notBundled = new Set([
  '@anush008/tokenizers',
  '@vscode/ripgrep',
  'better-sqlite3',
  'defuddle',
  'handlebars',
  'linkedom',
  'mathml-to-latex',
  'mupdf',
  'onnxruntime-node',
  'pino',
  'sqlite-vec',
  'turndown',
])

/** What starts a thread or a process: what it imports at once is one file. */
const threads = {
  'sync-thread': 'sync/sync-thread',
  'read-thread': 'sync/read-thread',
  'text-thread': 'text-work/text-thread',
  'vector-thread': 'search/vector-thread',
  'embed-thread': 'embed/embed-thread',
  'layout-thread': 'page/graph/layout-thread',
}
// They read what may be hostile: they do not write where the program's compiled code is kept.
const processes = {
  'sql-process': 'search/sql/sql-process',
  'sql-watchdog': 'search/sql/sql-watchdog',
  'html-process': 'ingest/html-process',
  'pdf-process': 'pdf/pdf-process',
  'pdf-watchdog': 'pdf/pdf-watchdog',
}
const apart = { ...threads, ...processes }

/** The stages of every start: what these modules import is one file each. */
const stages = {
  entry: ['cli/main'],
  // It starts git before the rest is loaded, for a command that asks git alone.
  looking: ['git/status-ahead'],
  // A command's thread starts before the rest is loaded.
  words: ['cli/thread-for'],
  ahead: ['sync/thread-ahead'],
  start: ['cli/run-cli', 'cli/completions/complete-now'],
  listing: ['app'],
  running: ['cli/cli'],
  // What commands on a repository need that open no vault.
  git: ['git/repository', 'git/repository-status', 'git/first-look'],
  // What Tab waits for in a shell ends here.
  peeking: ['vault/peek-vault'],
}

/** What follows in one order or another: what the same of these import is one file. The rest is loaded when it is first used. */
const branches = {
  serving: ['cli/commands/serve'],
  // The vault's own thread looks through its folder while the rest is loaded.
  starting: ['vault/start-vault', 'sync/brief-thread'],
  opening: ['vault/open-vault'],
  calling: [
    'call/call-tool',
    'call/check-output',
    'call/mark-untrusted',
    'cli/settle-vaults',
    'cli/to-person',
    'dialects/sandbox-vaults',
  ],
}

/** Of folders with many tools those that a command asks which only reads: it waits for no other. */
const askedAlone = [
  'tools/search/search-notes',
  'tools/search/search-text',
  'tools/search/find-related-notes',
  'tools/notes/get-note',
  'tools/notes/list-notes',
]

async function bundle() {
  checkDependencies()
  rmSync(target, { recursive: true, force: true })
  const output = await write(
    { flint: 'cli/main' },
    { codeSplitting: { includeDependenciesRecursively: false, groups: await groupsOf() } },
    [importsOutside],
  )
  for (const [name, file] of Object.entries(threads))
    output.push(...(await write({ [name]: file }, {}, [importsOutside])))
  // Their names change with their text.
  const build = hash('sha1', output.map(({ fileName }) => fileName).join()).slice(0, 16)
  for (const name of ['flint', ...Object.keys(threads)]) {
    const { fileName } = output.find((file) => file.isEntry && file.name === name)
    writeFileSync(join(target, `${name}.js`), `require('./loader.js').run('${fileName}', '${build}')\n`)
  }
  for (const [name, file] of Object.entries({ loader: 'cli/loader', ...processes }))
    output.push(...(await write({ [name]: file }, { ...whole, entryFileNames: '[name].js' })))
  // All of it is CommonJS: what V8 compiled of that can be kept whole.
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n')
  copyFileSync(join(root, 'scripts/node/older-node.cjs'), join(target, 'older-node.cjs'))
  writeFileSync(join(target, 'main.js'), starter)
  const modules = output.map(({ fileName, modules = {} }) => [fileName, Object.keys(modules).map(nameOf)])
  writeFileSync(join(target, 'modules.json'), `${JSON.stringify(Object.fromEntries(modules), null, 1)}\n`)
  const texts = licences(
    root,
    modules.flatMap(([, names]) => names),
  )
  writeFileSync(
    join(target, 'LICENSES.txt'),
    `dist/app holds these packages beside flint itself.\n\n${texts}`,
  )
}

const whole = { codeSplitting: false }

async function write(entries, options, plugins) {
  const build = await open(entries, plugins)
  const { output } = await build.generate({
    format: 'cjs',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    // Half of the text is comments and indentation, which cost time to read. Names stay, for what a log says of errors.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    ...options,
  })
  await build.close()
  mkdirSync(target, { recursive: true })
  for (const { fileName, code } of output) writeFileSync(join(target, fileName), inAscii(code))
  return output
}

/**
 * The same code with every other character written as an escape. For the sake of a single dash V8 would read and keep a whole
 * file with two bytes for each character, which takes a tenth of a command's processor time.
 */
function inAscii(code) {
  const raw = /String\.raw`[^`]*[^\0-\x7f]/.exec(code)
  if (raw !== null) throw new Error(`What is raw cannot be escaped: ${raw[0]}`)
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function open(entries, plugins = []) {
  return rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, place(file)])),
    platform: 'node',
    preserveEntrySignatures: Object.hasOwn(entries, 'loader') ? 'strict' : false,
    external: (id) => id.startsWith('node:') || (notBundled.has(packageOf(id)) && id !== sqlite),
    plugins: [required, patternsLater, keepPlaces, plainSpreads, ...plugins],
    logLevel: 'warn',
    checks: { ineffectiveDynamicImport: false },
  })
}

/**
 * A file for each stage, with what its modules import at once and no earlier stage has; one for each set of branches; then
 * one for each folder of tools and each tool that is asked alone, and one for what several of them share.
 */
async function groupsOf() {
  const imported = new Map()
  const note = {
    name: 'note-imports',
    moduleParsed: ({ id, importedIds }) => void imported.set(id, importedIds),
  }
  const build = await open({ flint: 'cli/main' }, [note])
  await build.generate()
  await build.close()
  const reach = (id, found) => {
    if (found.has(id)) return
    if (!imported.has(id)) throw new Error(`No module of the program is called ${nameOf(id)}.`)
    found.add(id)
    for (const next of imported.get(id)) if (imported.has(next)) reach(next, found)
  }
  const groups = new Map()
  const divide = (parts, nameShared) => {
    const named = new Map()
    for (const [name, starts] of parts) {
      const found = new Set()
      for (const id of starts) reach(id, found)
      for (const id of found)
        if (!groups.has(id)) named.set(id, named.has(id) ? nameShared(named.get(id), name) : name)
    }
    for (const [id, name] of named) groups.set(id, name)
  }
  for (const [name, files] of Object.entries(stages)) divide([[name, files.map(place)]])
  divide(
    Object.entries(branches).map(([name, files]) => [name, files.map(place)]),
    (names, name) => `${names}-${name}`,
  )
  const alone = new Set(askedAlone.map(place))
  const folderOf = (id) => `tools-${basename(dirname(id))}`
  const tools = Map.groupBy(imported.get(place('tools/index')), (id) =>
    alone.has(id) ? `${folderOf(id)}-${basename(id, '.js')}` : folderOf(id),
  )
  const foldersOf = (names) => new Set(names.map((name) => name.split('-', 2).join('-')))
  divide(tools, (...names) => {
    const [folder, another] = foldersOf(names)
    return another === undefined ? `${folder}-shared` : 'tools'
  })
  return [...new Set(groups.values())].map((name) => ({ name, test: (id) => groups.get(id) === name }))
}

// Native modules crash on an older Node: one that lies beside takes over, else what is needed is said.
const starter = `#!/usr/bin/env node
'use strict'
const olderNode = require('./older-node.cjs')
const beside = olderNode.isNewEnough() ? null : olderNode.findNode(require('node:path').join(__dirname, '../..'))
if (olderNode.isNewEnough()) {
  olderNode.endWithStarter()
  require('./flint.js')
} else if (beside !== null) olderNode.runWith(beside, process.argv.slice(1))
else {
  console.error(olderNode.needs + ' Install a newer one, then start flint again.')
  process.exitCode = 1
}
`

/** Only what is not bundled is installed with the package: a name that is missing there would be found in a clone alone. */
function checkDependencies() {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const installed = { ...dependencies, ...optionalDependencies, ...peerDependencies }
  const missing = [...notBundled].filter((name) => !Object.hasOwn(installed, name))
  if (missing.length > 0) throw new Error(`package.json has no dependency on ${missing.join(', ')}.`)
}

function place(file) {
  return join(root, `dist/src/${file}.js`)
}

/**
 * SQLite's package is CommonJS, and Node reads such a package letter by letter for its names when a module imports it: it is
 * required instead.
 */
const required = {
  name: 'required',
  resolveId: { order: 'pre', handler: (id) => (id === sqlite ? `\0${id}` : null) },
  load: (id) =>
    id === `\0${sqlite}`
      ? `import { createRequire } from 'node:module'\nexport default createRequire(import.meta.url)('${sqlite}')\n`
      : null,
}
const sqlite = 'better-sqlite3'

/** The library that runs patterns takes milliseconds to load, and most vaults have no pattern: the first one loads it. */
const patternsLater = {
  name: 'patterns-later',
  transform(code, id) {
    if (!id.endsWith(join('text', 'linear-pattern.js'))) return null
    const imported = /^import \{ RE2JS, RE2JSSyntaxException \} from 're2js';?\n/m
    if (!imported.test(code)) throw new Error('Patterns are run by something else: can it wait as well?')
    return {
      code: code
        .replace(imported, '')
        .replace(/\bRE2JS(SyntaxException)?\b/g, (name) => `require('re2js').${name}`),
    }
  },
}

/** Threads and processes lie beside the bundle; what else a module finds from its place, it goes on finding. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(join(root, 'dist/src')) || !code.includes('import.meta.url')) return null
    const place = JSON.stringify(relative(target, id).split(sep).join('/'))
    return {
      code: code.replace(/new URL\((['"])(.+?)\1, import\.meta\.url\)/g, (found, _quote, named) =>
        Object.hasOwn(apart, /^\.\/([\w-]+)\.js$/.exec(named)?.[1] ?? '')
          ? found
          : `new URL(${JSON.stringify(named)}, new URL(${place}, import.meta.url))`,
      ),
    }
  },
}

/**
 * js-yaml for browsers copies objects property descriptor by property descriptor, for engines that know no `...`. That is
 * most of the time that reading a note's frontmatter takes: here its plain values are assigned.
 */
const plainSpreads = {
  name: 'plain-spreads',
  transform(code, id) {
    if (!id.includes(join('js-yaml', 'dist', 'browser'))) return null
    const copies =
      /(?<=function \w+\(e\) \{\n\tfor \(var t = 1; t < arguments\.length; t\+\+\)) \{\n[\s\S]*?\n\t\}\n(?=\treturn e;)/
    if (!copies.test(code))
      throw new Error('js-yaml copies objects in another way now: is it as quick without this?')
    return { code: code.replace(copies, ' Object.assign(e, arguments[t]);\n') }
  },
}

/** The loader runs files as scripts, in which `import()` is not to be had: it gives them a function that does it. */
const importsOutside = {
  name: 'imports-outside',
  renderChunk(code) {
    if (!code.includes('import(')) return null
    const places = dynamicImports(this.parse(code)).sort((a, b) => b - a)
    return {
      code: places.reduce(
        (text, at) => `${text.slice(0, at)}importOutside${text.slice(at + 'import'.length)}`,
        code,
      ),
    }
  },
}

/** Where each `import()` begins. */
function dynamicImports(node) {
  if (node === null || typeof node !== 'object') return []
  return [
    ...(node.type === 'ImportExpression' ? [node.start] : []),
    ...Object.values(node).flatMap(dynamicImports),
  ]
}

/** Of a module, from the project's folder. */
function nameOf(id) {
  return relative(root, id).split(sep).join('/')
}

function packageOf(id) {
  return /^(@[^/]+\/[^/]+|[^/]+)/.exec(id)?.[1] ?? id
}

await bundle()
