/** What agents' calls ask the owner of the notes, until it is settled. `place` is the order in which they came. */
export const questions = `
create table question (
  id text primary key,
  place bigint generated always as identity,
  subject text not null,
  call text not null,
  actor text not null,
  vault text not null,
  tool text not null,
  text text not null,
  always text,
  created timestamptz not null,
  expires timestamptz not null,
  answer text,
  unique (subject, actor)
);
`
