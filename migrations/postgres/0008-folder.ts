/** What the last server that served a vault saw in its folder: so an empty mount point is not taken for the vault. */
export const folder = `
alter table lease add column folder text;
`
