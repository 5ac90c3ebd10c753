/** A value that is there already, or will be. */
export type Awaitable<T> = T | Promise<T>
