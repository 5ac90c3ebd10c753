/** What a client may use of the HTTP server, so that none starves the others. */
export const httpLimits = {
  /** A larger request is answered with 413. */
  bodyBytes: 10 * 1024 * 1024,
  /** Of a call of the page: a save sends the text of a note as it was and as it is to be. */
  pageBodyBytes: 24 * 1024 * 1024,
  /** In the JSON of a request, those inside each other counted. More take seconds to check, in which nobody is answered. */
  requestValues: 25_000,
  /** In a batch, as the SDK has it. */
  batchMessages: 100,
  /** For all bodies that are being received together. */
  receivingBytes: 256 * 1024 * 1024,
  /** From the first byte of a connection, or of its next request, to the end of the header. */
  headerMs: 10_000,
  /** To the end of the body. */
  requestMs: 60_000,
  connections: 1_024,
  /** Connections without a complete request; beyond this those are closed that have waited longest, and for some time. */
  waitingConnections: 256,
  waitingMs: 1_000,
  /** Answers in progress for one caller, streams among them: all bearers of a token, or all without one. */
  answersPerCaller: 512,
  /** Streams of notices among them, which stay open for as long as the client likes. */
  streamsPerCaller: 32,
  /** How often open streams are checked: that of a revoked token is closed. */
  tokenCheckMs: 2_000,
}

export type HttpLimits = Readonly<typeof httpLimits>
