import { parse as parseToml } from 'smol-toml'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { editJson } from '../../../src/cli/clients/edit-json.ts'
import { editToml } from '../../../src/cli/clients/edit-toml.ts'
import { clientFiles } from '../../../src/cli/clients/client-file.ts'
import { planClientFile } from '../../../src/cli/clients/plan-client-file.ts'
import { lines } from '../../support/lines.ts'
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
    const before = text === '' ? {} : (readJson(text) as Readonly<Record<string, unknown>>)
    const wanted = { ...before, mcp: { ...Object(before['mcp']), flint } }
    const after = editJson(text, before, wanted)
    expect(readJson(after)).toEqual(wanted)
    expect(after).toMatchSnapshot()
    const comments = /\/\/ \w+|\/\* \w+ \w+ \*\//g
    expect(after.match(comments)).toEqual(text.match(comments))
  })
})

test.each([
  '{"mcp":{"git":{"command":"x"}},"z":1}',
  '{"mcp":{"git":{"command":"x"},}}',
  '{\n  // mine\n  "mcp": {\n    "git": { "command": "x" }, // tail\n  },\n}\n',
  '{ "z": 1 }',
  '{\n  "mcp": { "git": { "command": "x" } }\n}\n',
  '{\n  "mcp": { "git": { "command": "x" } },\n  "z": 1\n}\n',
])('flint taken out of JSON with an object of one line leaves it as it was: %j', (text) => {
  const before = readJson(text) as Readonly<Record<string, unknown>>
  const wanted = { ...before, mcp: { ...Object(before['mcp']), flint } }
  expect(editJson(editJson(text, before, wanted), wanted, before)).toBe(text)
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
    const wanted = { ...before, mcp_servers: { ...Object(before['mcp_servers']), flint } }
    const after = editToml(text, before, wanted)
    expect(parseToml(after)).toEqual(wanted)
    expect(after.match(/#.*/g)).toEqual(text.match(/#.*/g))
    expect(after).toMatchSnapshot()
  })
})

test.each([
  '[mcp_servers]\nb = { command = "b" }\n\n[x]\ny = 1\n',
  '[mcp_servers]\nb = { command = "b" }\n[x]\ny = 1\n',
  'a = 1\n',
])('TOML from which flint is taken out again is as it was: %j', (text) => {
  const before = parseToml(text)
  const wanted = { ...before, mcp_servers: { ...Object(before['mcp_servers']), flint } }
  expect(editToml(editToml(text, before, wanted), wanted, before)).toBe(text)
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

const way = { command: 'flint', args: ['serve'], env: { FLINT_DATA_DIR: '/new' } }

/** What a client's file is once flint is in it, or taken out. */
async function written(
  client: keyof typeof clientFiles,
  path: string,
  text: string,
  entry: object | null = way,
) {
  let after = ''
  await withFolder({ [path]: text }, async (home) => {
    const machine = { platform: 'linux', home, env: {} } as const
    const plan = await planClientFile(clientFiles[client], entry && { ...entry }, machine)
    after = plan.after
  })
  return after
}

describe('of an entry for flint that is there, what is its user’s stays', () => {
  test('in JSON', async () => {
    const text = lines(
      '{',
      '  "mcpServers": {',
      '    "flint": {',
      '      // whose notes',
      '      "command": "old", // the way',
      '      "args": ["serve"],',
      '      "env": {',
      '        "FLINT_CONFIG_DIR": "/old",',
      '        "GITLAB_PROJECT": "team/app" // of work',
      '      },',
      '      "cwd": "/old",',
      '      "autoApprove": ["get_note"]',
      '    }',
      '  }',
      '}',
    )
    expect(await written('cursor', '.cursor/mcp.json', text)).toBe(
      lines(
        '{',
        '  "mcpServers": {',
        '    "flint": {',
        '      // whose notes',
        '      "command": "flint", // the way',
        '      "args": ["serve"],',
        '      "env": {',
        '        "GITLAB_PROJECT": "team/app", // of work',
        '        "FLINT_DATA_DIR": "/new"',
        '      },',
        '      "autoApprove": ["get_note"]',
        '    }',
        '  }',
        '}',
      ),
    )
  })

  test('in JSON of one line', async () => {
    const text =
      '{"mcpServers":{"flint":{"command":"flint","args":["serve"],"env":{"GITLAB_PROJECT":"team/app"},"autoApprove":["get_note"]}}}'
    expect(await written('cursor', '.cursor/mcp.json', text)).toBe(
      text.replace('"team/app"', '"team/app", "FLINT_DATA_DIR": "/new"'),
    )
  })

  test('in TOML', async () => {
    const text = lines(
      '[mcp_servers.flint] # notes',
      '# the way',
      'command = "old" # "here"',
      'args = [',
      '  "serve",',
      ']',
      'enabled = false',
      '',
      '[mcp_servers.flint.env]',
      '# of work',
      'GITLAB_PROJECT = "team/app"',
      '',
      '# of tui',
      '[tui]',
    )
    expect(await written('codex', '.codex/config.toml', text)).toBe(
      text.replace('"old"', '"flint"').replace('"team/app"\n', '"team/app"\nFLINT_DATA_DIR = "/new"\n'),
    )
  })

  test('in TOML with braces', async () => {
    const text = '[mcp_servers.flint]\nargs = ["serve"]\ncommand = "flint"\nenv = { A = "b" } # mine\n'
    expect(await written('codex', '.codex/config.toml', text)).toBe(
      text.replace('"b"', '"b", FLINT_DATA_DIR = "/new"'),
    )
  })

  test('in YAML', async () => {
    const text = lines(
      'extensions:',
      '    flint:',
      '        # the way',
      '        command: old # here',
      '        args:',
      '        - serve',
      '        env:',
      '            GITLAB_PROJECT: "team/app" # of work',
      '            # and no more',
      '        timeout: 0x1F',
    )
    expect(await written('goose', '.config/goose/config.yaml', text)).toBe(
      text
        .replace('old', 'flint')
        .replace('# and no more\n', '# and no more\n            FLINT_DATA_DIR: /new\n'),
    )
  })
})

describe('flint is added, and no other byte is changed', () => {
  const goose = { cmd: 'flint', args: ['serve'] }
  const entry = ['  flint:', '    cmd: flint', '    args:', '      - serve']
  const odd = 'GOOSE_PIN: 01234\nLIMIT: 0x1F\nNAME: "\\u00e9"\nTEXT: >\n    folded\n    text\n'

  test.each([
    ['', ['extensions:', ...entry]],
    ['# mine\n', ['# mine', 'extensions:', ...entry]],
    [odd, [odd.trimEnd(), 'extensions:', ...entry]],
    [
      `extensions:\n  git:\n    cmd: "x"\n    # of git\n${odd}`,
      ['extensions:', '  git:', '    cmd: "x"', '    # of git', ...entry, odd.trimEnd()],
    ],
    [`extensions: {}\n${odd}`, ['extensions:', ...entry, odd.trimEnd()]],
    [`extensions:\n${odd}`, ['extensions:', ...entry, odd.trimEnd()]],
    [
      'extensions: { git: { cmd: x } } # c\n',
      ['extensions: { "flint": {"cmd":"flint","args":["serve"]}, git: { cmd: x } } # c'],
    ],
    ['{}', ['extensions:', ...entry]],
    ['extensions:\n  text: |+\n    a\n\nz: 1', ['extensions:', '  text: |+', '    a', '', ...entry, 'z: 1']],
  ])('YAML: %j', async (text, after) => {
    const wanted = text === '' || text.endsWith('\n') || text === '{}' ? lines(...after) : after.join('\n')
    expect(await written('goose', '.config/goose/config.yaml', text, goose)).toBe(wanted)
  })

  test.each([
    'x = """\n[mcp_servers.flint]\n"""\n',
    'a = [\n  1,\n]\n[[b]]\nc = 1979-05-27\n',
    '[tui]\n\n\n',
  ])('TOML: %j', async (text) => {
    expect(await written('codex', '.codex/config.toml', text, goose)).toBe(
      `${text}\n[mcp_servers.flint]\ncmd = "flint"\nargs = [ "serve" ]\n`,
    )
  })
})

describe('flint is taken out, and the file is as it was before', () => {
  const files = {
    cursor: '.cursor/mcp.json',
    codex: '.codex/config.toml',
    goose: '.config/goose/config.yaml',
  } as const

  test.each([
    ['cursor', '{\n  // mine\n  "mcpServers": {}\n}\n'],
    ['cursor', '{\n  "mcpServers": {\n    "git": {} // of work\n    // the last\n  }\n}\n'],
    ['codex', ''],
    ['codex', '# mine\nmodel = "o3"\n'],
    ['codex', '[mcp_servers.git]\ncommand = "git"\n\n# of tui\n[tui]\n\n'],
    ['goose', 'GOOSE_PIN: 01234\nextensions: {}\n'],
    ['goose', 'extensions:\n    git:\n        cmd: x # here\n        # of git\n# end\nz: >\n  a\n  b\n'],
  ] as const)('%s: %j', async (client, text) => {
    const after = await written(client, files[client], text)
    expect(after).not.toBe(text)
    expect(await written(client, files[client], after, null)).toBe(text)
    expect(await written(client, files[client], text, null)).toBe(text)
  })

  test.each([
    ['cursor', '{"mcpServers":{"flint":{"a":1},"git":{}}}', '{"mcpServers":{"git":{}}}'],
    ['cursor', '{"mcpServers":{"git":{}, "flint":{"a":1}}}', '{"mcpServers":{"git":{}}}'],
    [
      'cursor',
      '{\n  "mcpServers": {\n    "flint": {\n      // ours\n    }, // ours\n    // git\n    "git": {}\n  }\n}',
      '{\n  "mcpServers": {\n    // git\n    "git": {}\n  }\n}',
    ],
    [
      'codex',
      '[mcp_servers.flint]\na = 1\n[mcp_servers.flint.env]\nA = "b"\n\n# of tui\n[tui]\n',
      '\n# of tui\n[tui]\n',
    ],
    ['goose', 'extensions: { flint: { a: 1 }, git: { b: 2 } }\n', 'extensions: { git: { b: 2 } }\n'],
    [
      'goose',
      'extensions:\n  flint:\n    a: 1\n    # ours\n  # of git\n  git:\n    b: 2\n',
      'extensions:\n  # of git\n  git:\n    b: 2\n',
    ],
  ] as const)('%s, written by hand: %j', async (client, text, after) => {
    expect(await written(client, files[client], text, null)).toBe(after)
  })
})
