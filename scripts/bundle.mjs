// Puts the program and its threads, with the libraries that are plain JavaScript, into few files: dist/app. Finding and
// compiling eight hundred small ones is what most of a start went to. They are CommonJS, because V8 takes code that it
// compiled before only for scripts: `src/code` runs them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/app')

// With parts of another language, files of their own beside the code, or rarely used.
const notBundled = new Set([
  '@anush008/tokenizers',
  '@vscode/ripgrep',
  'better-sqlite3',
  'defuddle',
  'handlebars',
  'linkedom',
  'mupdf',
  'onnxruntime-node',
  'pino',
  'sqlite-vec',
])

/** What starts a thread or a process of its own. */
const entries = {
  main: 'cli/main',
  'sync-thread': 'sync/sync-thread',
  'read-thread': 'sync/read-thread',
  'vector-thread': 'search/vector-thread',
  'embed-thread': 'embed/embed-thread',
  'sql-process': 'search/sql/sql-process',
  'sql-watchdog': 'search/sql/sql-watchdog',
}

/**
 * What a server loads one after the other: each stage is one file, as every file costs time however small it is. A module
 * belongs to the first stage that imports it, so that no stage needs a later one. What threads share with a stage is a
 * file of its own, for they load nothing else of it.
 */
const stages = {
  command: ['cli/main'],
  cli: ['cli/cli', 'cli/commands/serve'],
  thread: [
    'sync/sync-thread',
    'sync/read-thread',
    'sync/cut-note',
    'search/vector-thread',
    'embed/embed-thread',
  ],
  protocol: ['cli/commands/serve-clients'],
  vault: ['app', 'vault/start-vault'],
  tools: ['tools/index', 'vault/live-vault'],
}

async function bundle() {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, place(file)])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: (id) => id.startsWith('node:') || notBundled.has(packageOf(id)),
    plugins: [codeApart, importsHandedIn, keepPlaces, kyselyAsModules, plainSpreads],
    logLevel: 'warn',
    // One that matters unbundled: what starts a vault is loaded before the rest of it.
    checks: { ineffectiveDynamicImport: false },
  })
  rmSync(target, { recursive: true, force: true })
  const { output } = await build.write({
    dir: target,
    format: 'cjs',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [{ name: stageOf(), debugName: 'stages', includeDependenciesRecursively: false }],
    },
    // Half of the text is comments and indentation, which cost time to read. Names stay, for what a log says of errors.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  await build.close()
  await bundleRunner()
  for (const { name, fileName, isEntry } of output)
    if (isEntry) writeFileSync(join(target, `${name}.js`), starter(name, fileName))
  writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n')
  const modules = output.map(({ fileName, modules = {} }) => [fileName, Object.keys(modules).map(nameOf)])
  writeFileSync(join(target, 'modules.json'), `${JSON.stringify(Object.fromEntries(modules), null, 1)}\n`)
  writeFileSync(join(target, 'LICENSES.txt'), licences(modules.flatMap(([, names]) => names)))
}

/** What runs the rest, as a file that is compiled at each start. */
async function bundleRunner() {
  const build = await rolldown({
    input: { 'run-code': place('code/run-code') },
    platform: 'node',
    external: (id) => id.startsWith('node:'),
    logLevel: 'warn',
  })
  await build.write({
    dir: target,
    format: 'cjs',
    entryFileNames: '[name].js',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  await build.close()
}

function starter(name, file) {
  const run = `require('./run-code.js').runCode('${name}', '${file}')\n`
  return name === 'main' ? `#!/usr/bin/env node\n${run}` : run
}

/** Names the stage of a module; null for one that is needed now and then. */
function stageOf() {
  const places = new Set(Object.values(entries).map(place))
  let closures = null
  return (id, graph) => {
    closures ??= Object.entries(stages).map(([name, files]) => [name, closureOf(files.map(place), graph)])
    if (places.has(id)) return null
    const names = closures.filter(([, closure]) => closure.has(id)).map(([name]) => name)
    const first = names.find((name) => name !== 'thread')
    // What nothing but a thread needs lies beside it.
    return first !== undefined && names.includes('thread') ? `thread-${first}` : (first ?? null)
  }
}

function place(file) {
  return join(root, `dist/src/${file}.js`)
}

/** Modules that these import, directly or not; not those that they load later. */
function closureOf(ids, graph) {
  const closure = new Set(ids)
  for (const id of closure)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closure.add(imported)
  return closure
}

/** There is one of it, which runs the bundle. */
const codeApart = {
  name: 'code-apart',
  resolveId: (id) => (id.endsWith('/code/run-code.js') ? { id: './run-code.js', external: true } : null),
}

/** A script has no `import()` of its own: what runs it hands in one. */
const importsHandedIn = {
  name: 'imports-handed-in',
  renderChunk(code) {
    const changed = code.replace(/\bimport\((?=["'`][^"'`]+["'`]\))/g, 'importModule(')
    if (/\bimport\(/.test(changed)) throw new Error('An import() of what is not named in the code.')
    return changed
  },
}

/** Threads lie beside the bundle; what else a module finds from its place, it goes on finding: models, package.json. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(join(root, 'dist/src')) || !code.includes('import.meta.url')) return null
    const place = JSON.stringify(relative(target, id).split(sep).join('/'))
    return {
      code: code.replace(/new URL\((['"])(.+?)\1, import\.meta\.url\)/g, (found, _quote, named) =>
        Object.hasOwn(entries, /^\.\/([\w-]+)\.js$/.exec(named)?.[1] ?? '')
          ? found
          : `new URL(${JSON.stringify(named)}, new URL(${place}, import.meta.url))`,
      ),
    }
  },
}

/** Unbundled its CommonJS build is the quicker one; here its modules are, and only those that are used. */
const kyselyAsModules = {
  name: 'kysely-as-modules',
  load: (id) =>
    id.endsWith(join('index-db', 'kysely.js')) ? "export { Kysely, sql, SqliteDialect } from 'kysely'" : null,
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

/** Of a module, from the project's folder. */
function nameOf(id) {
  return relative(root, id).split(sep).join('/')
}

function packageOf(id) {
  return /^(@[^/]+\/[^/]+|[^/]+)/.exec(id)?.[1] ?? id
}

/** The licences of what lies in the bundle, as they ask for. */
function licences(modules) {
  const folders = new Set(
    modules.flatMap((name) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? []),
  )
  const texts = [...folders].sort().map((place) => {
    const folder = join(root, place)
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `${name} ${version} (${license})\n\n${licenceText(folder)}`
  })
  return `dist/app holds these packages beside flint itself.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name))
  return file === undefined
    ? 'Its package has no text of the licence.\n'
    : readFileSync(join(folder, file), 'utf8')
}

await bundle()
