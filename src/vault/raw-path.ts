/** Where documents are dropped that are to become notes. */
export const rawFolder = 'raw'
