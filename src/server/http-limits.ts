/** What a client may use of the HTTP server, so that none starves the others. */
export interface HttpLimits {
  /** A larger request is answered with 413. */
  readonly bodyBytes: number
  /** For all bodies that are being received together. */
  readonly receivingBytes: number
  /** From the first byte of a connection, or of its next request, to the end of the header. */
  readonly headerMs: number
  /** To the end of the body. */
  readonly requestMs: number
  readonly connections: number
  /** Connections without a complete request; beyond this the one that has waited longest is closed. */
  readonly waitingConnections: number
  /** Answers in progress for one caller, streams among them: all bearers of a token, or all without one. */
  readonly answersPerCaller: number
  /** Streams of notices among them, which stay open for as long as the client likes. */
  readonly streamsPerCaller: number
  /** How often open streams are checked: that of a revoked token is closed. */
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
