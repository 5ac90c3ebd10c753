import { expect, test } from 'vitest'
import { usualTags } from '../../src/model/tag-style.ts'
import { textJobs, type Given, type JobName } from '../../src/text-work/text-jobs.ts'
import { TextWork } from '../../src/text-work/text-work.ts'
import { lines } from '../support/lines.ts'
import { sharing } from '../support/sharing.ts'

const head = lines('---', 'title: Long', 'tags: [one, two]', 'updated: 2026-01-01', '---', '# Long', '')
const section = lines(
  '## Plan',
  '',
  'See [[Home#Top|home]] and [[#Plan]] #three',
  '- [ ] task',
  '',
  '[ref]: other.md',
  '',
)
const filler = lines(
  '## Rest',
  '',
  ...Array.from({ length: 4_000 }, (_, at) => `Line ${at} with [[note ${at}]] #tag${at}.`),
)
const long = head + section + filler
const inbox = lines(
  '# Inbox',
  '',
  '- 2026-01-01 10:00 one',
  ...Array.from({ length: 9_000 }, (_, at) => `- item ${at}`),
)

const named = { path: 'a.md', header: 'Plan' }
const ingested: Given<'renderIngested'> = {
  facts: {
    title: 'Long',
    origin: { kind: 'url', url: 'https://example.org/' },
    draft: {
      title: 'Long',
      author: null,
      date: null,
      site: null,
      description: null,
      language: null,
      warnings: [],
      pages: null,
    },
    today: '2026-01-01',
    tagStyle: usualTags,
    summary: 'Short.',
    keyPoints: null,
  },
  path: 'resources/long.md',
}
const given: { readonly [Name in JobName]: Given<Name> } = {
  addDefinitions: { definitions: ['[more]: x.md'] },
  addMissingTags: { tags: ['four'], tagStyle: usualTags },
  addInboxItem: { item: '- 2026-01-02 10:00 two' },
  addNamedTask: { ...named, task: 'another' },
  aimLinks: { path: 'a.md', target: 'Home', to: 'House.md' },
  analyzeText: { today: '2026-02-01', most: 5 },
  appendToEnd: { content: 'More.', heading: null },
  appendToSection: { ...named, content: 'More.', heading: null },
  changeTags: { add: ['four'], remove: ['three'] },
  completeShownTask: { line: 1, text: 'task', isAsShown: false, wish: 'done' },
  completeTask: { path: 'a.md', line: 11, text: 'task', wish: 'done' },
  leaveSection: { path: 'a.md', heading: 1, left: 'See [[New]]', to: 'new.md' },
  listSaidLinks: { path: 'a.md' },
  listUnwritten: { states: 'plan=made:000000000000' },
  mergeOwnSections: { states: null, sections: [{ name: 'Source', body: 'x', isGiven: false }] },
  mergeNoteOrCanvas: {
    path: 'a.md',
    base: long.replace('Line 7 ', 'Line seven '),
    theirs: long.replace('Line 7 ', 'Line seven ').replace('Line 900 ', 'Theirs '),
    marks: { ours: 'ours', theirs: 'theirs', size: 7 },
  },
  noteFacts: {},
  readFrontmatter: null,
  readInbox: null,
  readIngested: { tags: ['one', '#four'], tagStyle: usualTags },
  readNamedSection: named,
  readOwnNames: null,
  readSectionToMove: named,
  readTaskAt: { line: 11 },
  removeInboxItems: { items: textJobs.readInbox(inbox, null).slice(0, 1) },
  renameTagInText: { from: 'one', to: 'uno', tagStyle: usualTags },
  renderIngested: ingested,
  renderSections: ingested,
  replaceNamedSection: { ...named, content: 'New.' },
  replacePassages: { path: 'a.md', passages: [{ old: 'Line 7 with', new: 'Seven:', all: false }] },
  retitle: { title: 'Longer', isFileCalledSo: false },
  rewriteSaidLinks: {
    path: 'a.md',
    changes: [
      JSON.stringify([
        {
          form: 'wikilink',
          target: 'Home',
          heading: 'Top',
          block: null,
          change: { targets: ['House'], heading: null },
        },
      ]),
    ],
  },
  setProperties: { changes: { status: 'done' } },
  touch: new Date('2026-03-01T12:00:00Z'),
}

function isJob(name: string): name is JobName {
  return Object.hasOwn(textJobs, name)
}

async function withTextWork(use: (work: TextWork) => Promise<void>): Promise<void> {
  const work = new TextWork()
  try {
    await use(work)
  } finally {
    await work.close()
  }
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it ties what a job is given to its name
async function expectSame<Name extends JobName>(work: TextWork, name: Name, text: string): Promise<void> {
  const wanted: Given<Name> = given[name]
  expect(await work.run(name, text, wanted)).toEqual(textJobs[name](text, wanted))
}

sharing(withTextWork).for(Object.keys(textJobs).filter(isJob))(
  '%s gives for a long text what it gives here',
  async (name, { shared: work }) => {
    const text = name.includes('Inbox') ? inbox : long
    expect(text.length).toBeGreaterThan(100_000)
    await expectSame(work, name, text)
  },
)

test('an error that was expected comes back as what it is, and the next job is done', () =>
  withTextWork(async (work) => {
    const missing = work.run('readNamedSection', long, { path: 'a.md', header: 'Nowhere' })
    const found = work.run('readNamedSection', long, named)
    await expect(missing).rejects.toMatchObject({
      code: 'SECTION_NOT_FOUND',
      facts: { path: 'a.md', headings: ['Long', 'Plan', 'Rest'] },
    })
    expect((await found).line).toBe(8)
  }))

test('what is short is worked on before what is long and was given earlier', () =>
  withTextWork(async (work) => {
    const order: string[] = []
    await Promise.all([
      work.run('noteFacts', long, {}).then(() => order.push('long')),
      work.run('mergeNoteOrCanvas', '', given.mergeNoteOrCanvas).then(() => order.push('long')),
      work.run('noteFacts', '# Short', {}).then(() => order.push('short')),
    ])
    expect(order).toEqual(['short', 'long', 'long'])
  }))

test('what was ended begins anew when it is given more', () =>
  withTextWork(async (work) => {
    await work.run('noteFacts', long, {})
    await work.close()
    expect((await work.run('noteFacts', long, {})).counts.headings).toBe(3)
  }))
