import type { Said } from '../model/advice.ts'
import { nearest } from '../model/nearest.ts'
import { isReplaced, startAgain } from '../model/program-replaced.ts'
import { tooManyFiles } from '../model/too-many-files.ts'
import { VaultError } from '../model/vault-error.ts'
import { say } from './say-advice.ts'
import { outputProblems, refuseStrays } from './check-output.ts'
import { pageAfterSeen } from './after-seen.ts'
import { AskedFreshness } from './asked-freshness.ts'
import { afterEarlierWrites, arrivalOfCall } from './earlier-writes.ts'
import { leanOutput } from './lean-output.ts'
import { leanFailure, leanResult, leanWhere } from './lean-result.ts'
import { fitResult, writeResult, type WrittenResult } from './fit-result.ts'
import { markLater } from './mark-later.ts'
import { pageResult } from './page-result.ts'
import { defaultMaxBytes } from './read-arguments.ts'
import { runPermitted } from './run-permitted.ts'
import { askingOnce, markVault, resolveVault, resolveVaults } from './resolve-vaults.ts'
import type { CallInVault, CallInVaults, PageRange, PreparedCall, Tool } from './tool.ts'
import { isForPerson, type CallContext, type ToolContext } from './tool-context.ts'
import { noticesOf } from './notices-of.ts'
import { servedTo } from './served-to.ts'
import { vaultErrorContent } from './vault-error-content.ts'
import { withinTime, withTimeLimit } from './with-time-limit.ts'

/** One complete object in two forms: some clients show a model only the one, some only the other. */
export interface ToolResult {
  readonly structuredContent: Readonly<Record<string, unknown>>
  /** The object as compact JSON. */
  readonly text: string
  readonly isError: boolean
}

/**
 * The one way to every tool, for every front end: checks the arguments, resolves the vault, asks for permission, runs
 * within a time limit, checks and fits the result. It never throws: what fails is a result that says why.
 */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  args: object,
  given: CallContext,
): Promise<ToolResult> {
  const tool = tools.find((candidate) => candidate.name === name)
  const served = given.served ?? servedTo(tools)
  const ctx = { ...given, say: (said: Said) => say(said, served) }
  if (tool === undefined) return failure(null, unknownTool(tools, name), {}, ctx)
  const began = performance.now()
  const result = await attempt(tool, ctx, {}, async () => runPrepared(tool, args, tool.prepare(args), ctx))
  const ms = Math.round(performance.now() - began)
  ctx.log.debug('answered a call', { tool: name, session: ctx.session.id, failed: result.isError, ms })
  return result
}

/** Front ends with an error of their own for a tool that is not there take its words from this one. */
export function unknownTool(
  tools: readonly Tool[],
  name: string,
  list = 'List the tools to see their names.',
): VaultError {
  const names = nearest(
    name,
    tools.map((tool) => tool.name),
  )
  const hint = names.length === 0 ? list : `Did you mean ${names.join(' or ')}?`
  return new VaultError('INVALID_ARGUMENT', `There is no tool "${name}" here. ${hint}`, { nearest: names })
}

async function runPrepared(
  tool: Tool,
  args: object,
  call: PreparedCall,
  ctx: ToolContext,
): Promise<ToolResult> {
  const made = { tool, call, args }
  switch (call.scope) {
    case 'none':
      return success(made, {}, await withTimeLimit(tool, ctx, (limited) => call.run(limited)), ctx)
    case 'vault':
      return runInVault(tool, args, call, ctx)
    case 'vaults':
      return isSeveral(call) ? runInSeveral(made, call, ctx) : runInVault(tool, args, call, ctx)
  }
}

function isSeveral({ options: { vaultId } }: PreparedCall): boolean {
  return vaultId === '*' || Array.isArray(vaultId)
}

async function runInVault(
  tool: Tool,
  args: object,
  call: CallInVault | CallInVaults,
  ctx: ToolContext,
): Promise<ToolResult> {
  const arrived = arrivalOfCall()
  const { vaultId } = call.options
  const findVault = tool.dialect?.findVault ?? resolveVault
  const vaults = askingOnce(ctx.vaults)
  const known = await findVault(vaults, typeof vaultId === 'string' ? vaultId : null)
  const where = { vault: await markVault(vaults, known) }
  const asked = new AskedFreshness()
  return attempt(tool, ctx, where, async () => {
    const vault = await withinTime(tool, ctx, () =>
      ctx.vaults.open(known.id, { anyFolder: tool.takesAnyFolder === true }),
    )
    const { readOnlyHint: isReading } = tool.annotations
    const run = async () => {
      const mark = async <Part extends object>(part: Part) =>
        tool.marksUntrusted === true ? part : await markLater(vault, part, { isReading, args })
      const find = async (range?: PageRange) =>
        runPermitted(tool, args, call, { vault, asked }, ctx, range).catch(async (error: unknown) => {
          if (!(error instanceof VaultError)) throw error
          const { hint, ...facts } = error.facts
          const marked = { ...(await mark(facts)), ...(hint !== undefined && { hint }) }
          throw new VaultError(error.code, error.message, marked, { cause: error })
        })
      const { page } = call.options
      const found = page === null ? { output: await find(), page } : await pageAfterSeen(page, find)
      // What happened in the vault of itself is told once, with the next result.
      const told = { ...(await mark(found.output)), ...asked.told, ...noticesOf(vault, vault.takeNotices()) }
      return success({ tool, call, args }, where, told, ctx, found.page)
    }
    const inOrder = () => afterEarlierWrites({ vault: known.id, arrived, isReading }, run)
    return attempt(tool, ctx, { ...where, ...noticesOf(vault) }, inOrder, asked)
  })
}

async function runInSeveral(made: MadeCall, call: CallInVaults, ctx: ToolContext): Promise<ToolResult> {
  const { tool } = made
  const { vaultId, page } = call.options
  const known = await resolveVaults(ctx.vaults, [vaultId ?? []].flat())
  const { vaults, output, offset } = await withTimeLimit(tool, ctx, (limited) =>
    call.runInAll(known, limited),
  )
  return success(
    made,
    { vaults },
    output,
    ctx,
    page && { ...page, offset, ...(offset === 0 && { seen: null }) },
  )
}

async function attempt(
  tool: Tool,
  ctx: ToolContext,
  where: object,
  run: () => Promise<ToolResult>,
  asked = new AskedFreshness(),
): Promise<ToolResult> {
  try {
    return await run()
  } catch (error) {
    const known = expectedError(tool, error, ctx) ?? tooManyFiles(error) ?? internalError(tool, error, ctx)
    return failure(tool, asked.tellIn(known), where, ctx)
  }
}

/** Null for a bug; in tests a code that the tool does not name is one, too. */
function expectedError({ errors }: Tool, error: unknown, { strictOutput }: ToolContext): VaultError | null {
  if (!(error instanceof VaultError)) return null
  return strictOutput && !errors.includes(error.code) ? null : error
}

function internalError(tool: Tool, cause: unknown, ctx: ToolContext): VaultError {
  ctx.log.error(`${tool.name} failed`, { session: ctx.session.id, error: cause })
  const [message, facts] = isReplaced(cause)
    ? [cause.message, { hint: startAgain }]
    : [`${tool.name} failed inside flint; the log says why.`, {}]
  return new VaultError('INTERNAL_ERROR', message, facts, { cause })
}

/** A call with what it was made with. */
interface MadeCall {
  readonly tool: Tool
  readonly call: PreparedCall
  readonly args: object
}

/** Other servers' dialects and those who read results by their type get them whole. */
function isLean({ dialect }: Tool, { wantsAll }: ToolContext): boolean {
  return dialect === undefined && wantsAll !== true
}

function success(
  { tool, call, args }: MadeCall,
  where: object,
  output: object,
  ctx: ToolContext,
  asked = call.options.page,
): ToolResult {
  const { isDryRun, wantsDiff } = call.options
  const lean = isLean(tool, ctx)
  const whole = { ...where, ...output }
  const told = lean ? leanResult(tool, { args, isDryRun, wantsDiff }, whole) : whole
  const forPerson = !isForPerson(ctx) ? 0 : asked === null ? mostForPerson : mostOfPersonsPage
  const most = Math.max(tool.maxBytes ?? defaultMaxBytes, forPerson)
  const page = asked !== null && forPerson > 0 ? { ...asked, bytes: most } : asked
  const paged = page === null ? writeResult(told) : pageResult(tool.name, { page, where, output }, told)
  const check = () => outputProblems(lean ? leanOutput(tool) : tool.output, paged.content)
  if (ctx.strictOutput) refuseStrays(tool.name, check())
  else lookLater(tool, check, ctx)
  return toResult(fitResult(paged, most, restOf(tool, ctx)), false)
}

/** In bytes. Commands and the browser show these pages, no model reads them: one cut to a few of its items is made for nothing. */
const mostOfPersonsPage = 4_000_000
/** Of what comes at once, in bytes: more than the JSON of any note has that is edited whole. */
const mostForPerson = 200_000_000

// Nobody should wait for what only the log is told, not even whoever calls next.
const lookAfterMs = 200
/** The last result of each tool that nothing has looked at yet. */
const unseen = new Map<Tool, () => void>()

function lookLater(tool: Tool, check: () => readonly string[], ctx: ToolContext): void {
  if (unseen.size === 0) {
    setTimeout(() => {
      const looks = [...unseen.values()]
      unseen.clear()
      for (const look of looks) look()
    }, lookAfterMs).unref()
  }
  unseen.set(tool, () => {
    const problems = check()
    if (problems.length > 0) ctx.log.error(`${tool.name} returned what its schema does not say`, { problems })
  })
}

function restOf({ name, rest }: Tool, { say }: ToolContext): string {
  return rest === undefined
    ? `Call ${name} with narrower arguments for the rest.`
    : say({ kind: 'get-rest', calls: rest })
}

function failure(tool: Tool | null, error: VaultError, where: object, ctx: ToolContext): ToolResult {
  const told = vaultErrorContent(error, ctx.say)
  const lean = tool !== null && isLean(tool, ctx)
  const content = {
    ...(tool?.dialect?.failure(told) ?? { error: lean ? leanFailure(tool, told) : told }),
    ...(lean ? leanWhere(where) : where),
  }
  return toResult(fitResult(writeResult(content), defaultMaxBytes, 'Its facts were too long.'), true)
}

function toResult({ content, text }: WrittenResult, isError: boolean): ToolResult {
  return { structuredContent: { ...content }, text, isError }
}
