/** Whose access tokens of an identity provider are void, and until when they got them. */
export const revoked = `
create table revoked_bearer (
  name text primary key,
  until text not null
);
`
