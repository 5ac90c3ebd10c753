/**
 * The heading that a line of a note stands under, or is; null above the first. Lines count from 0.
 *
 *     headingAbove('# Plan\nBuy seeds.', 1)   // 'Plan'
 */
export function headingAbove(body: string, line: number): string | null {
  let heading: string | null = null
  let fence: string | null = null
  let start = 0
  for (let at = 0; at <= line && start <= body.length; at++) {
    const lineBreak = body.indexOf('\n', start)
    const text = body.slice(start, lineBreak < 0 ? undefined : lineBreak)
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null
    } else if (mark !== undefined) fence = mark
    else heading = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#*)?[ \t\r]*$/.exec(text)?.[1] ?? heading
    if (lineBreak < 0) break
    start = lineBreak + 1
  }
  return heading
}
