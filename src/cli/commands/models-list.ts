import { modelInForce } from '../../registry/model-choice.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { toPerson } from '../to-person.ts'
import { formatTable } from '../table.ts'

/** `flint models list`: the registry's choice, or with `--vault` that vault's. */
export async function modelsList(_given: unknown, cli: Cli): Promise<Outcome> {
  const app = await cli.app()
  const { config } = await app.hub.registry()
  const vault = cli.named.atMostOne() === null ? null : await app.hub.current()
  const inUse = await modelInForce(vault, config, cli.env)
  const shelf = await app.models()
  const models = (await shelf.list()).map(({ model, state, mend }) => ({
    id: model.id,
    in_use: model.id === inUse,
    state,
    ...(mend !== null && { mend: toPerson(mend) }),
    name: model.name,
    dimensions: model.dimensions,
    max_tokens: model.maxTokens,
    size_mb: model.sizeMb,
    languages: model.languages,
    licence: model.licence,
  }))
  const { fault } = shelf
  const { paint } = cli.terminal
  const rows = models.map((model) => [
    model.in_use ? '*' : '',
    model.id,
    model.state,
    `${model.size_mb} MB`,
    String(model.dimensions),
    model.languages,
    model.licence,
  ])
  const isOther = models.every((model) => !model.in_use)
  return {
    data: { in_use: inUse, folder: shelf.folder, ...(fault !== null && { problem: fault }), models },
    text: [
      formatTable([['', 'MODEL', 'STATE', 'SIZE', 'DIMENSIONS', 'LANGUAGES', 'LICENCE'], ...rows]),
      ...(isOther ? ['', inUse === 'none' ? 'No model is in use.' : `In use: ${inUse}`] : []),
      ...models.flatMap(({ id, mend }) =>
        mend === undefined ? [] : [`\nThe files of ${id} are damaged. ${mend}`],
      ),
      ...(fault === null ? [] : ['', fault]),
      '',
      paint('dim', `Downloaded models are in ${shelf.folder}`),
    ].join('\n'),
  }
}
