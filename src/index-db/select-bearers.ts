/** Selects what has a name, as `KeyBearer`; a condition on `k` follows. */
export const selectBearers = `SELECT k.kind, k.bearer AS id, coalesce(n.path, f.path) AS path FROM link_key k
  LEFT JOIN note n ON n.id = k.bearer AND k.kind IN ('path', 'name', 'title', 'alias')
  LEFT JOIN file f ON f.id = k.bearer AND k.kind IN ('file-path', 'file-name')`
