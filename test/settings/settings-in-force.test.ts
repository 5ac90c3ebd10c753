import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SettingsInForce } from '../../src/settings/settings-in-force.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'
import { withVault } from '../support/with-vault.ts'

const dailyFile = '.obsidian/daily-notes.json'

function daily(folder: string, format: string): string {
  return JSON.stringify({ folder, format, template: `tpl/${folder}` })
}

test('a change of Obsidian’s settings counts while the vault is open', () =>
  withVault(
    {
      [dailyFile]: daily('Journal', 'YYYY-MM-DD'),
      '.obsidian/app.json': '{}',
      'tpl/Journal.md': 'J\n',
      'tpl/Diary.md': 'D\n',
      'a.md': '# A\n',
    },
    async ({ call, read, write }) => {
      const open = async (date: string): Promise<string> => (await call('open_daily_note', { date })).id
      expect(await open('2026-01-01')).toBe('Journal/2026-01-01.md')
      await write(dailyFile, daily('Diary', 'YYYY.MM.DD'))
      let day = 0
      const openNext = () => open(new Date(Date.UTC(2026, 1, ++day)).toISOString().slice(0, 10))
      await until('they are followed', async () => (await openNext()).startsWith('Diary/2026.'))
      expect(await read(await openNext())).toContain('D\n')
      expect((await call('search_notes', { query: 'A' })).total).toBe(1)
      await write('.obsidian/app.json', JSON.stringify({ userIgnoreFilters: ['a.md'] }))
      await until('it is out of search', async () => (await call('search_notes', { query: 'A' })).total === 0)
    },
  ))

test('a file that cannot be read any more is told, and what it said counts', () =>
  withVault(
    { [dailyFile]: daily('Journal', 'YYYY-MM-DD'), 'tpl/Journal.md': 'J\n' },
    async ({ call, write }) => {
      const problem = `${dailyFile} cannot be read as it is now: what it said before counts.`
      const told = async () => (await call('get_vault_info', { detailed: true })).settings_problems
      expect(await told()).toEqual([])
      await write(dailyFile, '{broken')
      await until('it is told', async () => (await told()).length > 0)
      expect(await told()).toEqual([problem])
      const { id, warnings } = await call('open_daily_note', { date: '2026-03-01' })
      expect({ id, warnings }).toEqual({ id: 'Journal/2026-03-01.md', warnings: [problem] })
      await write(dailyFile, daily('Journal', 'YYYY-MM-DD'))
      await until('it is read again', async () => (await told()).length === 0)
      await write('.obsidian/app.json', '{broken')
      await until('it is told', async () => (await told()).length > 0)
      expect((await call('open_daily_note', { date: '2026-03-01' })).warnings).toBeUndefined()
    },
  ))

test('a file that is half written changes nothing, and what says the same neither', () =>
  withFolder({ [dailyFile]: daily('Journal', 'YYYY-MM-DD') }, async (root) => {
    const { settings, put } = await follow(root)
    expect(settings.opened).toMatchObject({ kind: 'obsidian', dailyFolder: 'Journal' })
    for (const text of ['', daily('Diary', 'YYYY').slice(0, 20), `${daily('Journal', 'YYYY-MM-DD')}\n`]) {
      await put(dailyFile, text)
      expect(await settings.isOutdated(), text).toBe(false)
    }
    await put('.obsidian/templates.json', JSON.stringify({ folder: 'Templates' }))
    expect(await settings.isOutdated()).toBe(true)
  }))

test('a program that comes to keep the folder, or leaves it, is noticed', () =>
  withFolder({ 'a.md': '# A\n' }, async (root) => {
    const { settings, put } = await follow(root)
    expect(await settings.isOutdated()).toBe(false)
    await put('.zk/config.toml', '[note]\nlanguage = "de"\n')
    expect(await settings.isOutdated()).toBe(true)
    const { settings: ofZk } = await follow(root)
    await put('.zk/config.toml', '[note\n')
    expect(await ofZk.isOutdated()).toBe(true)
    await rm(join(root, '.zk'), { recursive: true })
    await mkdir(join(root, '.obsidian'))
    expect(await ofZk.isOutdated()).toBe(true)
  }))

async function follow(root: string) {
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return { settings: await SettingsInForce.read({ root, registered: true }), put }
}
