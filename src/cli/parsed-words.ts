import { Argument, InvalidArgumentError, Option } from 'commander'
import type { ArgumentFace, OptionFace } from './command-face.ts'

/** An argument for the parser. */
export function toArgument({
  name,
  about,
  isOptional = false,
  isMany = false,
  choices,
}: ArgumentFace): Argument {
  const text = `${name}${isMany ? '...' : ''}`
  const argument = new Argument(isOptional ? `[${text}]` : `<${text}>`, about)
  return choices === undefined ? argument : argument.choices(choices)
}

/** An option for the parser, its value read according to its kind. */
export function toOption(face: OptionFace): Option {
  const { name, short, value, isValueOptional = false, kind, least = 0, choices, about } = face
  const place = value === undefined ? '' : isValueOptional ? ` [${value}]` : ` <${value}>`
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${place}`
  const option = new Option(flags, about)
  if (choices !== undefined) option.choices(choices)
  if (kind === 'integer') option.argParser((text) => readInteger(text, least))
  if (kind === 'list')
    option.argParser<readonly string[]>((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
  if (kind === 'many') {
    option.argParser<readonly string[] | undefined>((text, before) => [...(before ?? []), text])
  }
  if (kind === 'integers') {
    option.argParser<readonly number[] | undefined>((text, before) => [...(before ?? []), readInteger(text)])
  }
  return option
}

function readInteger(text: string, least = 0): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  const number = Number(text)
  if (number < least) throw new InvalidArgumentError(`It must be ${least} at least.`)
  return number
}
