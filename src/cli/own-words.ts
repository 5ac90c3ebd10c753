import { z } from 'zod'
import { isEmptyValue } from '../call/describe-problems.ts'
import type { CommandFace } from './command-face.ts'
import { CliError } from './cli-error.ts'
import { toOption } from './parsed-words.ts'

const refusal = z.object({
  code: z.literal('INVALID_ARGUMENT'),
  problems: z.array(z.object({ parameter: z.string(), message: z.string() })).min(1),
})

/** What a tool says of its parameters, for a person who gave words to a command. Any other error is as it was. */
export function inOwnWords(
  error: unknown,
  face: CommandFace,
  given: Readonly<Record<string, unknown>>,
): unknown {
  // The words of this one are the tool's.
  if (!(error instanceof CliError) || face.name === 'call') return error
  const { data } = refusal.safeParse(error.content.error)
  if (data === undefined) return error
  const [empty] = data.problems.some(({ message }) => message === isEmptyValue) ? emptyWords(face, given) : []
  const said = data.problems.map(({ parameter, message }) => `\`${parameter}\` ${message}`).join('; ')
  return new CliError({
    error: {
      ...error.content.error,
      message: empty === undefined ? `${said}.` : `${empty} is empty.`,
      hint: `flint ${face.name} --help shows what it takes.`,
    },
  })
}

/** As they are named in a command's help: `TITLE`, `--tag`. */
function emptyWords(
  { arguments: args = [], options = [] }: CommandFace,
  given: Readonly<Record<string, unknown>>,
): readonly string[] {
  const isEmpty = (name: string) => [given[name]].flat().includes('')
  return [
    ...args.filter(({ name }) => isEmpty(name)).map(({ name }) => name.toUpperCase()),
    ...options.filter((option) => isEmpty(toOption(option).attributeName())).map(({ name }) => `--${name}`),
  ]
}
