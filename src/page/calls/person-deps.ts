import { z } from 'zod'
import type { QuestionBook } from '../../access/question-book.ts'
import type { TokenWish } from '../../access/read-grant.ts'
import type { Frozen } from '../../call/define-tool.ts'

export const tokenShape = z.object({
  name: z.string(),
  vaults: z.union([z.literal('all'), z.array(z.string())]),
  folder: z.string().nullable(),
  read_only: z.boolean(),
  person: z.boolean(),
  expires: z.string().nullable(),
  has_expired: z.boolean(),
  created: z.string(),
  last_four: z.string(),
})

export const modelShape = z.object({
  name: z.string(),
  about: z.string(),
  is_chosen: z.boolean(),
  is_present: z.boolean(),
  megabytes: z.number().nullable(),
  /** In bytes; null where nothing is being downloaded. */
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** Why it cannot be used, or was not downloaded. */
  problem: z.string().optional(),
})

export const findingShape = z.object({
  area: z.string(),
  vault: z.string().optional(),
  state: z.enum(['ok', 'warning', 'problem']),
  message: z.string(),
  cure: z.string().optional(),
})

export const clientShape = z.object({ title: z.string(), where: z.string(), text: z.string() })

type Told<Shape extends z.ZodType> = Frozen<z.output<Shape>>

export type ToldModel = Told<typeof modelShape>

/** What the person's calls need of rooms that the page knows nothing of: handed down by whoever serves it. */
export interface PersonDeps {
  readonly questions: () => Promise<QuestionBook>
  readonly listTokens: () => Promise<readonly Told<typeof tokenShape>[]>
  readonly createToken: (wish: TokenWish) => Promise<{ readonly token: string; readonly name: string }>
  readonly revokeToken: (name: string) => Promise<void>
  readonly listModels: () => Promise<readonly ToldModel[]>
  /** Begins to download a model, and comes back once that goes on by itself, is done or has failed. */
  readonly pullModel: (name: string) => Promise<void>
  readonly checkFlint: () => Promise<readonly Told<typeof findingShape>[]>
  readonly listClients: () => Promise<readonly Told<typeof clientShape>[]>
}
