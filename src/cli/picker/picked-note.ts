/** A note in the picker. */
export interface PickedNote {
  readonly vault: string
  /** Shown where several vaults are looked through. */
  readonly vaultName: string | null
  readonly path: string
  readonly title: string
}

/** What a person did in the picker; `left` where they chose nothing. */
export type Picked =
  | { readonly kind: 'open' | 'path' | 'link'; readonly note: PickedNote }
  | { readonly kind: 'new'; readonly title: string }
  | { readonly kind: 'left' }
