/** What servers agree on: their vaults, who may come in, which vault is active for whom, and what hops are signed with. */
export const registry = `
create table registry (
  is_only boolean primary key default true check (is_only),
  content text not null
);

create table token (
  id text primary key,
  name text not null unique,
  sha256 text not null unique,
  content text not null
);

create table active_vault (
  token text primary key,
  vault text not null
);

create table hop_secret (
  is_only boolean primary key default true check (is_only),
  secret text not null
);
`
