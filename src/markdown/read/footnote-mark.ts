/**
 * The end of the `[^label]:` that begins a footnote at `start`; -1 where there is none.
 *
 *     footnoteMarkEnd('[^1]: text', 0)   // 5
 */
export function footnoteMarkEnd(text: string, start: number): number {
  mark.lastIndex = start
  return mark.test(text) ? mark.lastIndex : -1
}

const mark = /\[\^[^\s[\]]+\]:/y
