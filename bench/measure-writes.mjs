/** Calls that write, by the row that they are; `round` tells their notes from those of another round. */
export function writingCalls({ sample }, round = 0) {
  const twenty = Array.from({ length: 20 }, (_, index) => index)
  const made = (index) => `made/note ${round}-${index}.md`
  return {
    create_note: [
      'create_note',
      twenty.map((index) => ({ path: made(index), title: `Made ${round}-${index}`, content: 'Words.' })),
    ],
    append_to_note: [
      'append_to_note',
      twenty.map((index) => ({ identifier: made(index), content: 'One more line.\n' })),
    ],
    update_note: [
      'update_note',
      sample.map((identifier) => ({ identifier, mode: 'append', content: 'One more line.' })),
    ],
  }
}
