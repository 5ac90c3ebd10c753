/**
 * Who serves what. A lease is the advisory lock of a session in PostgreSQL; its row says who that is, so that calls find
 * the way. A row alone gives no right.
 */
export const servers = `
create table server (
  id text primary key,
  address text not null,
  version text not null,
  started timestamptz not null default now(),
  beat timestamptz not null default now(),
  is_draining boolean not null default false
);

create table lease_session (
  id text primary key,
  server text not null,
  pid integer not null,
  backend_start timestamptz not null,
  beat timestamptz not null default now()
);

create table lease (
  vault text primary key,
  epoch bigint not null,
  server text,
  address text,
  session text,
  since timestamptz not null default now()
);

create index lease_of_server on lease (server);
`
