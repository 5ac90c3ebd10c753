import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Flint, withFlint } from './with-flint.ts'

const inboxText = '# Inbox\n\n- 2026-01-01 10:00 first\n- 2026-01-01 10:01 second\n'
const files = {
  'v/n3.md': '# N3\n\nold\n',
  'v/n4.md': '# N4\n\n[[n3]]\n',
  'v/inbox.md': inboxText,
  'v/t/_description.md': '# t\n',
  'v/t/one.md': '# One\n',
}

interface Asked extends Flint {
  readonly at: (path: string) => string
  /** Runs a command in the vault; once it asks, something changes, then the person says yes. */
  readonly agree: (words: readonly string[], meanwhile?: () => Promise<void>) => ReturnType<Flint['run']>
}

async function withQuestions(destructive: string, use: (asked: Asked) => Promise<void>): Promise<void> {
  const settings = `permissions: { destructive: ${destructive} }\n`
  await withFlint({ ...files, 'v/.flint-note/config.yml': settings }, async (flint) => {
    const cwd = join(flint.folder, 'v')
    await flint.run(['create', 'v', 'V', cwd, '--switch'])
    await use({
      ...flint,
      at: (path) => join(cwd, path),
      agree: async (words, meanwhile = () => Promise.resolve()) =>
        await flint.run(words, { cwd, isTerminal: true, answer: async () => meanwhile().then(() => 'y') }),
    })
  })
}

const edited = '# N3\n\nwritten while the question stood\n'
const grown = inboxText.replace('- 2026', '- 2026-01-01 09:00 precious\n- 2026')

test.each([
  { words: ['delete', 'note', 'n3.md', '--mode', 'permanent'], path: 'n3.md', text: edited },
  { words: ['delete', 'note', 'n3.md'], path: 'n3.md', text: edited },
  { words: ['archive', 'n3.md'], path: 'n3.md', text: edited },
  { words: ['delete', 'notes', '--pattern', 'n*'], path: 'n9.md', text: '# N9\n' },
  { words: ['delete', 'note-type', 't', '--action', 'delete'], path: 't/two.md', text: '# Two\n' },
  { words: ['inbox', '--clear', '1'], path: 'inbox.md', text: grown },
])('nothing is done by flint $words once it is not what was asked about', async ({ words, path, text }) => {
  for (const destructive of ['ask', 'confirm'])
    await withQuestions(destructive, async ({ agree, at }) => {
      const { code, stdout, stderr } = await agree(words, () => writeFile(at(path), text))
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain('became something else meanwhile. Nothing was changed.')
      expect(stderr).toContain('Repeat the call')
      expect(await readFile(at(path), 'utf8')).toBe(text)
      expect(await readFile(at('n4.md'), 'utf8')).toBe(files['v/n4.md'])
      expect(existsSync(at('t/one.md'))).toBe(true)
      expect(await agree(words)).toMatchObject({ code: 0, stderr: expect.stringMatching(/[?]/) })
    })
})

test('clearing the inbox asks no one where the vault allows it', () =>
  withQuestions('allow', async ({ agree, at }) => {
    const { code, stderr } = await agree(['inbox', '--clear', '1'])
    expect(code).toBe(0)
    expect(stderr).not.toContain('?')
    expect(await readFile(at('inbox.md'), 'utf8')).not.toContain('first')
  }))

test.each(['ask', 'confirm'])('delete notes asks nobody where none fits: %s', (destructive) =>
  withQuestions(destructive, async ({ agree }) => {
    const words = ['delete', 'notes', '--pattern', 'nope/**']
    const { code, stdout, stderr } = await agree(words)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    // A bar may have stood there.
    expect(stderr).toMatch(/No note fits\.\n$/)
    expect(stderr).not.toContain('?')
  }),
)

test('a question at a terminal that says it has no columns is not broken into letters', () =>
  withQuestions('ask', async ({ run, at }) => {
    const asked = { cwd: at('.'), isTerminal: true, columns: 0, answer: async () => Promise.resolve('n') }
    const { stderr } = await run(['archive', 'n3.md'], asked)
    expect(stderr).toContain('Move n3.md away?')
    expect(existsSync(at('n3.md'))).toBe(true)
  }))
