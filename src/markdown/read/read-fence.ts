import { Code, skipSpaces } from '../text/characters.ts'

/** The number of marks that open a fence at `start`; 0 where none does. */
export function readFenceStart(text: string, start: number, lineEnd: number, mark: number): number {
  const after = runEnd(text, start, lineEnd, mark)
  if (after - start < 3) return 0
  // An info string with a backtick makes it inline code.
  return mark === Code.backtick && text.slice(after, lineEnd).includes('`') ? 0 : after - start
}

/** Whether the line closes a fence of this many marks. */
export function closesFence(
  text: string,
  start: number,
  lineEnd: number,
  { mark, length }: { readonly mark: number; readonly length: number },
): boolean {
  const after = runEnd(text, start, lineEnd, mark)
  return after - start >= length && skipSpaces(text, after, lineEnd) >= lineEnd
}

function runEnd(text: string, start: number, limit: number, mark: number): number {
  let at = start
  while (at < limit && text.charCodeAt(at) === mark) at += 1
  return at
}
