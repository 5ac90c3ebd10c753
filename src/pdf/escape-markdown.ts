/** Text that means itself when it is read as Markdown, wikilinks and tags included. */
export function escapeInline(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\[(?=[[^])/g, '\\[')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/(?<![\p{L}\p{N}/&])#(?=[\p{L}\p{N}_/-])/gu, '\\#')
    .replace(/~~|%%|==/g, (pair) => `\\${pair.slice(0, 1)}\\${pair.slice(1)}`)
    .replace(/!(?=\[)/g, '\\!')
}

/** A paragraph's line whose first characters would otherwise begin a heading, list, quote, rule, table or code. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^([-+>|])/, '\\$1')
    .replace(/^(=+|~{3,})/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^\[(?=[ x]\])/i, '\\[')
}
