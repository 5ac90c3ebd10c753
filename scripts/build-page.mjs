// Puts the page for people into dist/app/page: a document, one style sheet, one script, and what draws graphs apart from
// it. With --sizes it prints what each weighs.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { licences } from './licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = join(root, 'src/page/client')
const target = join(root, 'dist/app/page')

async function buildPage() {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const scripts = await buildScripts()
  const views = await buildViews()
  const styles = buildStyles((name) => !name.endsWith('apps.css'))
  writeFileSync(join(target, 'page.css'), styles)
  const page = readFileSync(join(target, 'page.js'))
  const document = readFileSync(join(client, 'index.html'), 'utf8')
    .replace('page.css', `page.css?v=${mark(styles)}`)
    .replace('page.js', `page.js?v=${mark(page)}`)
  writeFileSync(join(target, 'index.html'), document)
  const modules = [...scripts, ...views].flatMap((script) => Object.keys(script.modules))
  const names = modules.map((id) => relative(root, id).split(sep).join('/'))
  writeFileSync(join(target, 'LICENSES.txt'), licences(root, names))
  if (process.argv.includes('--sizes')) printSizes()
}

function open(input) {
  return rolldown({ input, platform: 'browser', logLevel: 'warn' })
}

async function buildScripts() {
  const build = await open({ page: join(client, 'start-page.ts') })
  const { output } = await build.write({
    dir: target,
    format: 'esm',
    minify: true,
    entryFileNames: 'page.js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  // The document names the script with its mark: under its bare name it would be run a second time.
  const twice = output.filter(({ imports = [] }) => imports.includes('page.js'))
  if (twice.length > 0) throw new Error(`${twice[0].fileName} imports page.js, which would run twice.`)
  return output.filter(({ type }) => type === 'chunk')
}

/** The views for other programs, in one document that asks for nothing: it is shown where only itself may be loaded. */
async function buildViews() {
  const build = await open({ app: join(client, 'apps/start-view.ts') })
  const { output } = await build.generate({ format: 'iife', minify: true })
  await build.close()
  const [{ code }] = output
  const styles = buildStyles((name) => /colours|base|parts|diff|views|apps/.test(name))
  const document = readFileSync(join(client, 'apps/app.html'), 'utf8')
    .replace('<style></style>', () => `<style>${styles}</style>`)
    .replace('<script></script>', () => `<script>${code.replace(/<\/(?=script)/gi, '<\\/')}</script>`)
  writeFileSync(join(target, 'app.html'), document)
  return output
}

/** The style sheets of these names, in their order, without comments and indentation. */
function buildStyles(isWanted) {
  const folder = join(client, 'styles')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.css') && isWanted(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

function mark(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 10)
}

function printSizes() {
  for (const name of readdirSync(target)) {
    const bytes = readFileSync(join(target, name))
    console.log(`${name}: ${kilobytes(bytes.length)} kB, ${kilobytes(gzipSync(bytes).length)} kB gzip`)
  }
}

function kilobytes(bytes) {
  return (bytes / 1_000).toFixed(1)
}

await buildPage()
