// Has the tools of those who take flint judge what it is published as: the bundle manifest, the Claude Code plugin and its
// marketplace. Exact versions, in a temporary folder. What needs no tool is checked by test/plugin/packages.test.ts,
// server.json too: its registry publishes no validator on npm.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTools, pinned } from './pinned-tools.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { name, version } = JSON.parse(readFileSync(join(root, 'plugin/.claude-plugin/plugin.json'), 'utf8'))
const marketplace = JSON.parse(readFileSync(join(root, '.claude-plugin/marketplace.json'), 'utf8')).name

console.error(`Getting ${Object.values(pinned).join(' and ')} …`)
const tool = installTools(['mcpb', 'claude'])

const checks = [
  ['mcpb', ['validate', join(root, 'mcpb/manifest.json')], 'Manifest schema validation passes'],
  ['claude', ['plugin', 'validate', '--profile', 'directory', join(root, 'plugin')], 'Validation passed'],
  ['claude', ['plugin', 'validate', '--strict', root], 'Validation passed'],
  ['claude', ['plugin', 'marketplace', 'add', root], marketplace],
  ['claude', ['plugin', 'install', `${name}@${marketplace}`], name],
  ['claude', ['plugin', 'details', `${name}@${marketplace}`], version],
]

let failures = 0
for (const [program, args, expected] of checks) {
  const what = `${program} ${args.join(' ')}`.replaceAll(root, '')
  try {
    const output = tool(program, args)
    const isFine = output.includes(expected)
    console.log(`${isFine ? 'ok    ' : 'FAILED'} ${what}${isFine ? '' : `: no "${expected}" in\n${output}`}`)
    if (!isFine) failures += 1
    if (process.argv.includes('--verbose')) console.log(output)
  } catch (error) {
    console.log(`FAILED ${what}\n${error.message}`)
    failures += 1
  }
}
process.exitCode = failures === 0 ? 0 : 1
