import { rename } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fileTokens } from '../../src/access/token-file.ts'
import type { AccessToken } from '../../src/model/access-token.ts'
import type { PageNews } from '../../src/page/page-protocol.ts'
import { until } from '../support/until.ts'
import { type Inside, withPage } from './with-page.ts'

const files = { 'a.md': '# A\n\nSee [[b]].\n', 'b.md': '# B\n', 'pictures/x.png': 'not really' }

test('a key lets one browser in, once, and only for ten minutes', () =>
  withPage({ main: files }, async ({ newKey, post, enter, callAs, clock, send }) => {
    const key = newKey()
    const inside = await enter(key)
    expect(await callAs(inside, 'get_note', { identifier: 'a.md' })).toMatchObject({
      kind: 'done',
      result: { id: 'a.md', vault: { id: 'main' } },
    })
    expect((await post('/ui/enter', { key })).status).toBe(401)
    const late = newKey()
    clock.now = new Date(clock.now.getTime() + 600_001)
    expect((await post('/ui/enter', { key: late })).status).toBe(401)
    expect((await post('/ui/enter', { key: 'x'.repeat(43) })).status).toBe(401)
    expect((await post('/ui/enter', { wrong: key })).status).toBe(401)
    // The page itself holds nothing, and is there for everybody; what it loads is said by name.
    for (const path of ['/ui', '/ui/note/main/a.md', '/ui/assets/page.js'])
      expect((await send('GET', path)).status).toBe(200)
    for (const path of ['/ui/assets/nothing.js', '/ui/assets/..%2f..%2fconfig.yml', '/uix'])
      expect((await send('GET', path)).status).toBe(404)
    expect((await post(inside.at('leave'), {}, inside.cookie)).status).toBe(204)
    expect((await post(inside.at('call'), { tool: 'list_vaults', args: {} }, inside.cookie)).status).toBe(401)
  }))

test('what is no key, or no call, is refused before it is looked through', () =>
  withPage({ main: files }, async ({ newKey, post, enter }) => {
    const many = Array.from({ length: 30_000 }, () => ({}))
    expect((await post('/ui/enter', many)).status).toBe(413)
    expect((await post('/ui/enter', { key: many })).status).toBe(413)
    const inside = await enter(newKey())
    const asked = { tool: 'list_vaults', args: { many } }
    const { status, text } = await post(inside.at('call'), asked, inside.cookie)
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('25000 values') })
  }))

test('the cookie is for this page and no script, and the page may run only what is its own', () =>
  withPage({ main: files }, async ({ newKey, post, send, port }) => {
    const { headers, json } = await post('/ui/enter', { key: newKey() })
    expect(json.place).toMatch(/^[\w-]{22}$/)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^flint_ui_${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/ui/s/${json.place}/$`),
      ),
    ])
    const page = await send('GET', '/ui')
    expect(page.headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  }))

test('nothing gets in but the page itself: not other sites, ports, forms, names or agents', () =>
  withPage({ main: files }, async ({ newKey, enter, send, port, token, post, read }) => {
    const inside = await enter(newKey())
    const { cookie } = inside
    const origin = `http://127.0.0.1:${port}`
    const body = JSON.stringify({ tool: 'append_to_note', args: { identifier: 'a.md', content: 'x' } })
    const json = { 'content-type': 'application/json', cookie }
    const attempts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'another site': { ...json, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      'another port': { ...json, origin: 'http://127.0.0.1:9', 'sec-fetch-site': 'same-site' },
      'another port that lies about the site': { ...json, origin: 'http://127.0.0.1:9' },
      'another name of this machine': { ...json, origin: `http://localhost:${port}` },
      'no origin': json,
      'a page without an origin': { ...json, origin: 'null', 'sec-fetch-site': 'cross-site' },
      'a form': { ...json, origin, 'content-type': 'application/x-www-form-urlencoded' },
      'a form that looks like JSON': { ...json, origin, 'content-type': 'text/plain' },
      'a name that was pointed here': {
        ...json,
        origin: `http://evil.example:${port}`,
        host: `evil.example:${port}`,
      },
      'a cookie that is none': { ...json, origin, cookie: `${cookie}x` },
      'no cookie': { ...json, origin, cookie: '' },
      "an agent's token": { ...json, origin, cookie: '', authorization: `Bearer ${await token()}` },
    }
    for (const [who, headers] of Object.entries(attempts)) {
      const { status } = await send('POST', inside.at('call'), { headers, body })
      expect([who, status]).toEqual([who, expect.toSatisfy((code: number) => [401, 403, 415].includes(code))])
    }
    for (const path of [inside.at('news'), inside.at('file/main/pictures/x.png')]) {
      for (const site of ['same-site', 'cross-site', 'none']) {
        const headers = { cookie, 'sec-fetch-site': site }
        expect((await send('GET', path, { headers })).status).toBe(403)
      }
      expect((await send('GET', path, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(401)
    }
    expect((await post(inside.at('call'), { tool: 'x' }, inside.cookie)).status).toBe(400)
    expect((await send('PUT', inside.at('call'), { headers: { ...json, origin }, body })).status).toBe(405)
    expect(await read('a.md')).toBe(files['a.md'])
  }))

test('files of a vault are shown without running, hidden ones are not there, and a folder that is away is named', () =>
  withPage(
    {
      main: {
        ...files,
        'drawing.svg': '<svg onload="alert(1)"/>',
        'page.html': '<script>alert(1)</script>',
        '.git/config': 'secret',
      },
    },
    async ({ at, newKey, enter, send, token }) => {
      const inside = await enter(newKey())
      const headers = { cookie: inside.cookie, 'sec-fetch-site': 'same-origin' }
      const get = async (path: string) => await send('GET', inside.at(`file/${path}`), { headers })
      const picture = await get('main/pictures/x.png')
      expect(picture).toMatchObject({ status: 200, text: 'not really' })
      expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'inline' })
      const drawing = await get('main/drawing.svg')
      expect(drawing.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
      expect((await get('main/page.html')).headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''page.html",
      })
      for (const path of [
        'main/.git/config',
        'main/..%2f..%2fconfig%2fconfig.yml',
        'main/../config/config.yml',
        'main/nothing.png',
        'other/a.md',
        'main/%ff',
        '',
      ])
        expect([path, (await get(path)).status]).toEqual([path, 404])
      await rename(at('.'), at('../elsewhere'))
      expect(await get('main/pictures/x.png')).toMatchObject({
        status: 503,
        text: expect.stringContaining('The folder of vault \\"main\\" is not there.'),
      })
      expect(await token()).toMatch(/^flint_/)
    },
  ))

test('what a person does is theirs in the history, and a call that asks goes on with their word', () =>
  withPage(
    { main: { ...files, '.flint-note/config.yml': 'permissions: { write: ask }\n' } },
    async ({ newKey, enter, callAs, read }) => {
      const inside = await enter(newKey())
      const args = { identifier: 'a.md', content: 'By hand.' }
      const asked = await callAs(inside, 'append_to_note', args)
      expect(asked).toMatchObject({ kind: 'question', text: expect.stringContaining('By hand.') })
      expect(await read('a.md')).toBe(files['a.md'])
      const { ticket } = asked
      const wrong = await callAs(
        inside,
        'append_to_note',
        { ...args, content: 'Else.' },
        { ticket, choice: 'once' },
      )
      expect(wrong.kind).toBe('question')
      const denied = await callAs(inside, 'append_to_note', args, { ticket: wrong.ticket, choice: 'denied' })
      expect(denied.kind).toBe('question')
      const again = await callAs(inside, 'append_to_note', args, { ticket: denied.ticket, choice: 'once' })
      expect(again).toMatchObject({ kind: 'done', result: { id: 'a.md' } })
      const { result } = await callAs(inside, 'list_changes', {})
      expect(result.changes).toMatchObject([{ actor: 'person', tool: 'append_to_note' }])
      const failed = await callAs(inside, 'get_note', { identifier: 'nothing' })
      expect(failed).toMatchObject({ kind: 'failed', error: { code: 'NOT_FOUND' } })
      expect(failed.error.hint ?? '').not.toMatch(/search_notes|list_notes/)
    },
  ))

test('a person is told in words what a vault does not allow', () =>
  withPage(
    { main: { ...files, '.flint-note/config.yml': 'permissions: { write: deny }\n' } },
    async ({ newKey, enter, callAs }) => {
      const inside = await enter(newKey())
      const { error } = await callAs(inside, 'append_to_note', { identifier: 'a.md', content: 'x' })
      expect(error.message).toBe('Vault "main" does not allow “Add to the end of a note”.')
      expect(await callAs(inside, 'get_vault_rights', { day: '2026-01-31' })).toMatchObject({
        result: { may_change: false, may_open_day: false },
      })
    },
  ))

test('a browser hears of changes by others, of vaults and of questions, and nothing after it was left', () =>
  withPage({ main: files }, async ({ newKey, enter, news, write, questions, post }) => {
    const inside = await enter(newKey())
    const heard: { vaults: string[]; registry: boolean; questions: boolean }[] = []
    const stop = await news(inside, (one) => heard.push(one))
    await until('the vault is followed', async () => {
      await write('b.md', `# B\n\n${Math.random()}\n`)
      return heard.some(({ vaults }) => vaults.includes('main'))
    })
    questions.open({
      subject: 's',
      call: 'c',
      actor: 'client test',
      vault: 'main',
      tool: 'delete_note',
      text: 'Allow?',
      always: null,
    })
    await until('the question is heard of', () => heard.some((one) => one.questions))
    stop()
    expect((await post(inside.at('leave'), {}, inside.cookie)).status).toBe(204)
  }))

test('a person hears of what they may see, and of nothing beyond it', () =>
  withPage({ main: files, other: {} }, async ({ token, newKey, enter, news, questions, hub }) => {
    const limited = await enter(await token({ person: true, name: 'phone', vaults: ['main'] }))
    const heard: PageNews[] = []
    const heardByOwner: PageNews[] = []
    const stops = [
      await news(await enter(newKey()), (one) => heardByOwner.push(one)),
      await news(limited, (one) => heard.push(one)),
    ]
    const ask = (vault: string) => {
      const asked = { subject: vault, call: vault, actor: 'client test', vault, tool: 'delete_note' }
      questions.open({ ...asked, text: 'Allow?', always: null })
    }
    // Whoever sees all of it hears of each thing at about the time at which the other one would.
    const isHeard = async (what: 'questions' | 'registry', by: PageNews[], count: number) => {
      await until(`${what} are heard of`, () => by.filter((one) => one[what]).length >= count)
    }
    ask('other')
    await isHeard('questions', heardByOwner, 1)
    await hub.admin.update('other', { description: 'elsewhere' })
    await isHeard('registry', heardByOwner, 1)
    ask('main')
    await isHeard('questions', heardByOwner, 2)
    await isHeard('questions', heard, 1)
    const before = heardByOwner.filter((one) => one.registry).length
    await hub.admin.update('main', { description: 'here' })
    await isHeard('registry', heardByOwner, before + 1)
    await isHeard('registry', heard, 1)
    const told = heard.flatMap((one) => [
      ...(one.questions ? ['questions'] : []),
      ...(one.registry ? ['registry'] : []),
      ...one.vaults.filter((id) => id !== 'main'),
    ])
    expect(told).toEqual(['questions', 'registry'])
    for (const stop of stops) stop()
  }))

test('a question about a vault that is not a person’s own is not there for them', () =>
  withPage({ main: files, other: {} }, async ({ token, enter, callAs, questions }) => {
    const inside = await enter(await token({ person: true, name: 'phone', vaults: ['main'] }))
    questions.open({
      ...{ subject: 's', call: 'c', actor: 'client test', vault: 'other', tool: 'delete_note' },
      ...{ text: 'Allow?', always: 'every delete_note' },
    })
    const [asked] = questions.list()
    const answer = async (id: string) =>
      (await callAs(inside, 'answer_question', { question_id: id, answer: 'once' })).error
    const unknown = await answer('0123456789')
    expect(unknown.code).toBe('NOT_FOUND')
    expect(JSON.stringify(await answer(asked!.id)).replaceAll(asked!.id, '0123456789')).toBe(
      JSON.stringify(unknown),
    )
    expect(questions.list()).toHaveLength(1)
  }))

test('a browser follows as many pages as a person can have open, and another one once one is closed', () =>
  withPage({ main: files }, async ({ newKey, enter, news, send }) => {
    const inside = await enter(newKey())
    const stops: (() => void)[] = []
    for (let page = 0; page < 30; page++) stops.push(await news(inside, () => undefined))
    const headers = { cookie: inside.cookie, 'sec-fetch-site': 'same-origin' }
    const more = async () => (await send('GET', inside.at('news'), { headers })).status
    expect(await more()).toBe(429)
    const other = await enter(newKey())
    stops.push(await news(other, () => undefined))
    stops[0]?.()
    await until('the closed page is not counted', async () => {
      try {
        stops.push(await news(inside, () => undefined))
        return true
      } catch {
        return false
      }
    })
    for (const stop of stops) stop()
  }))

test('a person answers what agents of any process ask, once', () =>
  withPage({ main: files, other: {} }, async ({ newKey, enter, callAs, questions }) => {
    const asked = { subject: 's', call: 'c', actor: 'client claude', vault: 'main', tool: 'delete_note' }
    questions.open({ ...asked, text: 'Allow?', always: null })
    const inside = await enter(newKey())
    const { result } = await callAs(inside, 'list_questions')
    expect(result.questions).toMatchObject([
      { vault_id: 'main', tool: 'delete_note', actor: 'client claude' },
    ])
    const args = { question_id: result.questions[0].question_id, answer: 'once' }
    expect(await callAs(inside, 'answer_question', args)).toMatchObject({
      kind: 'done',
      result: { answer: 'once', tool: 'delete_note' },
    })
    expect(await callAs(inside, 'answer_question', args)).toMatchObject({
      kind: 'failed',
      error: { code: 'NOT_FOUND' },
    })
    expect(questions.take(asked)).toBe('once')
  }))

test('a person’s token lets into the page until it is revoked, with its own limits; an agent’s never', () =>
  withPage({ main: files, other: { 'c.md': '# C\n' } }, async (page) => {
    const { token, enter, callAs, post, book, send, news } = page
    expect((await post('/ui/enter', { key: await token() })).status).toBe(401)
    const inside = await enter(await token({ person: true, name: 'phone', vaults: ['main'], readOnly: true }))
    expect(await callAs(inside, 'get_note', { identifier: 'a.md' })).toMatchObject({ kind: 'done' })
    for (const [tool, args] of [
      ['get_note', { identifier: 'c.md', vault_id: 'other' }],
      ['append_to_note', { identifier: 'a.md', content: 'x' }],
      ['undo_changes', { since: '1d' }],
      ['create_token', { name: 'more' }],
      ['list_tokens', {}],
    ] as const)
      expect(await callAs(inside, tool, args)).toMatchObject({ kind: 'failed' })
    const rights = { headers: { 'sec-fetch-site': 'same-origin', cookie: inside.cookie } }
    expect((await send('GET', inside.at('rights'), rights)).json).toMatchObject({
      may_write: false,
      calls: expect.not.arrayContaining(['append_to_note']),
    })
    const stream = send('GET', inside.at('news'), rights)
    await news(inside, () => undefined)
    await book.revoke('phone')
    expect((await stream).status).toBe(200)
    expect((await post(inside.at('call'), { tool: 'list_vaults', args: {} }, inside.cookie)).status).toBe(401)
    const whole = await enter(await token({ person: true, name: 'tablet' }))
    const all = { headers: { 'sec-fetch-site': 'same-origin', cookie: whole.cookie } }
    expect((await send('GET', whole.at('rights'), all)).json).toMatchObject({ may_write: true })
    expect((await send('GET', inside.at('rights'))).status).toBe(401)
    await callAs(whole, 'append_to_note', { identifier: 'a.md', content: 'x' })
    const { result } = await callAs(whole, 'list_changes', {})
    expect(result.changes).toMatchObject([{ actor: 'person tablet' }])
  }))

test('who is refused at the door, or a call, is told what a person can do', () =>
  withPage({ main: {} }, async ({ enter, newKey, post, callAs, token }) => {
    const { json } = await post('/ui/enter', { key: await token() })
    expect(json.error.message).toMatch(/flint token create NAME --person: one for an agent does not/)
    expect(json.error.message).not.toContain('`')
    const { error } = await callAs(await enter(newKey()), 'no_such_call')
    expect(error.message).toMatch(/^This page may not do that/)
  }))

test('who comes with one token pushes out the first of that token, and nobody else', () =>
  withPage({ main: files }, async ({ token, enter, newKey, post }) => {
    const guest = await token({ person: true, name: 'guest', vaults: ['main'], folder: 'pictures' })
    const boss = await enter(await token({ person: true, name: 'boss' }))
    const byKey = await enter(newKey())
    const first = await enter(guest)
    for (let more = 0; more < 100; more++) await enter(guest)
    const statusOf = async ({ at, cookie }: Inside) =>
      (await post(at('call'), { tool: 'list_vaults', args: {} }, cookie)).status
    expect([await statusOf(boss), await statusOf(byKey), await statusOf(first)]).toEqual([200, 200, 401])
  }))

test('a session may do what its token says by now', () =>
  withPage({ main: files }, async ({ token, enter, callAs, hub, news, send, read }) => {
    const inside = await enter(await token({ person: true, name: 'phone' }))
    const append = async () => await callAs(inside, 'append_to_note', { identifier: 'a.md', content: 'x' })
    expect(await append()).toMatchObject({ kind: 'done' })
    const written = await read('a.md')
    const headers = { 'sec-fetch-site': 'same-origin', cookie: inside.cookie }
    const stream = send('GET', inside.at('news'), { headers })
    await news(inside, () => undefined)
    const change = async (to: Partial<AccessToken>) => {
      await fileTokens(hub.configFolder).change((kept) => ({
        ...kept,
        tokens: kept.tokens.map((one) => ({ ...one, ...to })),
      }))
    }
    await change({ readOnly: true })
    expect(await append()).toMatchObject({ kind: 'failed', error: { code: 'PERMISSION_DENIED' } })
    expect(await read('a.md')).toBe(written)
    // The browser asks for news anew, with the rights that there are now.
    expect((await stream).status).toBe(200)
    await change({ readOnly: false, folder: 'pictures' })
    expect(await append()).toMatchObject({ kind: 'failed', error: { code: 'PERMISSION_DENIED' } })
    await change({ person: false })
    await expect(news(inside, () => undefined)).rejects.toThrow('401')
  }))
