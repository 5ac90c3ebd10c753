import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localDay } from '../../src/model/local-day.ts'
import { lines } from '../support/lines.ts'
import { column } from '../support/plain.ts'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

const linked = {
  'v/lamp.md':
    '---\ntitle: Desk lamp\ntags: [home]\nstatus: open\n---\n\n# Desk lamp\n\nOf walnut, beside the [[shelf]] and [[gone]].\n',
  'v/shelf.md': '# Shelf\n\nWalnut, under the [[lamp]]. #home\n',
  'v/work/漢字.md': '# 日本語\n\nNobody links here.\n',
}

test('notes lists those that fit, as a table, as paths, null-separated or in a form of its own', () =>
  withFlint(linked, async ({ run, json, folder }) => {
    const vault = join(folder, 'v')
    const here = { cwd: vault }
    await run(['init'], here)
    const all = await run(['notes', '--sort', 'path'], here)
    expect(all.code).toBe(0)
    expect(all.stdout.replace(/\d{4}-\d\d-\d\d/g, 'DAY')).toBe(
      lines(
        'DAY  lamp.md       Desk lamp  #home',
        'DAY  shelf.md      Shelf      #home',
        'DAY  work/漢字.md  日本語',
      ),
    )
    expect((await run(['ls', '--orphans', '--path'], here)).stdout).toBe(`${join(vault, 'work/漢字.md')}\n`)
    expect((await run(['notes', '--links-to', 'lamp', '--path'], here)).stdout).toBe(
      `${join(vault, 'shelf.md')}\n`,
    )
    expect((await run(['notes', '--linked-from', 'lamp', '--path'], here)).stdout).toBe(
      `${join(vault, 'shelf.md')}\n`,
    )
    expect((await run(['notes', '--broken', '-0'], here)).stdout).toBe(`${join(vault, 'lamp.md')}\0`)
    const format = String.raw`{title}\t{link}\t{metadata.status}\t{{x}`
    expect((await run(['notes', '--tag', '#home', '--sort', 'path', '--format', format], here)).stdout).toBe(
      lines('Desk lamp\t[[lamp]]\topen\t{x}', 'Shelf\t[[shelf]]\t\t{x}'),
    )
    expect(await run(['notes', '--format', '{colour}'], here)).toMatchObject({ code: 2, stdout: '' })
    expect(column((await json(['notes', '--dir', 'work'], here)).notes, 'path')).toEqual(['work/漢字.md'])
    expect(await run(['notes', '--tag', 'none'], here)).toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'No note.\n',
    })
  }))

test('a pipe gets paths whole, however long', () => {
  const path = `${'a'.repeat(80)}/${'b'.repeat(80)}.md`
  return withFlint({ [`v/${path}`]: '# B\n' }, async ({ run, folder }) => {
    expect((await run(['notes', '--vault', join(folder, 'v')])).stdout).toContain(path)
  })
})

test('notes lists more than a tool gives at once', () => {
  const many = Object.fromEntries(Array.from({ length: 1_203 }, (_, at) => [`v/n${at}.md`, `# Note ${at}\n`]))
  return withFlint(many, async ({ run, folder }) => {
    const { stdout } = await run(['notes', '--path', '--vault', join(folder, 'v')])
    expect(new Set(stdout.trim().split('\n')).size).toBe(1_203)
    const some = await run(['notes', '--path', '-n', '1100', '--vault', join(folder, 'v')])
    expect(some.stdout.trim().split('\n')).toHaveLength(1_100)
    expect(some.stderr).toBe('1100 of 1203 notes; --limit shows more.\n')
  })
})

test('links, backlinks and related say what is around a note', () =>
  withFlint(linked, async ({ run, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init'], here)
    expect((await run(['links', 'lamp'], here)).stdout).toBe(lines('9  shelf.md  Shelf', '9  broken    gone'))
    expect((await run(['links', 'lamp', '--path'], here)).stdout).toBe(`${join(folder, 'v/shelf.md')}\n`)
    expect((await run(['bl', 'Desk lamp'], here)).stdout).toBe(
      lines('shelf.md:3', '  Walnut, under the [[lamp]]. #home'),
    )
    expect((await run(['related', 'lamp'], here)).stdout).toContain('shelf.md  Shelf')
    expect(await run(['backlinks', '漢字'], here)).toMatchObject({ code: 3, stdout: '' })
    expect(await run(['links', 'nothing'], here)).toMatchObject({ code: 3, stdout: '' })
  }))

test('a name that means several notes is refused with their paths', () =>
  withFlint({ 'v/a/plan.md': '# Plan\n', 'v/b/plan.md': '# Plan\n' }, async ({ run, folder }) => {
    const refused = await run(['links', 'Plan', '--vault', join(folder, 'v')])
    expect(refused).toMatchObject({ code: 4, stdout: '' })
    expect(refused.stderr).toContain('  a/plan.md  Plan\n  b/plan.md  Plan\n')
    expect(await run(['links', '--vault', join(folder, 'v')])).toMatchObject({ code: 2, stdout: '' })
  }))

test('grep finds lines in the files, of several vaults too', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, folder } = flint
    await addTwoVaults(flint)
    expect((await run(['grep', 'w.lnut'])).stdout).toBe(
      lines('lamp.md:8:A lamp of walnut.', 'shelf.md:3:Goes beside the [[lamp]]. Walnut too. #home'),
    )
    expect((await run(['g', 'walnut', '-l'])).stdout).toBe(
      lines(join(folder, 'ideas/lamp.md'), join(folder, 'ideas/shelf.md')),
    )
    expect((await run(['grep', '-F', 'a.*'])).code).toBe(3)
    expect((await run(['grep', 'Walnut', '-s', '-C', '1'])).stdout).toBe(
      lines('shelf.md-2-', 'shelf.md:3:Goes beside the [[lamp]]. Walnut too. #home'),
    )
    expect((await run(['grep', 'pass', '--all'])).stdout).toBe('tours: alps.md:3:Five days over the pass.\n')
    expect(
      (await run(['grep', 'days|walnut', '-l', '--vault', 'ideas', '--vault', 'tours'])).stdout,
    ).toContain(join(folder, 'tours/alps.md'))
    const one = await run(['links', 'lamp', '--vault', 'ideas', '--vault', 'tours'])
    expect(one).toMatchObject({ code: 2, stdout: '' })
    expect(one.stderr).toContain('Give --vault once.')
  }))

test.each([
  [
    ['search', 'walnut'],
    ['search', 'glacier', '--mode', 'keyword'],
  ],
  [
    ['grep', 'walnut'],
    ['grep', 'glacier'],
  ],
  [['notes'], ['notes', '--tag', 'glacier']],
  [
    ['todos', '--dir', '.'],
    ['todos', '--dir', '.', '--status', 'cancelled'],
  ],
  [['tags'], ['tags', 'glacier']],
])('%j in all vaults names the one that cannot be opened, whatever the others have', (found, nothing) =>
  withFlint(
    { ...twoFolders, 'ideas/desk.md': '# Desk\n\n- [ ] buy walnut #wood\n' },
    async ({ folder, ...flint }) => {
      await addTwoVaults({ folder, ...flint })
      await rm(join(folder, 'tours'), { recursive: true })
      for (const [words, isFound] of [[found, true] as const, [nothing, false] as const]) {
        const { code, stdout, stderr } = await flint.run([...words, '--all'])
        expect(stderr.match(/^error: tours: .+$/gm), words.join(' ')).toHaveLength(1)
        expect({ code, isFound: stdout !== '' }).toEqual({
          code: isFound || words[0] === 'todos' ? 0 : 3,
          isFound,
        })
      }
      const { vaults } = await flint.json([...found, '--all'])
      expect(vaults[1]).toMatchObject({ id: 'tours', error: { message: expect.any(String) } })
    },
  ),
)

test('days are those of the person’s calendar, and a note that names a day bears that day anywhere', () => {
  const note = (updated: string) => `---\nupdated: ${updated}\n---\n\n- [ ] task\n`
  const notes = {
    'v/late.md': note('2026-11-01T23:30:00Z'),
    'v/early.md': note('2026-11-01T02:00:00Z'),
    'v/day.md': note('2026-11-01'),
  }
  return withFlint(notes, async ({ run, folder }) => {
    const day = async (TZ: string, ...dates: readonly string[]) => {
      const args = ['notes', ...dates, '--vault', join(folder, 'v'), '--sort', 'path']
      const { stdout } = await run(args, { env: { TZ }, isProcess: true })
      return [...stdout.matchAll(/^(\S+) {2}(\w+)/gm)].map(([, date, name]) => `${date} ${name}`)
    }
    const first = ['--since', '2026-11-01', '--until', '2026-11-01']
    expect(await day('Asia/Tokyo', ...first)).toEqual(['2026-11-01 day', '2026-11-01 early'])
    expect(await day('America/New_York', ...first)).toEqual(['2026-11-01 day', '2026-11-01 late'])
    expect(await day('UTC', ...first)).toHaveLength(3)
    expect(await day('Asia/Tokyo', '--since', '2026-11-02 08:00')).toEqual(['2026-11-02 late'])
    expect(await day('America/New_York', '--until', '2026-10-31')).toEqual(['2026-10-31 early'])
    const tokyo = { env: { TZ: 'Asia/Tokyo' }, isProcess: true }
    const vault = ['--vault', join(folder, 'v')]
    await run(['append', 'late', 'More.', ...vault], tokyo)
    const { stdout } = await run(['history', ...vault], tokyo)
    const [, time = ''] = /^\d+ +(\S+ \S+)/m.exec(stdout) ?? []
    expect(Math.abs(Date.parse(`${time}+09:00`) - Date.now())).toBeLessThan(600_000)
    expect((await run(['history', '--since', 'today', ...vault], tokyo)).stdout).toContain('late.md')
    expect((await run(['notes', '--since', 'nonsense', ...vault])).stderr).toContain('since is no date')
  })
})

test('grep prints all of very many lines', () =>
  withFlint({ 'v/long.md': 'x\n'.repeat(150_000) }, async ({ run, folder }) => {
    const { code, stdout } = await run(['grep', 'x', '--vault', join(folder, 'v')])
    expect(code).toBe(0)
    expect(stdout.split('\n')).toHaveLength(150_001)
  }))

test('grep says that it leaves the archive out, and has an option for it', () =>
  withFlint({ 'v/a.md': '# A\nwalnut\n', 'v/archives/b.md': '# B\nwalnut\n' }, async ({ run, folder }) => {
    const vault = ['--vault', join(folder, 'v')]
    expect((await run(['grep', 'walnut', ...vault])).stdout).toBe('a.md:2:walnut\n')
    expect((await run(['grep', 'walnut', '--archived', ...vault])).stdout).toBe(
      lines('a.md:2:walnut', 'archives/b.md:2:walnut'),
    )
    expect((await run(['grep', 'walnut', '--in', 'archives', ...vault])).stdout).toContain('archives/b.md')
    expect((await run(['grep', '--help'])).stdout).toMatch(/--archived .*left\s+out/)
  }))

test('grep finds the end of a line, however it ends', () =>
  withFlint({ 'v/a.md': '# A\r\nis here\r\n', 'v/b.md': '# B\nis here\n' }, async ({ run, folder }) => {
    const { stdout } = await run(['grep', 'here$', '--vault', join(folder, 'v')])
    expect(stdout).toBe(lines('a.md:2:is here', 'b.md:2:is here'))
  }))

test('graph refuses --depth without a note', () =>
  withFlint(linked, async ({ run, folder }) => {
    const vault = ['--vault', join(folder, 'v')]
    const refused = await run(['graph', '--depth', '2', ...vault])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('--depth counts from a note')
    expect((await run(['graph', 'lamp', '--depth', '2', ...vault])).code).toBe(0)
  }))

test('a search that its filters leave empty does not say that no note has the words', () =>
  withFlint(linked, async ({ run, folder }) => {
    const vault = ['--vault', join(folder, 'v')]
    for (const args of [
      ['walnut', '--type', 'nope'],
      ['walnut', 'type:nope'],
      ['walnut', '--tag', 'nope'],
    ]) {
      const { code, stderr } = await run(['search', ...args, ...vault])
      expect(code).toBe(3)
      expect(stderr).toContain('No note that the filters let through has any of these words; others have')
    }
    expect((await run(['search', 'unheard', '--mode', 'keyword', ...vault])).stderr).toContain(
      'No note has any of these words.',
    )
  }))

test('todos gives as many tasks as are asked for, and names a folder that is not there', () => {
  const many = { 'v/many.md': '- [ ] a task\n'.repeat(1_200) }
  return withFlint(many, async ({ run, json, folder }) => {
    const vault = ['--vault', join(folder, 'v')]
    const some = await run(['todos', ...vault])
    expect(some.stderr).toBe('50 of 1200 tasks; --limit shows more.\n')
    const all = await run(['todos', '--limit', '2000', ...vault])
    expect(all).toMatchObject({ code: 0, stderr: '' })
    expect(all.stdout.split('\n')).toHaveLength(1_202)
    expect((await json(['todos', '--limit', '1100', ...vault])).todos).toHaveLength(1_100)
    expect(await run(['todos', '--dir', 'nope', ...vault])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('There is no folder "nope" here.'),
    })
  })
})

test('todos --due lists what is due on or before a day, overdue tasks included', () => {
  const day = (ahead: number) => localDay(new Date(Date.now() + ahead * 86_400_000))
  const dues = [-3, 0, 1, 7, 8].map((ahead) => `- [ ] in ${ahead} 📅 ${day(ahead)}\n`).join('')
  return withFlint({ 'v/a.md': `${dues}- [ ] some time\n- [x] in -1 📅 ${day(-1)}\n` }, async (flint) => {
    const due = async (...words: readonly string[]) => {
      const { stdout } = await flint.run(['todos', '--vault', join(flint.folder, 'v'), '--due', ...words])
      return [...stdout.matchAll(/in (-?\d)/g)].map(([, ahead]) => Number(ahead))
    }
    expect(await due('today')).toEqual([-3, 0])
    expect(await due(day(0))).toEqual([-3, 0])
    expect(await due('tomorrow')).toEqual([-3, 0, 1])
    expect(await due('7d')).toEqual([-3, 0, 1, 7])
    expect(await due('yesterday', '--status', 'all')).toEqual([-3, -1])
    const wrong = await flint.run(['todos', '--vault', join(flint.folder, 'v'), '--due', 'soonish'])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--due is no date: "soonish".') })
  })
})

test('grep gives a pipe every line and -l every file, and names its own options', () => {
  const line = 'the hull\n'
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, at) => [`v/n${at}.md`, line.repeat(at === 0 ? 5_500 : 2)]),
  )
  return withFlint(many, async ({ run, json, folder }) => {
    const vault = ['--vault', join(folder, 'v')]
    const count = (text: string) => text.split('\n').length - 1
    expect(count((await run(['grep', 'the', '-l', ...vault])).stdout)).toBe(600)
    expect(count((await run(['grep', 'the', ...vault])).stdout)).toBe(6_698)
    const some = await run(['grep', 'the', '-n', '2000', ...vault])
    expect(count(some.stdout)).toBe(2_000)
    expect(some.stderr).toBe('2000 of more than 5000 lines; --limit shows more.\n')
    expect((await run(['grep', 'the', '-n', '6000', ...vault])).stderr).toContain('6000 of more than 6000')
    expect((await run(['grep', 'the', '-n', '1', '--in', 'n1.md', ...vault])).stderr).toContain(
      '1 of 2 lines',
    )
    expect((await run(['grep', 'the', '-l', '-n', '5', ...vault])).stderr).toContain('5 of 600 files')
    expect(await json(['grep', 'the', ...vault])).toMatchObject({ total: 6_698, has_more: false })
    const bad = await run(['grep', 'the', '--in', '[z-a]*', ...vault])
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('--in cannot be read') })
    expect(bad.stderr).not.toContain('path_filter')
  })
})

test('tags, graph, sql, random and what the same day of earlier years left', () =>
  withFlint({ ...linked, 'v/daily/2024-02-29.md': '# Leap\n' }, async ({ run, json, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init'], here)
    expect((await run(['tags'], here)).stdout).toBe('#home  2\n')
    expect((await run(['tags', 'x'], here)).code).toBe(3)
    expect((await run(['graph', 'lamp', '--format', 'mermaid'], here)).stdout).toBe(
      lines('graph LR', '  n0["Desk lamp"]', '  n1["Shelf"]', '  n0 --- n1'),
    )
    expect((await run(['graph'], here)).stdout).toContain('  "lamp.md" -- "shelf.md";\n')
    expect(Object.keys(JSON.parse((await run(['graph', '--format', 'json'], here)).stdout))).toContain(
      'nodes',
    )
    const query = 'SELECT path, title FROM notes WHERE title = ?'
    expect((await run(['sql', query, '--param', 'Shelf', '--format', 'csv'], here)).stdout).toBe(
      lines('path,title', 'shelf.md,Shelf'),
    )
    expect(
      (await run(['sql', '--format', 'tsv'], { ...here, stdin: 'SELECT 1 AS one, NULL AS two' })).stdout,
    ).toBe(lines('one\ttwo', '1\t'))
    expect((await run(['random', '--dir', 'work', '--path'], here)).stdout).toBe(
      `${join(folder, 'v/work/漢字.md')}\n`,
    )
    expect((await run(['random', '--dir', 'none'], here)).code).toBe(3)
    expect((await run(['on-this-day', '2028-02-29'], here)).stdout).toBe(
      '2024-02-29  daily/2024-02-29.md  Leap\n',
    )
    expect((await json(['on-this-day', '2024-02-29'], here)).notes).toEqual([])
    expect((await run(['on-this-day', '2026-02-29'], here)).stderr).toContain('"2026-02-29" is no day.')
    expect((await run(['grep', '('], here)).stderr).toContain('look for it as it is with --fixed')
  }))

test('on-this-day knows the daily notes of the vault, and a date with any mark between its numbers', () =>
  withFlint(
    {
      'v/.obsidian/daily-notes.json': JSON.stringify({ folder: 'tage', format: 'DD.MM.YYYY' }),
      'v/tage/30.11.2024.md': 'one\n',
      'v/2021-11-30.md': 'two\n',
      'v/2015_11_30.md': 'three\n',
    },
    async ({ json, folder }) => {
      const { notes } = await json(['on-this-day', '2026-11-30', '--vault', join(folder, 'v')])
      expect(notes.map(({ id, day }: { id: string; day: string }) => [id, day])).toEqual([
        ['tage/30.11.2024.md', '2024-11-30'],
        ['2021-11-30.md', '2021-11-30'],
        ['2015_11_30.md', '2015-11-30'],
      ])
    },
  ))

test('graph says where it is cut, in JSON too', () => {
  const names = Array.from({ length: 420 }, (_, at) => `n${at}`)
  const files = Object.fromEntries(names.map((name) => [`v/${name}.md`, 'x\n']))
  const hub = names.map((name) => `[[${name}]]`).join('\n')
  return withFlint({ ...files, 'v/hub.md': hub }, async ({ run, json, folder }) => {
    const vault = ['--vault', join(folder, 'v')]
    expect(await json(['graph', 'hub', ...vault])).toMatchObject({ is_cut: true, total_notes: 421 })
    expect(await json(['graph', ...vault])).toMatchObject({ is_cut: false, total_notes: 421 })
    const { stderr } = await run(['graph', 'hub', ...vault])
    expect(stderr).toContain('Only the first 400 notes around it are in it.')
  })
})

test('paths are absolute wherever they are asked for', () =>
  withFlint(linked, async ({ run, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init'], here)
    expect((await run(['show', 'Desk lamp', '--path'], here)).stdout).toBe(`${join(folder, 'v/lamp.md')}\n`)
    expect((await run(['daily', '2026-01-31', '--path'], here)).stdout).toBe(
      `${join(folder, 'v/daily/2026-01-31.md')}\n`,
    )
    expect((await run(['search', 'under', '--path'], here)).stdout).toBe(`${join(folder, 'v/shelf.md')}\n`)
    expect((await run(['open', 'lamp', '--print'], here)).stdout).toBe(`${join(folder, 'v/lamp.md')}\n`)
    expect((await run(['open', 'lamp', '--in', 'obsidian', '--print'], here)).stdout).toBe(
      `obsidian://open?path=${encodeURIComponent(join(folder, 'v/lamp.md'))}\n`,
    )
  }))

test('grep prints every line up to its limit, far more than a model is given', () => {
  const found = Array.from({ length: 400 }, (_, number) => `walnut ${number} ${'of a board '.repeat(20)}`)
  return withFlint({ 'v/boards.md': lines(...found) }, async ({ run, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init'], here)
    const { stdout } = await run(['grep', 'walnut', '-n', '500'], here)
    expect(stdout.trimEnd().split('\n')).toHaveLength(found.length)
  })
})

test('grep reads the files as they are, without the index, and is not told nothing by a folder that lost its notes', () =>
  withFlint(linked, async ({ run, folder }) => {
    const here = { cwd: join(folder, 'v') }
    await run(['init'], here)
    await run(['notes'], here)
    await writeFile(join(folder, 'v/new.md'), 'Of beech.\n')
    expect((await run(['grep', 'beech'], here)).stdout).toBe('new.md:1:Of beech.\n')
    for (const name of ['lamp.md', 'shelf.md', 'work', 'new.md'])
      await rm(join(folder, 'v', name), { recursive: true })
    const { code, stdout, stderr } = await run(['grep', 'beech'], here)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('has lost all of its notes')
  }))
