import * as z from 'zod'
import { pdfFailureReasons } from './pdf-failure.ts'

/** What the process that reads a PDF says. */
export const pdfReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), done: z.number(), total: z.number() }),
  z.object({
    kind: z.literal('done'),
    draft: z.object({
      title: z.string().nullable(),
      author: z.string().nullable(),
      date: z.string().nullable(),
      site: z.string().nullable(),
      description: z.string().nullable(),
      language: z.string().nullable(),
      markdown: z.string(),
      warnings: z.array(z.string()),
      pages: z.number().nullable(),
    }),
  }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(pdfFailureReasons),
    detail: z.string().optional(),
    facts: z.record(z.string(), z.unknown()),
  }),
])

export type PdfReply = z.infer<typeof pdfReply>
