import { fileNameOf, folderOf, isInside, pathIn } from '../model/note-path.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import type { KnownContent } from '../files/at-rest.ts'
import { findSpellings } from '../files/find-spellings.ts'
import type { PathState } from '../files/look-at-path.ts'

/** What a plan asks of the disk. */
export interface Disk {
  look(path: string, known?: KnownContent): Promise<PathState>
  names(folder: string): Promise<readonly string[]>
}

/** What differs from the disk since the last move of a folder. */
interface Layer {
  readonly states: Map<string, PathState>
  /** Names that a plan has touched, by folder and key. */
  readonly names: Map<string, Set<string>>
  /** The move with which the layer began. */
  readonly move: { readonly from: string; readonly to: string } | null
}

/** The vault as the steps of a plan so far would leave it. Changes nothing, and asks the disk once about each path. */
export class PlannedFiles {
  readonly #disk: Disk
  readonly #layers: [Layer, ...Layer[]] = [newLayer(null)]
  readonly #looked = new Map<string, Promise<PathState>>()
  readonly #listed = new Map<string, Promise<ReadonlyMap<string, readonly string[]>>>()

  constructor(disk: Disk) {
    this.#disk = disk
  }

  set(path: string, state: PathState): void {
    const [{ states, names }] = this.#layers
    states.set(path, state)
    const known = names.get(twinKey(path)) ?? new Set()
    names.set(twinKey(path), known.add(fileNameOf(path)))
  }

  /** From here on everything below `from` is found below `to`. */
  moveFolder(from: string, to: string): void {
    this.#layers.unshift(newLayer({ from, to }))
    this.set(from, { kind: 'nothing' })
    this.set(to, { kind: 'folder' })
  }

  /** Does some more planning. Unless that goes well, everything is as it was before. */
  async attempt(plan: () => Promise<boolean>): Promise<void> {
    const before = this.#layers.length
    this.#layers.unshift(newLayer(null))
    if (!(await plan())) this.#layers.splice(0, this.#layers.length - before)
    else this.#joinNewest(before)
  }

  /** Without a folder moved meanwhile there need not be a layer for each attempt. */
  #joinNewest(before: number): void {
    const [newest, below] = this.#layers
    if (below === undefined || this.#layers.length !== before + 1) return
    for (const [path, state] of newest.states) below.states.set(path, state)
    for (const [key, names] of newest.names)
      below.names.set(key, new Set([...(below.names.get(key) ?? []), ...names]))
    this.#layers.shift()
  }

  /** Where on disk a file lies that no step but moves of folders has touched; null for any other. */
  placeOnDisk(path: string): string | null {
    let current = path
    for (const { states, move } of this.#layers) {
      const before = states.has(current) ? null : pathBefore(current, move)
      if (before === null) return null
      current = before
    }
    return current
  }

  /** `expected` is what a file that has not been looked at yet should hold. */
  async look(path: string, expected?: KnownContent): Promise<PathState> {
    let current = path
    for (const { states, move } of this.#layers) {
      const state = states.get(current)
      if (state !== undefined) return state
      const before = pathBefore(current, move)
      if (before === null) return { kind: 'nothing' }
      current = before
    }
    const known = this.#looked.get(current) ?? this.#disk.look(current, expected)
    this.#looked.set(current, known)
    return await known
  }

  /** What is there under a path that differs at most in case or accents, in the names of folders as well. */
  async twins(path: string): Promise<readonly string[]> {
    const twins: string[] = []
    for (const other of await findSpellings(path, (folder, name) => this.#namesLike(folder, name)))
      if ((await this.look(other)).kind !== 'nothing') twins.push(other)
    return twins
  }

  /** Every path that the plan has touched, and where it is now. */
  touched(): readonly string[] {
    const paths = new Set<string>()
    this.#layers.forEach((layer, index) => {
      const later = this.#layers.slice(0, index).reverse()
      for (const path of layer.states.keys()) {
        paths.add(later.reduce((at, { move }) => pathAfter(at, move), path))
      }
    })
    return [...paths]
  }

  /** Names in a folder, some of which may be there no more. */
  async #namesLike(within: string, name: string): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    let folder: string | null = within
    for (const layer of this.#layers) {
      for (const known of layer.names.get(twinKey(pathIn(folder, name))) ?? []) names.add(known)
      folder = folder === '' ? '' : pathBefore(folder, layer.move)
      if (folder === null) break
    }
    if (folder !== null) {
      for (const listed of (await this.#list(folder)).get(normalizeKey(name)) ?? []) names.add(listed)
    }
    return names
  }

  async #list(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const known =
      this.#listed.get(folder) ?? this.#disk.names(folder).then((names) => Map.groupBy(names, normalizeKey))
    this.#listed.set(folder, known)
    return await known
  }
}

function newLayer(move: Layer['move']): Layer {
  return { states: new Map(), names: new Map(), move }
}

/** Where something was before a folder was moved; null where nothing of before can be there. */
function pathBefore(path: string, move: Layer['move']): string | null {
  if (move === null) return path
  if (isInside(path, move.to)) return move.from + path.slice(move.to.length)
  return isInside(path, move.from) ? null : path
}

function pathAfter(path: string, move: Layer['move']): string {
  return move !== null && isInside(path, move.from) ? move.to + path.slice(move.from.length) : path
}

function twinKey(path: string): string {
  return pathIn(folderOf(path), normalizeKey(fileNameOf(path)))
}
