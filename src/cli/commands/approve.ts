import type { WaitingQuestion } from '../../access/question-book.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { oneLine, withoutControls } from '../plain-text.ts'
import { useSharedStores } from '../use-shared-stores.ts'

/** `flint approve`: what agents of any flint process wait for, and the answer to one of them. */
export async function approve({ id, always, deny }: Given<'approve'>, cli: Cli): Promise<Outcome> {
  if (id === undefined && (always || deny)) throw noQuestion()
  if (always && deny)
    throw new VaultError('INVALID_ARGUMENT', '--always and --deny say the opposite of each other.')
  await useSharedStores(cli)
  const book = await (await cli.app()).questions()
  if (id === undefined) return listed(await book.list(), cli)
  const answer = deny ? 'denied' : always ? 'always' : 'once'
  const question = await book.answer(id, answer)
  const allowed = `${answer === 'always' ? (question.always ?? '') : 'this once'} is allowed. ${asShown}`
  const text = `${question.tool} of ${question.actor}: ${deny ? 'denied, nothing is changed.' : allowed}`
  return { data: { question_id: id, answer }, text: withoutControls(text) }
}

// Whoever answers cannot see what has happened to the notes since the question was written.
const asShown =
  'That holds for the notes as they were shown: if one has changed since, the question comes again.'

function listed(questions: readonly WaitingQuestion[], cli: Cli): Outcome {
  if (questions.length === 0) cli.tell('Nobody waits for an answer.')
  const told = questions.map(({ id, vault, ...same }) => ({ question_id: id, vault_id: vault, ...same }))
  const text = questions
    .map(({ id, actor, created, text: asked }) =>
      [
        `${cli.terminal.paint('bold', id)}  ${oneLine(actor)}, ${created.slice(0, 16).replace('T', ' ')}`,
        withoutControls(asked),
        `flint approve ${id}, or flint approve ${id} --deny`,
      ].join('\n'),
    )
    .join('\n\n')
  return { data: { questions: told }, text }
}

function noQuestion(): VaultError {
  return new VaultError('INVALID_ARGUMENT', 'Say which question: --always and --deny answer one.', {
    hint: 'flint approve shows those that wait, with their ids.',
  })
}
