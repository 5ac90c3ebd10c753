/** Which marks make tags in the text of a vault's notes. */
export interface TagStyle {
  /** `#tag` */
  readonly hashtags: boolean
  /** `:tag:` and `:one:two:` */
  readonly colonTags: boolean
  /** `#of several words#`, where hashtags are tags. */
  readonly multiwordTags: boolean
  /** What the frontmatter has as `keywords`, beside its `tags`. */
  readonly keywords: boolean
}

export const usualTags: TagStyle = { hashtags: true, colonTags: false, multiwordTags: false, keywords: false }
