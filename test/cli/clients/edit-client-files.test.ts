import { parse as parseToml } from 'smol-toml'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { editJson } from '../../../src/cli/clients/edit-json.ts'
import { editToml } from '../../../src/cli/clients/edit-toml.ts'
import { clientFiles } from '../../../src/cli/clients/client-file.ts'
import { planClientFile } from '../../../src/cli/clients/plan-client-file.ts'
import { withFolder } from '../../support/with-folder.ts'

const flint = { command: 'flint', args: ['serve'] }

/** Judged by another reader of JSON with comments. */
function readJson(text: string): unknown {
  const { config, error } = ts.parseConfigFileTextToJson('settings.json', text)
  expect(error).toBeUndefined()
  return config
}

describe('JSON with comments', () => {
  const cases: Readonly<Record<string, string>> = {
    'an empty file': '',
    'an empty object': '{}',
    'an empty object of two lines': '{\n}\n',
    'other settings': '{\n  "theme": "One", // mine\n  "a": [1, 2]\n}\n',
    'an empty section': '{\n\t"mcp": {},\n\t"z": 1\n}\n',
    'other servers, with comments and commas at the end':
      '// top\n{\n    "mcp": {\n        /* of work */\n        "git": { "command": "git", "args": ["//no", "/* no */"], },\n        // the last\n    },\n}\n// end\n',
    'one line': '{"mcp":{"git":{"command":"x"}},"z":1}',
    'a comment behind the last server': '{\n  "mcp": {\n    "git": {} // here\n  }\n}',
    'line ends of Windows': '{\r\n  "mcp": {\r\n    "git": {}\r\n  }\r\n}\r\n',
    'a former flint':
      '{\n  "mcp": {\n    "flint": { "command": "old", "x": [{}] }, // ours\n    "git": {}\n  }\n}\n',
    'strings with brackets': '{ "a}": "{\\"[", "mcp": { "f\\"": "]" } }',
  }

  test.each(Object.entries(cases))('%s: flint is in it, and nothing else is changed', (_name, text) => {
    const before = text === '' ? {} : (readJson(text) as { readonly mcp?: object })
    const after = editJson(text, 'mcp', 'flint', flint)
    expect(readJson(after)).toEqual({ ...before, mcp: { ...before.mcp, flint } })
    expect(after).toMatchSnapshot()
    const comments = /\/\/ \w+|\/\* \w+ \w+ \*\//g
    expect(after.match(comments)).toEqual(text.match(comments))
  })
})

describe('TOML', () => {
  const cases: Readonly<Record<string, string>> = {
    'an empty file': '',
    'other tables': '# mine\nmodel = "o5"\n\n[mcp_servers.git] # of work\ncommand = "git"\n',
    'a former flint with a table of its own':
      '[mcp_servers.flint]\ncommand = "old"\n[mcp_servers.flint.env]\nA = "b"\n\n# of tui\n[tui]\nx = 1\n',
    'line ends of Windows': 'a = 1\r\n\r\n[b]\r\nc = 2\r\n',
  }

  test.each(Object.entries(cases))('%s: flint is in it, and nothing else is changed', (_name, text) => {
    const before = parseToml(text)
    const after = editToml(text, 'mcp_servers', 'flint', flint)
    expect(parseToml(after)).toEqual({ ...before, mcp_servers: { ...Object(before['mcp_servers']), flint } })
    expect(after.match(/#.*/g)).toEqual(text.match(/#.*/g))
    expect(after).toMatchSnapshot()
  })
})

test('what the user has said of flint beside the way to it stays', () =>
  withFolder(
    { '.cursor/mcp.json': '{"mcpServers":{"flint":{"url":"http://old","headers":{},"disabled":true}}}' },
    async (home) => {
      const { after } = await planClientFile(clientFiles.cursor, flint, { platform: 'linux', home, env: {} })
      expect(JSON.parse(after)).toEqual({ mcpServers: { flint: { ...flint, disabled: true } } })
    },
  ))

test.each([
  ['codex', '.codex/config.toml', 'mcp_servers = { git = { command = "git" } }\n'],
  ['codex', '.codex/config.toml', 'x = """\n[mcp_servers.flint]\n"""\n'],
  ['codex', '.codex/config.toml', '[mcp_servers]\nflint.command = "old"\n'],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": []}'],
  ['cursor', '.cursor/mcp.json', '[]'],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": {}'],
  ['goose', '.config/goose/config.yaml', 'extensions: [a]\n'],
] as const)('%s is refused where more would change: %s', (client, path, text) =>
  withFolder({ [path]: text }, async (home) => {
    const plan = planClientFile(clientFiles[client], flint, { platform: 'linux', home, env: {} })
    await expect(plan).rejects.toThrow('was not written')
  }),
)

test('a comment and the other extensions of Goose stay', () =>
  withFolder(
    {
      '.config/goose/config.yaml':
        '# mine\nGOOSE_MODEL: "x" # best\nextensions:\n  memory:\n    enabled: true\n',
    },
    async (home) => {
      const { after } = await planClientFile(clientFiles.goose, flint, { platform: 'linux', home, env: {} })
      expect(after).toBe(
        '# mine\nGOOSE_MODEL: "x" # best\nextensions:\n  memory:\n    enabled: true\n' +
          '  flint:\n    command: flint\n    args:\n      - serve\n',
      )
    },
  ))
