import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allTools } from '../../src/tools/index.ts'
import { column } from '../support/plain.ts'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

test('call prints what an agent gets, arguments from the option or from standard input', () =>
  withFlint(twoFolders, async (flint) => {
    const { run } = flint
    await addTwoVaults(flint)
    const direct = await run(['call', 'get_note', '--json', '{"identifier":"lamp"}'])
    expect(direct).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(direct.stdout)).toMatchObject({
      vault: 'ideas',
      id: 'lamp.md',
      title: 'Desk lamp',
    })
    expect(direct.stdout.split('\n')).toHaveLength(2)
    const piped = await run(['call', 'get_note', '--vault', 'tours', '--json', '-'], {
      stdin: '{"identifier":"alps"}',
    })
    expect(JSON.parse(piped.stdout)).toMatchObject({ vault: 'tours', id: 'alps.md' })
    expect(JSON.parse((await run(['call', 'list_vaults'])).stdout).vaults).toHaveLength(2)
  }))

test.each([
  ['a tool that fails', ['call', 'get_note', '--json', '{"identifier":"none"}'], 1, 'NOT_FOUND'],
  ['an unknown parameter', ['call', 'get_note', '--json', '{"identifer":"x"}'], 1, 'INVALID_ARGUMENT'],
  ['an unknown tool', ['call', 'get_nte'], 1, 'INVALID_ARGUMENT'],
  ['arguments that are no JSON', ['call', 'get_note', '--json', '{x}'], 2, 'INVALID_ARGUMENT'],
  ['arguments that are no object', ['call', 'get_note', '--json', '[]'], 2, 'INVALID_ARGUMENT'],
])('call with %s prints the error as JSON', (_what, args, code, error) =>
  withFlint(twoFolders, async ({ run, folder }) => {
    const ended = await run([...args, '--vault', join(folder, 'ideas')])
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code, stderr: '' })
    expect(JSON.parse(ended.stdout).error.code).toBe(error)
  }),
)

test('tools lists every tool, those of GitLab where a project is set, and one with its parameters or its schema', () =>
  withFlint({}, async ({ run, json }) => {
    const withGitLab = await json(['tools'], { env: { GITLAB_PROJECT: 'team/site' } })
    expect(column(withGitLab.tools, 'name')).toEqual(allTools.map(({ name }) => name))
    const others = allTools.filter(({ toolset }) => toolset !== 'gitlab').map(({ name }) => name)
    expect(column((await json(['tools'])).tools, 'name')).toEqual(others)
    expect((await run(['tools'])).stdout).toMatch(/^search_notes +search +reads +Search notes$/m)
    expect((await run(['tools', 'get_backlinks'])).stdout).toMatch(/^ {2}identifier +string +\S/m)
    expect((await json(['tools', 'get_note'])).inputSchema).toMatchObject({ type: 'object' })
    expect((await run(['tools', 'get_nte'])).stderr).toContain('get_note')
  }))
