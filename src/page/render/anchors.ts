/** The ids of one page: each is given out once, the next bearer of a name gets a number. */
export class Anchors {
  readonly #given = new Map<string, number>()

  take(wanted: string): string {
    const count = (this.#given.get(wanted) ?? 0) + 1
    this.#given.set(wanted, count)
    return count === 1 ? wanted : this.take(`${wanted}-${count}`)
  }
}
