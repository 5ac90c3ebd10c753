import { z } from 'zod'
import type { ErrorCode } from '../model/vault-error.ts'
import type { WriteOutcome } from '../changes/write-changes.ts'
import type { Awaitable } from '../model/awaitable.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { handlerInput } from '../call/common-input.ts'
import { freshnessShape } from '../call/asked-freshness.ts'
import { vaultMark } from '../call/common-output.ts'
import { readArguments } from '../call/read-arguments.ts'
import { runInVaults } from '../call/run-in-vaults.ts'
import type { ToolContext } from '../call/tool-context.ts'
import { defined } from '../model/defined.ts'
import type { Frozen } from '../call/define-tool.ts'
import type { DialectFacts, RequestedPage, Tool, ToolFacts } from '../call/tool.ts'
import { errorShape } from '../call/vault-error-content.ts'

interface Face<I extends z.ZodObject, O extends z.ZodObject> extends Pick<
  ToolFacts,
  'name' | 'title' | 'description' | 'maxBytes' | 'rest'
> {
  /** The tool of ours that does the same: toolset, annotations, time limit and error codes are its own. */
  readonly like: Tool
  /** That server's parameters, its name for the vault among them: a strict object. */
  readonly input: I
  readonly output: O
  /** Codes beside those of `like`. */
  readonly errors?: readonly ErrorCode[]
}

interface Spec<I extends z.ZodObject, O extends z.ZodObject> extends Face<I, O> {
  run(input: z.output<I>, vault: VaultContext, ctx: ToolContext): Promise<Frozen<z.output<O>>>
  /** What a call that must be confirmed would do. */
  preview?(input: z.output<I>, vault: VaultContext, ctx: ToolContext): Promise<string | object | null>
}

interface WritingSpec<I extends z.ZodObject, O extends z.ZodObject, W extends WriteOutcome> extends Face<
  I,
  O
> {
  /** Writes, or as a dry run tells what it would write. */
  write(input: z.output<I>, vault: VaultContext, dryRun: boolean): Promise<W>
  answer(
    written: W,
    input: z.output<I>,
    vault: VaultContext,
    ctx: ToolContext,
  ): Awaitable<Frozen<z.output<O>>>
}

interface EverywhereSpec<I extends z.ZodObject, O extends z.ZodObject> extends Spec<I, O> {
  /** The key of the list whose items say their vault. */
  readonly list: string
  /** The answers of all vaults as one; of one vault, too. */
  merge(parts: readonly Frozen<z.output<O>>[], input: z.output<I>): Frozen<z.output<O>>
}

/** A tool with another server's name, parameters, results and errors, in one vault. */
export function defineDialectTool<I extends z.ZodObject, O extends z.ZodObject>(
  dialect: DialectFacts,
  spec: Spec<I, O>,
): Tool {
  const { face, read } = build(dialect, spec)
  return {
    ...face,
    prepare(args) {
      const { input, options } = read(args)
      return {
        scope: 'vault',
        options,
        run: (vault, ctx) => spec.run(input, vault, ctx),
        preview: async (vault, ctx) => (await spec.preview?.(input, vault, ctx)) ?? null,
      }
    },
  }
}

/** A dialect's tool that writes itself: who must confirm is shown its dry run. */
export function defineWritingTool<I extends z.ZodObject, O extends z.ZodObject, W extends WriteOutcome>(
  dialect: DialectFacts,
  spec: WritingSpec<I, O, W>,
): Tool {
  return defineDialectTool(dialect, {
    ...spec,
    run: async (input, vault, ctx) => spec.answer(await spec.write(input, vault, false), input, vault, ctx),
    async preview(input, vault) {
      const { reports } = await spec.write(input, vault, true)
      return { dry_run: true, changes: reports.map(({ kind, path, diff }) => ({ kind, path, diff })) }
    },
  })
}

/** A dialect's tool that looks into all vaults where the call names none. */
export function defineEverywhereTool<I extends z.ZodObject, O extends z.ZodObject>(
  dialect: DialectFacts,
  spec: EverywhereSpec<I, O>,
): Tool {
  const { face, read } = build(dialect, spec)
  return {
    ...face,
    prepare(args) {
      const { input, options } = read(args)
      return {
        scope: 'vaults',
        options: { ...options, vaultId: options.vaultId ?? '*' },
        run: async (vault, ctx) => spec.merge([await spec.run(input, vault, ctx)], input),
        runInAll: (vaults, ctx) =>
          runInVaults<Frozen<z.output<O>>>({
            vaults,
            ctx,
            page: wholeList(spec.list),
            run: (vault) => spec.run(input, vault, ctx),
            merge: (_joined, parts) => spec.merge(parts, input),
            finish: (output) => output,
          }),
      }
    },
  }
}

/** What a tool of ours is called in and with. */
export interface Where {
  readonly vault: VaultContext
  readonly ctx: ToolContext
}

/** Runs a tool of ours in a vault. */
export async function callOurs<In extends object, Own extends object>(
  tool: Tool<In, object, Own>,
  args: NoInfer<In>,
  { vault, ctx }: Where,
): Promise<Own> {
  const call = tool.prepare(args)
  if (call.scope === 'none') throw new TypeError(`${tool.name} acts on no vault`)
  return await call.run(vault, ctx)
}

function build<I extends z.ZodObject, O extends z.ZodObject>(dialect: DialectFacts, spec: Face<I, O>) {
  const { like, input, output, errors = [] } = spec
  const { toolset, annotations, timeLimit, isDestructive } = like
  const { vaultParameter } = dialect
  // What no other call could get comes whole.
  const maxBytes = spec.maxBytes ?? (spec.rest === undefined ? Infinity : undefined)
  const face = {
    ...spec,
    toolset,
    annotations,
    ...defined({ timeLimit, maxBytes }),
    output: z.object({ ...frame, ...output.shape }),
    paged: null,
    isDestructive,
    errors: [...new Set([...like.errors, ...errors])],
    dialect,
  }
  const reader = handlerInput<I, undefined, undefined, undefined, undefined>(input, input, {})
  const read = (args: object) => {
    const { input: values, options } = readArguments(face, reader, args)
    const named: unknown =
      vaultParameter === null ? null : Object.entries(values).find(([key]) => key === vaultParameter)?.[1]
    return { input: values, options: { ...options, vaultId: typeof named === 'string' ? named : null } }
  }
  return { face, read }
}

/** What every result may have beside what that server says; where it has a key of the same name, its own stands. */
const frame = {
  vault: vaultMark.optional(),
  vaults: z
    .array(
      vaultMark.extend({
        error: errorShape.optional(),
        freshness: freshnessShape.optional(),
        notices: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  freshness: freshnessShape.optional(),
  notices: z.array(z.string()).optional(),
  truncated: z.string().optional(),
}

function wholeList(list: string): RequestedPage {
  const first = { cursorFor: null, walk: null, seen: null, asked: {} }
  return { list, names: [], offset: 0, limit: Infinity, bytes: Infinity, ...first }
}
