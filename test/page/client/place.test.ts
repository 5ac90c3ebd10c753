import { expect, test } from 'vitest'
import { addressOf, placeOf } from '../../../src/page/client/state/place.ts'

const at = (address: string) => placeOf(new URL(address, 'http://127.0.0.1'))

test('every place has an address that leads back to it', () => {
  const addresses = [
    '/ui',
    '/ui?vault=work',
    '/ui/search?q=tag%3Ax+%C3%A4&vault=work&type=note&tag=a%2Fb&since=7d',
    '/ui/note/work/plans/Ger%C3%A4te%20%231.md',
    '/ui/note/work/a.md?part=history',
    '/ui/activity?vault=work&actor=claude-code&since=2026-11-05',
    '/ui/change/work/c12',
    '/ui/graph/work?note=a%2Fb.md&depth=2&colour=age',
    '/ui/health/work',
    '/ui/settings',
  ]
  expect(addresses.map((address) => addressOf(at(address)))).toEqual(addresses)
})

test('a list without a vault is of all vaults', () => {
  expect(at('/ui')).toEqual({ view: 'today', vault: '*' })
  expect(at('/ui/health')).toEqual({ view: 'health', vault: '*' })
})

test('an address of a note that names none is the one of its vault', () => {
  for (const address of ['/ui/note/work', '/ui/note/work/'])
    expect(at(address)).toEqual({ view: 'today', vault: 'work' })
  expect(at('/ui/note')).toEqual({ view: 'today', vault: '*' })
})

test('what is no view, no depth and no escape is read all the same', () => {
  expect(at('/ui/nothing')).toEqual({ view: 'nowhere' })
  expect(at('/ui/graph/work?depth=9&colour=x')).toMatchObject({ depth: 1, colour: 'folder' })
  expect(placeOf({ pathname: '/ui/note/work/100%.md', searchParams: new URLSearchParams() })).toMatchObject({
    path: '100%.md',
  })
})
