/** Paths that were looked at during a scan or rebuild, which may have read an older state of them. */
export class TouchedPaths {
  #paths: Set<string> | null = null

  /** Starts remembering paths, until `end`. */
  begin(): void {
    this.#paths = new Set()
  }

  end(): void {
    this.#paths = null
  }

  add(path: string): void {
    this.#paths?.add(path)
  }

  has(path: string): boolean {
    return this.#paths?.has(path) === true
  }

  get isEmpty(): boolean {
    return (this.#paths?.size ?? 0) === 0
  }

  /** Whether the path or a folder above it was touched. */
  hasOnWay(path: string): boolean {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (this.has(path.slice(0, end))) return true
    return this.has(path)
  }
}
