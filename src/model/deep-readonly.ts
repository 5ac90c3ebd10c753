/** A value that nobody changes, however deep: for what is read by a schema. */
export type DeepReadonly<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
