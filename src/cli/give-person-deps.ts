import { readGrant } from '../access/read-grant.ts'
import { tokenFacts } from '../access/token-facts.ts'
import type { PersonDeps, ToldModel } from '../page/calls/person-deps.ts'
import { modelInForce } from '../registry/model-choice.ts'
import type { Cli } from './cli.ts'
import { clientConfig } from './clients/client-config.ts'
import { clientNames } from './clients/client-names.ts'
import { flintCommand } from './clients/flint-server.ts'
import { checkAll } from './doctor/check-all.ts'
import { forgetQuestions } from './forget-questions.ts'
import { ModelPulls } from './model-pulls.ts'
import { isFolderIn } from './serve-scope.ts'
import { toPerson } from './to-person.ts'
import { tokenBookOf } from './token-book-of.ts'

/** What the calls of the page need of the command line's rooms. */
export function givePersonDeps(cli: Cli): PersonDeps {
  const pulls = new ModelPulls(cli.signal)
  const openBook = async () => {
    const app = await cli.app()
    return { hub: app.hub, book: tokenBookOf(app, () => new Date()) }
  }
  return {
    questions: async () => await (await cli.app()).questions(),
    async listTokens() {
      const { book } = await openBook()
      return (await book.list()).map((token) => tokenFacts(token, new Date()))
    },
    async createToken(wish) {
      const { hub, book } = await openBook()
      const { text, token } = await book.create(
        await readGrant(wish, { vaults: hub, isFolderIn, now: new Date() }),
      )
      return { token: text, name: token.name }
    },
    async revokeToken(name) {
      const { book } = await openBook()
      await book.revoke(name)
      await forgetQuestions(name, cli)
    },
    listModels: async () => await listModels(cli, pulls),
    pullModel: async (name) => {
      const shelf = await (await cli.app()).models()
      await pulls.begin(name, shelf)
    },
    async checkFlint() {
      return (await checkAll(cli)).map(({ check, vault, state, message, fix }) => ({
        area: check,
        ...(vault !== undefined && { vault }),
        state,
        message: toPerson(message),
        ...(fix !== undefined && { cure: toPerson(fix) }),
      }))
    },
    listClients: async () => {
      const server = flintCommand({ env: cli.env, vault: null })
      return await Promise.resolve(
        clientNames.flatMap((name) => {
          const config = clientConfig(name, server)
          return config === null ? [] : [{ title: config.title, where: config.where, text: config.text }]
        }),
      )
    },
  }
}

async function listModels(cli: Cli, pulls: ModelPulls): Promise<readonly ToldModel[]> {
  const app = await cli.app()
  const { config } = await app.hub.registry()
  const inUse = await modelInForce(null, config, cli.env)
  const shelf = await app.models()
  const models = await shelf.list()
  return models.map(({ model, state, mend }) => {
    const failure = pulls.failure(model.id)
    // What keeps all but the embedded model from running is told of each.
    const problem =
      mend !== null
        ? `Its files are damaged. ${failure ?? toPerson(mend)}`
        : (failure ?? (state === 'embedded' ? null : shelf.fault))
    return {
      name: model.id,
      about: `${model.name}: ${model.languages}, ${model.dimensions} dimensions, ${model.licence}`,
      is_chosen: model.id === inUse,
      is_present: state === 'embedded' || state === 'downloaded',
      megabytes: model.sizeMb,
      progress: pulls.progress(model.id),
      ...(problem !== null && { problem }),
    }
  })
}
