import { VaultError } from '../../model/vault-error.ts'
import { plainText, zkHelpers, type HelperProblem } from './zk-template-helpers.ts'
import { isObject } from '../../model/is-record.ts'

export interface ZkTemplateInput {
  /** The file or setting of the template, for messages. */
  readonly name: string
  /** The values that the template can name: `title`, `content`, `now` and so on. */
  readonly values: Readonly<Record<string, unknown>>
  /** That of the notebook, which `slug` follows; English where it is left out. */
  readonly language?: string | undefined
}

export interface RenderedTemplate {
  readonly text: string
  /** The values that the template has named. */
  readonly used: ReadonlySet<string>
  readonly warnings: readonly string[]
}

// A note's template takes a few dozen steps and writes a few pages, besides its content.
const mostSourceCharacters = 64_000
// Handlebars takes quadratic time to parse what is nested or repeated a thousand times.
const mostExpressions = 1_000
const mostParentheses = 200
const mostSteps = 20_000
const mostDepth = 50
const mostWritten = 1_000_000

/**
 * Fills in a Handlebars template with zk's helpers. Handlebars only parses it; the tree is interpreted here, so that no
 * file of the vault becomes code, values are reached by their own keys alone, and every step is counted. Partials,
 * decorators and `sh` are refused. Fails with ZK_ERROR that names the template and its line.
 */
export async function renderZkTemplate(source: string, input: ZkTemplateInput): Promise<RenderedTemplate> {
  const tooMuch = excessOf(source)
  if (tooMuch !== null) throw problem(input.name, 1, tooMuch)
  const { default: handlebars } = await import('handlebars')
  let program
  try {
    program = handlebars.parse(source)
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    const [, line = '1'] = /line (\d+)/.exec(said) ?? []
    const open = said.endsWith("got 'EOF'") ? lineOfOpenBlock(source) : null
    throw problem(input.name, open ?? Number(line), 'it is not valid Handlebars', error)
  }
  return new Walk(input).run(program)
}

/** The line of the block that nothing closes, which the parser only misses at the end; null where there is none. */
function lineOfOpenBlock(source: string): number | null {
  const open: number[] = []
  for (const { index, 1: sign } of source.matchAll(/\{\{~?\s*(#|\/|\^(?=\s*[^\s~}]))/g)) {
    if (sign === '/') open.pop()
    else open.push(index)
  }
  const last = open.at(-1)
  return last === undefined ? null : source.slice(0, last).split('\n').length
}

function excessOf(source: string): string | null {
  if (source.length > mostSourceCharacters) return 'it is longer than 64,000 characters'
  const expressions = source.match(/\{\{[^{}]*/g) ?? []
  if (expressions.length > mostExpressions) return 'it has more than 1,000 expressions'
  const parentheses = expressions.reduce((sum, text) => sum + (text.match(/\(/g)?.length ?? 0), 0)
  return parentheses > mostParentheses ? 'its expressions are nested too deep' : null
}

interface Frame {
  readonly value: unknown
  readonly outer: Frame | null
  /** `@index`, `@key`, `@first`, `@last`. */
  readonly data: Readonly<Record<string, unknown>>
}

class Walk {
  readonly #name: string
  readonly #values: Readonly<Record<string, unknown>>
  readonly #used = new Set<string>()
  readonly #warnings = new Set<string>()
  readonly #language: string | undefined
  readonly #most: number
  #steps = 0
  #written = 0

  constructor({ name, values, language }: ZkTemplateInput) {
    this.#name = name
    this.#values = values
    this.#language = language
    this.#most = mostWritten + 8 * plainText(values['content']).length
  }

  run(program: hbs.AST.Program): RenderedTemplate {
    try {
      const text = this.#program(program, { value: this.#values, outer: null, data: {} }, 0)
      return { text, used: this.#used, warnings: [...this.#warnings] }
    } catch (error) {
      // Thousands of nested parentheses.
      if (error instanceof RangeError) throw this.#problem(program, 'it is nested too deep')
      throw error
    }
  }

  #program(program: hbs.AST.Program | undefined, frame: Frame, depth: number): string {
    if (program === undefined) return ''
    if (depth > mostDepth) throw this.#problem(program, 'its blocks are nested too deep')
    return program.body.map((statement) => this.#statement(statement, frame, depth)).join('')
  }

  #statement(node: hbs.AST.Statement, frame: Frame, depth: number): string {
    this.#step(node)
    if (is(node, 'ContentStatement')) return this.#counted(node, node.value)
    if (is(node, 'MustacheStatement')) {
      const value = is(node.path, 'PathExpression')
        ? this.#call(node, node.path, node.params, frame)
        : this.#evaluate(node.path, frame)
      return this.#counted(node, plainText(value))
    }
    if (is(node, 'BlockStatement')) return this.#block(node, frame, depth)
    if (node.type === 'CommentStatement') return ''
    throw this.#problem(node, 'partials and decorators are not read')
  }

  /** Calls the helper of this name if there is one, else returns the value. */
  #call(
    node: hbs.AST.Node,
    path: hbs.AST.PathExpression,
    params: readonly hbs.AST.Expression[],
    frame: Frame,
    body?: () => string,
  ): unknown {
    this.#refusePrograms(path)
    const helper = isSimple(path) ? zkHelpers.get(path.original) : undefined
    if (helper === undefined) {
      if (params.length === 0) return this.#lookUp(path, frame)
      const known = [...zkHelpers.keys()].join(', ')
      throw this.#problem(node, `it calls \`${path.original}\`; flint knows ${known}`)
    }
    const values = params.map((param) => this.#evaluate(param, frame))
    for (const value of values) if (typeof value === 'string') this.#counted(node, value)
    const result = helper({ params: values, body, now: this.#values['now'], language: this.#language })
    if (isProblem(result)) throw this.#problem(node, result.problem)
    return result
  }

  #block(node: hbs.AST.BlockStatement, frame: Frame, depth: number): string {
    const { path, params } = node
    const first = () => (params[0] === undefined ? undefined : this.#evaluate(params[0], frame))
    const inside = (value: unknown, data = frame.data) =>
      this.#program(node.program, { value, outer: frame, data }, depth + 1)
    const same = () => this.#program(node.program, frame, depth + 1)
    const otherwise = () => this.#program(node.inverse, frame, depth + 1)
    this.#refusePrograms(path)
    switch (path.original) {
      case 'if':
        return isEmpty(first()) ? otherwise() : same()
      case 'unless':
        return isEmpty(first()) ? same() : otherwise()
      case 'equal': {
        const [left, right] = params.map((param) => plainText(this.#evaluate(param, frame)))
        return left === right ? same() : otherwise()
      }
      case 'with': {
        const value = first()
        return isEmpty(value) ? otherwise() : inside(value)
      }
      case 'each':
        return this.#each(first(), inside, otherwise)
      default: {
        if (isSimple(path) && (zkHelpers.has(path.original) || params.length > 0))
          return plainText(this.#call(node, path, params, frame, same))
        const value = this.#lookUp(path, frame)
        if (isEmpty(value)) return otherwise()
        if (Array.isArray(value)) return this.#each(value, inside, otherwise)
        return value === true ? same() : inside(value)
      }
    }
  }

  #each(
    value: unknown,
    inside: (value: unknown, data: Readonly<Record<string, unknown>>) => string,
    otherwise: () => string,
  ): string {
    const entries = isObject(value) ? Object.entries(value) : []
    if (entries.length === 0) return otherwise()
    return entries
      .map(([key, item], index) =>
        inside(item, { index, key, first: index === 0, last: index === entries.length - 1 }),
      )
      .join('')
  }

  #evaluate(node: hbs.AST.Expression, frame: Frame): unknown {
    this.#step(node)
    if (is(node, 'PathExpression')) return this.#call(node, node, [], frame)
    if (is(node, 'SubExpression')) return this.#call(node, node.path, node.params, frame)
    if (is(node, 'StringLiteral', 'NumberLiteral', 'BooleanLiteral')) return node.value
    return undefined
  }

  #refusePrograms(path: hbs.AST.PathExpression): void {
    if (path.original === 'sh' || path.original === 'shell')
      throw this.#problem(path, 'it runs a program with `sh`, and flint never does')
  }

  #lookUp(path: hbs.AST.PathExpression, frame: Frame): unknown {
    let at: Frame | null = frame
    for (let depth = 0; depth < path.depth; depth += 1) at = at?.outer ?? null
    const [first = ''] = path.parts
    if (path.data) return own(at?.data, first)
    if (at?.value === this.#values && first !== '') this.#note(first)
    return path.parts.reduce<unknown>(own, at?.value)
  }

  #note(name: string): void {
    this.#used.add(name)
    if (name === 'env')
      this.#warnings.add(`${this.#name} names \`env\`: environment variables are not put into notes.`)
    else if (!Object.hasOwn(this.#values, name))
      this.#warnings.add(`${this.#name} names \`${name}\`, which is not known and left empty.`)
  }

  #step(node: hbs.AST.Node): void {
    this.#steps += 1
    if (this.#steps > mostSteps) throw this.#problem(node, 'it takes too many steps')
  }

  #counted(node: hbs.AST.Node, text: string): string {
    this.#written += text.length
    if (this.#written > this.#most) throw this.#problem(node, 'it writes too much')
    return text
  }

  #problem(node: hbs.AST.Node, reason: string): VaultError {
    return problem(this.#name, node.loc.start.line, reason)
  }
}

function problem(name: string, line: number, reason: string, cause?: unknown): VaultError {
  return new VaultError(
    'ZK_ERROR',
    `The template ${name} cannot be used: ${reason} (line ${line}).`,
    { template: name, line, hint: 'Correct the template, or call again with content and without template.' },
    { cause },
  )
}

function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0)
}

function isProblem(value: unknown): value is HelperProblem {
  return isObject(value) && 'problem' in value
}

function isSimple({ parts, depth, data }: hbs.AST.PathExpression): boolean {
  return parts.length === 1 && depth === 0 && !data
}

interface Nodes {
  readonly ContentStatement: hbs.AST.ContentStatement
  readonly MustacheStatement: hbs.AST.MustacheStatement
  readonly BlockStatement: hbs.AST.BlockStatement
  readonly PathExpression: hbs.AST.PathExpression
  readonly SubExpression: hbs.AST.SubExpression
  readonly StringLiteral: hbs.AST.StringLiteral
  readonly NumberLiteral: hbs.AST.NumberLiteral
  readonly BooleanLiteral: hbs.AST.BooleanLiteral
}

function is<Type extends keyof Nodes>(node: hbs.AST.Node, ...types: readonly Type[]): node is Nodes[Type] {
  return types.some((type) => type === node.type)
}
