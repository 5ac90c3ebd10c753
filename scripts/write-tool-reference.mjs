// Prints docs/tools.md from the tools themselves; the results in it are real. With `--print` it goes to standard output.
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGitLabProject } from '../dist/src/gitlab/gitlab-project.js'
import { errorCodes } from '../dist/src/model/vault-error.js'
import { createHub } from '../dist/src/registry/vault-hub.js'
import { callTool } from '../dist/src/call/call-tool.js'
import { allTools } from '../dist/src/tools/index.js'
import { toolSchema } from '../dist/src/call/tool-schema.js'
import { coreTools, toolsets } from '../dist/src/call/toolset.js'
import { openVault } from '../dist/src/vault/open-vault.js'
import { codeMeanings, examples, gitlabAnswers, now, vaults, written } from './tool-examples.mjs'

// Days are those of the person's clock.
process.env.TZ = 'UTC'

const first = Object.keys(vaults).slice(0, 1)
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const target = fileURLToPath(new URL('../docs/tools.md', import.meta.url))
const unchanged = await makeExampleVaults(Object.keys(vaults))
const page = await printReference()
await removeExampleVaults(unchanged)
if (process.argv.includes('--print')) process.stdout.write(page)
else await writeFile(target, page)

async function printReference() {
  const parts = [introduction()]
  for (const toolset of toolsets) {
    const tools = allTools.filter((tool) => tool.toolset === toolset)
    if (tools.length === 0) continue
    parts.push(`## ${toolset}`)
    for (const tool of tools) parts.push(await describe(tool))
  }
  parts.push(codes())
  return `${parts.join('\n\n')}\n`
}

function introduction() {
  const used = toolsets.filter((toolset) => allTools.some((tool) => tool.toolset === toolset))
  const rows = used.map((toolset) => {
    const names = allTools
      .filter((tool) => tool.toolset === toolset)
      .map(({ name }) => `[\`${name}\`](#${name})`)
    return `| [${toolset}](#${toolset}) | ${names.join(', ')} |`
  })
  const core = Object.keys(coreTools).map((name) => `\`${name}\``)
  return `<!-- Printed by \`npm run docs\` from the tools themselves: change them, not this page. -->

# Tools

${allTools.length} tools in ${used.length} toolsets:

| toolset | tools |
| --- | --- |
${rows.join('\n')}

\`--toolsets\` takes the names of toolsets, \`core\` or \`all\`, and \`--tools\` the names of tools. The preset \`core\` is
${core.join(', ')}.

An example's result is what the tool answered to the example's arguments in a small vault.

What all tools share:

- An unknown parameter is an error that names it. \`path\` is another name for \`identifier\`, and
  \`expected_content_hash\` for \`content_hash\`. A tool with \`dry_run\` takes \`diff: true\`, too, which no list of parameters names:
  its answer then has the diff of what it wrote.
- A tool acts on the active vault unless it is given \`vault_id\`. Some take a list of ids or \`"*"\`, too: then each item
  of the answer says its \`vault_id\`.
- A list comes by pages: \`total\` counts all of it (of \`search_notes_sql\`, which has no cursor, the rows shown), and with \`has_more\` the same call with \`cursor\` set to
  \`next_cursor\` gives the next page: what comes after the items seen, also where the list has changed since. An item may come again;
  none is left out, but a note that is changed meanwhile and so moves to the front of a list by date. A page takes at most 8 kB unless \`limit\` is given, and no answer more than 32 kB.
- What the caller has just sent is not sent back: whoever names a note by its id gets no \`id\`. Nor is what is empty, what another
  field says, and what goes without saying: a \`title\` that is the file's name, a \`kind\` or \`state\` that is the usual one, a count
  of 0. \`fields\` brings any field of a note; dialects and the command line have all of them.
- A call that fails answers \`{"error": {"code", "message", "hint", …}}\`; [the codes](#error-codes) never change their
  meaning.`
}

async function describe(tool) {
  const { name, title, description, annotations, isDestructive, errors } = tool
  const { args, result } = await runExample(tool)
  return [
    `### ${name}`,
    `**${title}.** ${description}`,
    `${kindOf(annotations, isDestructive)}`,
    parameters(tool),
    `Example: \`${name}\` with`,
    fence(args),
    'answers',
    fence(result),
    `Error codes: ${errors.map((code) => `\`${code}\``).join(', ')}.`,
  ].join('\n\n')
}

function kindOf({ readOnlyHint, destructiveHint, idempotentHint }, isDestructive) {
  if (readOnlyHint) return 'Reads only.'
  const kind = isDestructive || destructiveHint ? 'Writes, and may delete: it must be confirmed.' : 'Writes.'
  return idempotentHint ? `${kind} Doing it twice changes nothing more.` : kind
}

function parameters(tool) {
  const { properties, required = [] } = toolSchema(tool)
  const rows = Object.entries(properties).map(([name, schema]) => {
    const standard = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``
    const need = required.includes(name) ? 'required' : standard
    return `| \`${name}\` | ${typeOf(schema)} | ${need} | ${cell(schema.description ?? '')} |`
  })
  if (rows.length === 0) return 'No parameters.'
  return ['| parameter | type | default | |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function typeOf({ type, enum: options, items, anyOf, minimum, maximum }) {
  if (options !== undefined) return options.map((option) => `\`${option}\``).join(', ')
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  if (type === 'integer' || type === 'number') return `${type}, ${minimum} to ${maximum}`
  return type ?? 'any'
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function codes() {
  const rows = errorCodes.map((code) => {
    if (codeMeanings[code] === undefined)
      throw new Error(`${code} has no meaning in scripts/tool-examples.mjs`)
    return `| \`${code}\` | ${cell(codeMeanings[code])} |`
  })
  return ['## Error codes', '', '| code | what it means |', '| --- | --- |', ...rows].join('\n')
}

function fence(value) {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

/** The example's arguments and what the tool answers: in vaults of its own, unless it changes nothing. */
async function runExample({ name, annotations }) {
  const example = examples[name]
  if (example === undefined) throw new Error(`${name} has no example in scripts/tool-examples.mjs`)
  const run = async (hub, home) => {
    for (const { tool, args } of example.after ?? []) await answer(hub, home, tool, args)
    const named = example.args.vault_id
    await settle(hub, named in vaults ? [...first, named] : first)
    const args = await withHash(hub, home, example.args)
    return { args, result: tidy(await answer(hub, home, name, args), home) }
  }
  if (annotations.readOnlyHint && example.after === undefined) return await run(...unchanged)
  const own = await makeExampleVaults(first)
  try {
    return await run(...own)
  } finally {
    await removeExampleVaults(own)
  }
}

async function makeExampleVaults(ids) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'flint-docs-')))
  const hub = await openExampleVaults(home)
  await settle(hub, ids)
  return [hub, home]
}

/** Waits until vaults are looked through to the end, so that no result depends on how fast this machine is. */
async function settle(hub, ids) {
  for (const id of ids) await (await hub.open(id)).index.settled(60_000)
}

async function removeExampleVaults([hub, home]) {
  await hub.close()
  await rm(home, { recursive: true, force: true })
}

async function withHash(hub, home, args) {
  if (typeof args.content_hash !== 'object') return args
  const { tool, args: reading } = args.content_hash
  const { content_hash } = await answer(hub, home, tool, reading)
  return { ...args, content_hash }
}

async function openExampleVaults(home) {
  const configFolder = join(home, 'config')
  const entries = {}
  for (const [id, { name, description, files }] of Object.entries(vaults)) {
    const root = join(home, 'notes', id)
    entries[id] = { name, path: root, description }
    for (const [path, content] of Object.entries(files)) {
      const file = join(root, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
      await utimes(file, new Date(written), new Date(written))
    }
  }
  await mkdir(configFolder)
  const registry = { vaults: entries, current_vault: Object.keys(vaults)[0] }
  await writeFile(join(configFolder, 'config.yml'), JSON.stringify(registry))
  return createHub({
    configFolder,
    dataFolder: join(home, 'data'),
    cwd: home,
    env: { HOME: home, FLINT_CONFIG_DIR: configFolder },
    vault: null,
    openVault: (vault) => openVault(vault),
    log: silent,
    now: () => new Date(now),
  })
}

/** A project whose GitLab is a program of the tests. */
async function openExampleProject(home) {
  const answers = join(home, 'gitlab-answers.json')
  await writeFile(answers, JSON.stringify(gitlabAnswers))
  return readGitLabProject({
    GITLAB_PROJECT: 'team/site',
    PATH: `${fileURLToPath(new URL('../test/fixtures/glab', import.meta.url))}${delimiter}${process.env.PATH}`,
    GLAB_ANSWERS: answers,
    GLAB_CALLS: join(home, 'gitlab-calls.jsonl'),
  })
}

async function answer(hub, home, tool, args) {
  const result = await callTool(allTools, tool, args, {
    vaults: hub,
    session: { id: 'docs' },
    log: silent,
    gitlab: await openExampleProject(home),
    now: () => new Date(now),
    signal: new AbortController().signal,
    strictOutput: true,
  })
  if (result.isError) throw new Error(`${tool} answered ${result.text}`)
  return JSON.parse(result.text)
}

/** Without what differs from machine to machine. */
function tidy(result, home) {
  return JSON.parse(JSON.stringify(result).replaceAll(home, '~'), (key, value) => {
    if (key === 'duration_seconds') return 0.04
    return key === 'watcher' ? 'native' : value
  })
}
