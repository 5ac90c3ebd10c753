import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildProgram } from '../../src/cli/build-program.ts'
import { commandList } from '../../src/cli/command-list.ts'
import { exitCodeFor, explainExitCodes } from '../../src/cli/exit-codes.ts'
import { errorCodes } from '../../src/model/vault-error.ts'
import { until } from '../support/until.ts'
import { withFlint } from './with-flint.ts'

/** What the parser prints, and what it understood. */
function parse(argv: readonly string[]) {
  const printed: string[] = []
  const requests: { name: string; given: object; globals: object }[] = []
  const program = buildProgram({
    version: '1.2.3',
    write: (text) => printed.push(text),
    writeMessage: (text) => printed.push(text),
    isColoured: false,
    onRequest: ({ command, given, globals }) => requests.push({ name: command.name, given, globals }),
  })
  let error = ''
  try {
    if (argv.length === 0) program.outputHelp()
    else program.parse(argv, { from: 'user' })
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown)
  }
  return { printed: printed.join(''), requests, error }
}

test('the help page', () => {
  expect(parse([]).printed).toMatchSnapshot()
})

test('every command has help with an example that the parser understands', () => {
  for (const { name, examples } of commandList) {
    const { printed } = parse([...name.split(' '), '--help'])
    for (const example of examples) {
      expect(printed).toContain(`  $ ${example}\n`)
      const [words = ''] = example.split(/\s{2,}#|\s>\s/)
      const found = /(?:^|&& |\(|\| )(flint [^)|]*)/.exec(words)?.[1] ?? ''
      const argv = [...found.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
      expect(parse(argv.slice(1)), example).toMatchObject({ error: '', requests: [{ name }] })
    }
  }
})

test('options of all commands go before the command or after it', () => {
  const before = parse(['--vault', 'a', '--json', 'search', 'x'])
  const after = parse(['search', 'x', '--vault', 'a', '--json'])
  expect(before.requests).toMatchObject([{ given: { query: ['x'] }, globals: { vault: ['a'], json: true } }])
  expect(after.requests).toMatchObject([{ given: { query: ['x'] }, globals: { vault: ['a'], json: true } }])
  expect(parse(['call', 'x', '--json', '{}']).requests).toMatchObject([
    { given: { json: '{}' }, globals: {} },
  ])
})

test('options are read by their kind', () => {
  const { requests } = parse(['search', 'x', '-n', '3', '--tag', 'a', '--tag', 'b'])
  expect(requests[0]?.given).toMatchObject({ limit: 3, tag: ['a', 'b'] })
  expect(parse(['serve', '--toolsets', 'core, tags']).requests[0]?.given).toEqual({
    toolsets: ['core', 'tags'],
    ui: true,
  })
  expect(parse(['search', 'x', '-n', 'many']).error).toContain('It must be a whole number.')
  expect(parse(['search', 'x', '-n', '0']).error).toContain('It must be 1 at least.')
  expect(parse(['create', 'a', 'b', 'c', '--types', 'all']).error).toContain(
    'Allowed choices are default, zk, none',
  )
})

test.each([
  [['serch'], '(Did you mean search?)'],
  [['search', 'x', '--limt', '3'], '(Did you mean --limit?)'],
  [['config', 'pth'], '(Did you mean path?)'],
  [['retag'], "missing required argument 'from'"],
  [['list', 'x'], 'too many arguments'],
  [['help', 'serch'], "unknown command 'serch'"],
])('%j is not understood: %s', (argv, message) => {
  expect(parse(argv).error).toContain(message)
})

test('help of a command, of a group and of the exit codes', () => {
  expect(parse(['help', 'delete', 'note']).printed).toContain('Usage: flint delete note [PATH] [options]')
  expect(parse(['help', 'config']).printed).toContain('Usage: flint config COMMAND')
  expect(parse(['help', 'exit-codes']).printed).toBe(`${explainExitCodes()}\n`)
  expect(parse([]).printed).not.toContain('complete ')
})

test('every error code has an exit code that help explains', () => {
  expect(errorCodes.map((code) => `${exitCodeFor(code)} ${code}`).sort()).toMatchSnapshot()
  for (const code of errorCodes) {
    if (exitCodeFor(code) !== 1) expect(explainExitCodes()).toContain(code)
  }
})

test('flint alone shows help, --version the version; both end with 0', () =>
  withFlint({}, async ({ run }) => {
    const help = await run([])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('Try first:')
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  }))

test('what is not understood ends with 2, as JSON where that is asked for', () =>
  withFlint({}, async ({ run }) => {
    const told = await run(['serch'])
    expect(told).toMatchObject({ code: 2, stdout: '' })
    expect(told.stderr).toContain('Did you mean search?')
    const asked = await run(['list', '--jsn', '--json'])
    expect({ code: asked.code, stderr: asked.stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(asked.stdout).error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: expect.any(String),
    })
    const group = await run(['config'])
    expect(group).toMatchObject({ code: 2, stdout: '' })
    expect(group.stderr).toContain('Usage: flint config')
  }))

test.each([
  ['vault', ['list', '--vault=']],
  ['model', ['models', 'use', '']],
  ['--allowed-host', ['serve', '--http', '--port', '0', '--allowed-host', '']],
])('a %s without text is refused as that', (name, args) =>
  withFlint({}, async ({ run }) => {
    const { code, stderr } = await run(args)
    expect(code).toBe(2)
    expect(stderr).toContain(`${name} is empty.`)
    expect(stderr).not.toContain('ZodError')
  }),
)

test.each([
  ['port is 65535 at most.', ['serve', '--http', '--port', '70000']],
  ['port is 65535 at most.', ['ui', '--port', '99999']],
  ['--marker-size is 1 at least.', ['merge', 'a', 'b', 'c', '--marker-size', '0']],
])('a number out of its range is refused as that: %s', (told, args) =>
  withFlint({}, async ({ run }) => {
    const { code, stderr } = await run(args)
    expect(code).toBe(2)
    expect(stderr).toContain(told)
    expect(stderr).not.toContain('ZodError')
  }),
)

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a command with 130', (signal) =>
  withFlint({}, async ({ start }) => {
    const child = start(['call', 'get_note', '--json', '-'])
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    const closed = once(child, 'close')
    // More than a pipe holds: once it is gone, the command is reading, and waits for the rest.
    await new Promise((resolve) => child.stdin.write(' '.repeat(1_000_000), resolve))
    child.kill(signal)
    expect((await closed)[0]).toBe(130)
    expect(stderr).toBe('Interrupted.\n')
  }),
)

test('a change that is interrupted once it has begun is finished, and says so', () =>
  withFlint({}, async ({ folder, run, start }) => {
    const vault = join(folder, 'v')
    await mkdir(vault)
    const names = Array.from({ length: 300 }, (_, at) => `${String(at).padStart(3, '0')}.md`)
    for (const name of names) await writeFile(join(vault, name), `# ${name}\n\nIn a house. #home\n`)
    await run(['init'], { cwd: vault })
    const child = start(['retag', 'home', 'casa'], { cwd: vault })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (data: Buffer) => (said.stdout += data.toString()))
    child.stderr.on('data', (data: Buffer) => (said.stderr += data.toString()))
    const closed = once(child, 'close')
    const isBegun = async () => (await readFile(join(vault, '000.md'), 'utf8')).includes('#casa')
    await until('the first note is changed', isBegun)
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(0)
    expect(said.stdout).toMatch(/^#home is #casa, in 300 places of 300 notes\. Undo: flint undo \S+\n$/)
    expect(said.stderr).toBe('The command ended before it could be stopped.\n')
    expect(await readFile(join(vault, '299.md'), 'utf8')).toContain('#casa')
  }))

test('a reader that stops early is no failure', () =>
  withFlint({}, async ({ start }) => {
    const child = start(['tools', '--json'])
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    await once(child, 'close')
    expect(stderr).toBe('')
  }))

test.each([
  [['--json'], 'flint takes a command.'],
  [['config', '--json'], 'flint config takes a command.'],
  [['delete', '--json'], 'flint delete takes a command.'],
  [['help', 'exit-codes', '--json'], 'Help is text, not JSON.'],
])('%j is answered with JSON', (args, message) =>
  withFlint({}, async ({ run }) => {
    const { code, stdout } = await run(args)
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'INVALID_ARGUMENT', message } })
  }),
)
