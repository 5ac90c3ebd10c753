import { parseJson } from '../model/parse-json.ts'

/** What `glab api --include` prints: the head of the answer, then its body. */
export interface GitLabResponse {
  /** Null where nothing came from GitLab at all. */
  readonly status: number | null
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; null where it is no JSON. */
  readonly json: unknown
}

export function readResponse(printed: string): GitLabResponse {
  const [, status = '', head = '', body = ''] =
    /^HTTP\/[\d.]+ (\d{3})[^\n]*\n((?:[^\r\n]+\r?\n)*)\r?\n([^]*)$/.exec(printed) ?? []
  if (status === '') return { status: null, headers: {}, json: parseJson(printed) }
  const headers = head.split('\n').flatMap((line) => {
    const [, name, value] = /^([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const]
  })
  return { status: Number(status), headers: Object.fromEntries(headers), json: parseJson(body) }
}
