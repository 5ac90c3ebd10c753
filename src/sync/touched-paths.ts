/** The paths that were looked at while a scan or a rebuilding is under way: of these it may have read something older. */
export class TouchedPaths {
  #paths: Set<string> | null = null

  /** From now on, until `end`, it is remembered what is looked at. */
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
    return this.#paths === null || this.#paths.size === 0
  }

  /** Itself, or a folder on the way. */
  hasOnWay(path: string): boolean {
    if (this.isEmpty) return false
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (this.has(path.slice(0, end))) return true
    return this.has(path)
  }
}
