/** readPdfDate("D:20220403180542+02'00'") → '2022-04-03', the day where the document was made. */
export function readPdfDate(value: string | undefined): string | null {
  const [, year, month = '01', day = '01'] = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?/.exec(value?.trim() ?? '') ?? []
  if (year === undefined || year < '1970') return null
  const date = `${year}-${month}-${day}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date
}
