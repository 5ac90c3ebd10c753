import type { z } from 'zod'
import { once } from '../model/once.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { endOfMerged } from './after-seen.ts'
import {
  type Flag,
  type FlaggedInput,
  type GivenFlags,
  type GivenVault,
  handlerInput,
  type InputFlags,
  publicInput,
  type VaultScope,
} from './common-input.ts'
import { type PublicOutput, publicOutput } from './common-output.ts'
import { readArguments } from './read-arguments.ts'
import { runInVaults } from './run-in-vaults.ts'
import type { Paging, RequestedPage, Tool, ToolFacts } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { toolErrors } from './tool-errors.ts'

interface Spec<I extends z.ZodObject, O extends z.ZodObject, D, R, F, P>
  extends ToolFacts, InputFlags<D, R, F, P> {
  /** The tool's own parameters, flat, each described. */
  readonly input: I
  /** What the handler returns; the vault and a page's `total`, `has_more` and `next_cursor` are added. */
  readonly output: O
}

/** Of a flag that tools of a kind cannot have. */
type None = undefined

/** What a handler takes: its own parameters and those of its flags. */
type Input<I extends z.ZodObject, D, R, F, P> = z.output<I> & FlaggedInput<D, R, F, P>

/** What a handler returns. A list that comes by pages comes with the number of all its items. */
type Output<O extends z.ZodObject, P> = Frozen<z.output<O>> &
  (P extends Paging ? { readonly total: number } : unknown)

/** The type with everything in it readonly. */
export type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T

/** What a call gives: the parameters as they are before defaults stand in. */
type Given<I extends z.ZodObject, D, R, F, P, S extends VaultScope> = (keyof I['shape'] extends never
  ? object
  : Frozen<z.input<I>>) &
  GivenFlags<D, R, F, P> &
  GivenVault[S]

type Made<I extends z.ZodObject, O extends z.ZodObject, D, R, F, P, S extends VaultScope> = Tool<
  Given<I, D, R, F, P, S>,
  PublicOutput<Frozen<z.output<O>>, P, S>,
  Output<O, P>
>

interface AloneSpec<I extends z.ZodObject, O extends z.ZodObject, P> extends Spec<I, O, None, None, None, P> {
  handler(input: Input<I, None, None, None, P>, ctx: ToolContext): Promise<Output<O, P>>
}

interface VaultSpec<I extends z.ZodObject, O extends z.ZodObject, D, R, F, P> extends Spec<I, O, D, R, F, P> {
  handler(input: Input<I, D, R, F, P>, vault: VaultContext, ctx: ToolContext): Promise<Output<O, P>>
  /** One sentence on what would happen, for who must confirm; a tool with `dryRun` shows its plan without it. */
  preview?(input: Input<I, D, R, F, P>, vault: VaultContext, ctx: ToolContext): Promise<string>
}

type ReadingInput<I extends z.ZodObject, F, P> = Input<I, None, None, F, P>

interface VaultsSpec<I extends z.ZodObject, O extends z.ZodObject, F, P> extends Spec<
  I,
  O,
  None,
  None,
  F,
  P
> {
  handler(input: ReadingInput<I, F, P>, vault: VaultContext, ctx: ToolContext): Promise<Output<O, P>>
  /** How many items of each vault `merge` needs, whatever the page. */
  fewestMerged?(input: ReadingInput<I, F, P>): number
  /** Brings the joined lists of several vaults into their order; each item has its `vault_id` by then. */
  merge?(joined: Output<O, P>, parts: readonly Output<O, P>[], input: ReadingInput<I, F, P>): Output<O, P>
  /** The last step, once lists are merged: what the caller did not ask for is left out here. */
  finish?(output: Output<O, P>, input: ReadingInput<I, F, P>): Output<O, P>
}

/** A tool that acts on no vault of its own: the registry's tools. */
export function defineTool<
  I extends z.ZodObject,
  O extends z.ZodObject,
  const P extends Paging | undefined = undefined,
>(spec: AloneSpec<I, O, P>): Made<I, O, None, None, None, P, 'none'> {
  const { read, toTool } = build(spec, 'none')
  return toTool((args) => {
    const { input, options } = read(args)
    return { scope: 'none', options, run: (ctx) => spec.handler(input, ctx) }
  })
}

/** A tool that acts on one vault: adds `vault_id` and hands over the open vault. */
export function defineVaultTool<
  I extends z.ZodObject,
  O extends z.ZodObject,
  D extends Flag = undefined,
  R extends Flag = undefined,
  F extends Flag = undefined,
  const P extends Paging | undefined = undefined,
>(spec: VaultSpec<I, O, D, R, F, P>): Made<I, O, D, R, F, P, 'vault'> {
  const { read, toTool } = build(spec, 'vault')
  return toTool((args) => {
    const { input, options } = read(args)
    return {
      scope: 'vault',
      options,
      run: (vault, ctx, range) => spec.handler({ ...input, ...range }, vault, walking(ctx, options.page)),
      async preview(vault, ctx) {
        if (spec.preview !== undefined) return spec.preview(input, vault, ctx)
        return spec.dryRun === true ? spec.handler({ ...input, dry_run: true }, vault, ctx) : null
      },
    }
  })
}

/** A reading tool that acts on one vault or several: `vault_id` may be a list or `"*"`; every item says its vault. */
export function defineVaultsTool<
  I extends z.ZodObject,
  O extends z.ZodObject,
  F extends Flag = undefined,
  const P extends Paging | undefined = undefined,
>(spec: VaultsSpec<I, O, F, P>): Made<I, O, None, None, F, P, 'vaults'> {
  const { read, toTool } = build(spec, 'vaults')
  return toTool((args) => {
    const { input, options } = read(args)
    const { page } = options
    // A page of the merged list may come from any one vault, so each gives all items up to its end.
    const upToPage =
      page === null ? {} : { offset: 0, limit: Math.max(endOfMerged(page), spec.fewestMerged?.(input) ?? 0) }
    return {
      scope: 'vaults',
      options,
      async run(vault, ctx, range) {
        const output = await spec.handler({ ...input, ...range }, vault, walking(ctx, page))
        return spec.finish?.(output, input) ?? output
      },
      runInAll: (vaults, ctx) =>
        runInVaults<Output<O, P>>({
          vaults,
          ctx,
          page,
          run: (vault) => spec.handler({ ...input, ...upToPage }, vault, walking(ctx, page)),
          merge: (joined, parts) => spec.merge?.(joined, parts, input) ?? joined,
          finish: (output) => spec.finish?.(output, input) ?? output,
        }),
    }
  })
}

/** With the list that the page is cut from, where its order is kept. */
function walking(ctx: ToolContext, page: RequestedPage | null): ToolContext {
  return page?.walk == null ? ctx : { ...ctx, walk: { key: page.walk, goesOn: page.cursorFor !== null } }
}

/** A tool whose maker says what it takes and gives. */
type Untyped<Own extends object> = Omit<Tool<object, object, Own>, 'types'>

function build<
  I extends z.ZodObject,
  O extends z.ZodObject,
  D extends Flag,
  R extends Flag,
  F extends Flag,
  P extends Paging | undefined,
>(spec: Spec<I, O, D, R, F, P>, scope: VaultScope) {
  const whole = once(() => publicInput(spec.input, spec, scope))
  const reader = once(() => handlerInput(whole(), spec.input, spec))
  const output = once(() => publicOutput(spec.output, spec.paged, scope))
  const errors = once(() => toolErrors(spec, Object.keys(whole().shape), scope))
  const face = { ...spec, paged: spec.paged ?? null, isDestructive: spec.destructive === true }
  return {
    read: (args: object) => readArguments({ ...face, input: whole() }, reader(), args),
    // Schemas are made when they are asked for: of the tools that a process has it calls a few.
    toTool: (prepare: Tool<object, object, Output<O, P>>['prepare']): Untyped<Output<O, P>> => ({
      ...face,
      get input() {
        return whole()
      },
      get output() {
        return output()
      },
      get errors() {
        return errors()
      },
      prepare,
    }),
  }
}
