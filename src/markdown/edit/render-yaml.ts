import { isRecord } from '../../model/is-record.ts'
import { VaultError } from '../../model/vault-error.ts'
import { beginning } from '../../model/whole-characters.ts'

export type QuoteStyle = 'plain' | 'single' | 'double'

/**
 * A value on one line, lists and maps in brackets; what stands in brackets itself has commas and brackets in quotes.
 *
 *     renderInline(['a', 'b: c'])   // [a, "b: c"]
 */
export function renderInline(value: unknown, isInFlow = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => renderInline(item, true)).join(', ')}]`
  if (isRecord(value)) {
    const pairs = Object.entries(value).map(([key, item]) => `${renderKey(key)}: ${renderInline(item, true)}`)
    return `{${pairs.join(', ')}}`
  }
  return renderScalar(value, isInFlow)
}

/** A list or map as lines with this indentation; an empty one, or a scalar, has no lines. */
export function renderBlock(value: unknown, indent: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, indent))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => entryLines(key, item, indent))
}

/** The lines of `key: value`: a short list of scalars in brackets, other lists and maps below their key. */
export function entryLines(key: string, value: unknown, indent: string): readonly string[] {
  const head = `${indent}${renderKey(key)}:`
  if (value === null) return [head]
  if (isInlineValue(value)) return [`${head} ${renderInline(value)}`]
  return [head, ...renderBlock(value, `${indent}  `)]
}

function itemLines(item: unknown, indent: string): readonly string[] {
  if (isInlineValue(item)) return [`${indent}- ${renderInline(item)}`]
  const [first = '', ...rest] = renderBlock(item, `${indent}  `)
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest]
}

const longestInline = 80

function isInlineValue(value: unknown): boolean {
  if (Array.isArray(value)) {
    return (
      value.every((item) => typeof item !== 'object' || item === null) &&
      renderInline(value).length <= longestInline
    )
  }
  return !isRecord(value) || Object.keys(value).length === 0
}

/** A key as it is written. Fails with VALIDATION_FAILED for one that no reader of YAML would take for a key. */
export function renderKey(key: string): string {
  const written = /[:#]/.test(key) ? quoteDouble(key) : renderString(key, true, 'plain')
  if (written.length <= longestKey) return written
  throw new VaultError(
    'VALIDATION_FAILED',
    `A key of frontmatter has at most ${longestKey} characters as it is written; "${beginning(key, 40)}…" has ${written.length}.`,
    { most_characters: longestKey, hint: 'Give it a shorter name, and the text as its value.' },
  )
}

// YAML's own limit.
const longestKey = 1_024

function renderScalar(value: unknown, isInFlow: boolean): string {
  if (typeof value === 'string') return renderString(value, isInFlow, 'plain')
  return value === null || value === undefined ? 'null' : JSON.stringify(value)
}

/** A string in this style, or in double quotes where the style cannot hold it. */
export function renderString(text: string, isInFlow: boolean, style: QuoteStyle): string {
  if (style === 'double' || hasUnprintable.test(text)) return quoteDouble(text)
  if (style === 'single') return `'${text.replaceAll("'", "''")}'`
  return isPlain(text, isInFlow) ? text : quoteDouble(text)
}

// Line breaks, tabs and whatever some version of YAML calls unprintable or a line break.
const hasUnprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u

/**
 * True where the text needs no quotes because every YAML reader takes it for this string. Dates and times stay plain:
 * readers that know dates read them as dates.
 */
function isPlain(text: string, isInFlow: boolean): boolean {
  if (text === '' || text.trim() !== text) return false
  if (/^[-?:,[\]{}#&*!|>'"%@`=<~.]/.test(text) || /:(?:\s|$)|\s#/.test(text)) return false
  if (isInFlow && /[,[\]{}]|:$/.test(text)) return false
  if (isDate.test(text)) return true
  return !readsAsOther.test(text)
}

const isDate =
  /^\d{4}-\d\d-\d\d(?:(?:[Tt]|[ \t]+)\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?))?)?$/

/** Words and numbers of YAML 1.1 and 1.2, among them base-60 numbers such as `12:30`. */
const readsAsOther =
  /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|\.(?:[0-9_]+(?:e[-+]?[0-9]+)?|inf|nan)))$/i

function quoteDouble(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
