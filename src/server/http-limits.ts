/** What a client may take of the server over HTTP, so that none starves the others. */
export interface HttpLimits {
  /** A request beyond it is answered with 413. */
  readonly bodyBytes: number
  /** Of all bodies that are being received together. */
  readonly receivingBytes: number
  /** From the first byte of a connection, or of its next request, to the end of the header. */
  readonly headerMs: number
  /** To the end of the body. */
  readonly requestMs: number
  readonly connections: number
  /** Connections on which no whole request has arrived; of more the one that has waited longest is closed. */
  readonly waitingConnections: number
  /** Answers under way for one caller, streams among them: all bearers of a token, or all who have none. */
  readonly answersPerCaller: number
  /** Of these, streams of notices: they stay for as long as the client likes. */
  readonly streamsPerCaller: number
  /** How often open streams are looked at: that of a revoked token is closed. */
  readonly tokenCheckMs: number
}

export const httpLimits: HttpLimits = {
  bodyBytes: 10 * 1024 * 1024,
  receivingBytes: 256 * 1024 * 1024,
  headerMs: 10_000,
  requestMs: 60_000,
  connections: 1_024,
  waitingConnections: 256,
  answersPerCaller: 512,
  streamsPerCaller: 32,
  tokenCheckMs: 2_000,
}
