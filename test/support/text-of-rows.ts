import fc from 'fast-check'

/** Texts of up to nine of these rows, their line ends mixed, below one of the heads; the end may lack what is white. */
export function textOfRows(row: fc.Arbitrary<string>, heads: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...heads),
      fc.array(fc.tuple(row, fc.constantFrom('\n', '\r\n')), { maxLength: 9 }),
      fc.boolean(),
    )
    .map(([head, rows, hasEnd]) => {
      const text = head + rows.map(([line, end]) => line + end).join('')
      return hasEnd ? text : text.trimEnd()
    })
}
