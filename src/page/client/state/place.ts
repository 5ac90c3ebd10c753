import { decodePercent } from '../../../markdown/read/link-target.ts'
import { encodePath } from '../../render/page-address.ts'

/** Where the page is: its whole state, as the address bar has it. `vault` is an id, or `*` for all. */
export type Place =
  | { readonly view: 'today'; readonly vault: string }
  | SearchPlace
  | { readonly view: 'note'; readonly vault: string; readonly path: string; readonly part: NotePart }
  | { readonly view: 'activity'; readonly vault: string; readonly actor: string; readonly since: string }
  | { readonly view: 'change'; readonly vault: string; readonly id: string }
  /** A note as a change or a commit has left it. */
  | { readonly view: 'past'; readonly vault: string; readonly id: string; readonly path: string }
  | GraphPlace
  | { readonly view: 'health'; readonly vault: string }
  | { readonly view: 'settings' }
  | { readonly view: 'nowhere' }

export type View = Place['view']
export type PlaceOf<Name extends View> = Extract<Place, { view: Name }>

export const noteParts = ['read', 'edit', 'history'] as const
export type NotePart = (typeof noteParts)[number]

export interface SearchPlace {
  readonly view: 'search'
  readonly vault: string
  readonly query: string
  readonly type: string
  readonly tag: string
  /** A date or a span: 7d. */
  readonly since: string
}

export const graphColours = ['folder', 'type', 'age'] as const
export type GraphColour = (typeof graphColours)[number]

export interface GraphPlace {
  readonly view: 'graph'
  readonly vault: string
  /** The note in the middle; empty for the whole vault. */
  readonly note: string
  readonly depth: 1 | 2 | 3
  readonly colour: GraphColour
}

/**
 * The place of an address: `/ui/note/work/plans/2026.md`. The vault of a list is `*` where the address names none.
 *
 *     placeOf(new URL('http://x/ui/health/work'))   // { view: 'health', vault: 'work' }
 */
export function placeOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): Place {
  const [view = '', vault = '', ...rest] = pathname
    .replace(/^\/ui\/?/, '')
    .split('/')
    .map(decodePercent)
  const given = (name: string) => searchParams.get(name) ?? ''
  const scope = given('vault') === '' ? '*' : given('vault')
  switch (view) {
    case '':
      return { view: 'today', vault: scope }
    case 'search':
      return {
        view,
        vault: scope,
        query: given('q'),
        type: given('type'),
        tag: given('tag'),
        since: given('since'),
      }
    case 'note': {
      const path = rest.join('/')
      // A vault's own place, as somebody who shortens an address means it.
      if (path === '') return { view: 'today', vault: vault === '' ? '*' : vault }
      return {
        view,
        vault,
        path,
        part: noteParts.find((part) => part === given('part')) ?? 'read',
      }
    }
    case 'activity':
      return { view, vault: scope, actor: given('actor'), since: given('since') }
    case 'change':
      return { view, vault, id: rest.join('/') }
    case 'past':
      return { view, vault, id: rest[0] ?? '', path: rest.slice(1).join('/') }
    case 'graph': {
      const depth = given('depth')
      return {
        view,
        vault: vault === '' ? '*' : vault,
        note: given('note'),
        depth: depth === '3' ? 3 : depth === '2' ? 2 : 1,
        colour: graphColours.find((colour) => colour === given('colour')) ?? 'folder',
      }
    }
    case 'health':
      return { view, vault: vault === '' ? '*' : vault }
    case 'settings':
      return { view }
    default:
      return { view: 'nowhere' }
  }
}

/** The address of a place, without what goes without saying. */
export function addressOf(place: Place): string {
  switch (place.view) {
    case 'today':
      return withQuery('/ui', { vault: place.vault })
    case 'search': {
      const { vault, query: q, type, tag, since } = place
      return withQuery('/ui/search', { q, vault, type, tag, since })
    }
    case 'note':
      return withQuery(`/ui/note/${encodePath(place.vault)}/${encodePath(place.path)}`, {
        part: place.part === 'read' ? '' : place.part,
      })
    case 'activity':
      return withQuery('/ui/activity', { vault: place.vault, actor: place.actor, since: place.since })
    case 'change':
      return `/ui/change/${encodePath(place.vault)}/${encodePath(place.id)}`
    case 'past':
      return `/ui/past/${encodePath(place.vault)}/${encodePath(place.id)}/${encodePath(place.path)}`
    case 'graph': {
      const { vault, note, depth, colour } = place
      return withQuery(vault === '*' ? '/ui/graph' : `/ui/graph/${encodePath(vault)}`, {
        note,
        depth: depth === 1 ? '' : String(depth),
        colour: colour === 'folder' ? '' : colour,
      })
    }
    case 'health':
      return place.vault === '*' ? '/ui/health' : `/ui/health/${encodePath(place.vault)}`
    case 'settings':
      return '/ui/settings'
    case 'nowhere':
      return '/ui'
  }
}

export function noteAddress(vault: string, path: string): string {
  return addressOf({ view: 'note', vault, path, part: 'read' })
}

function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(
    ([name, value]) => value !== '' && !(name === 'vault' && value === '*'),
  )
  const query = new URLSearchParams(given).toString()
  return query === '' ? path : `${path}?${query}`
}
