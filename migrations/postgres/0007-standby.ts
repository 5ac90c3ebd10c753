/**
 * Which server keeps a vault's index ready to take the vault over, chosen while another one serves it, and when that index was
 * last brought up to date.
 */
export const standby = `
alter table lease add column standby text;
alter table lease add column prepared timestamptz;
create index lease_of_standby on lease (standby);
`
