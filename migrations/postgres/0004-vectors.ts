/** Vectors by model and by the hash of what was embedded, so that no server embeds what another has. Most fit into their row. */
export const vectors = `
create table vector (
  model text not null,
  hash text not null,
  numbers bytea not null,
  used date not null default current_date,
  primary key (model, hash)
) with (toast_tuple_target = 8160);

alter table vector alter column numbers set storage external;

create index vector_by_use on vector (used);
`
