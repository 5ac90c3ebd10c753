import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, parseDocument, type Document, type YAMLMap } from 'yaml'
import { isRecord } from '../model/is-record.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Changes in a YAML text what differs between `before` and `after`, and nothing else: comments, key order and quoting
 * stay. `before` is what the text says, with or without defaults.
 */
export function editYaml(text: string, before: Values, after: Values): string {
  const lineEnding = text.includes('\r\n') ? '\r\n' : '\n'
  const document: Document = parseDocument(text.replaceAll('\r\n', '\n'))
  const [error] = document.errors
  if (error !== undefined) throw error
  // An empty document, and one that is but a comment, holds null.
  if (document.contents === null || (isScalar(document.contents) && document.contents.value === null)) {
    const { commentBefore } = document.contents ?? {}
    document.contents = document.createNode({})
    if (commentBefore) document.contents.commentBefore = commentBefore
  }
  if (!isMap(document.contents)) throw new TypeError('Only a YAML mapping can be edited.')
  editMap(document, document.contents, before, after)
  return document.toString({ lineWidth: 0 }).replaceAll('\n', lineEnding)
}

function editMap(document: Document, map: YAMLMap, before: Values, after: Values): void {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) map.items = map.items.filter((pair) => !isKey(pair.key, key))
  }
  for (const [key, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    if (isDeepStrictEqual(old, value)) continue
    const node = findPair(map, key)?.value
    if (isMap(node) && isRecord(old) && isRecord(value)) editMap(document, node, old, value)
    else setKey(document, map, key, value)
  }
}

function setKey(document: Document, map: YAMLMap, key: string, value: unknown): void {
  const pair = findPair(map, key)
  if (pair !== undefined && isScalar(pair.value) && !isRecord(value) && !Array.isArray(value)) {
    // The scalar node stays, and with it its quotes and the comment after it.
    pair.value.value = value
    return
  }
  const node = document.createNode(value)
  if (pair !== undefined) {
    pair.value = node
    return
  }
  // `vaults: {}` becomes a block when it gets its first entry.
  if (map.items.length === 0) map.flow = false
  map.add(document.createPair(key, node))
}

function findPair(map: YAMLMap, key: string): YAMLMap['items'][number] | undefined {
  return map.items.find((pair) => isKey(pair.key, key))
}

/** `2024:` is a number to YAML and the text `2024` to us. */
function isKey(node: unknown, key: string): boolean {
  return String(isScalar(node) ? node.value : node) === key
}
