/**
 * What every write replaced, by vault: the rows are those of a vault's own `history.sqlite`. Texts are deflated already. The
 * steps of a large change come first, over another connection, and count once the row in `change` is there. A path
 * may be longer than an index takes, so that its hash is looked up. `epoch` says which holder of the vault's lease wrote.
 */
export const history = `
create table change_counter (
  vault text primary key,
  last bigint not null
);

create table change (
  vault text not null,
  id bigint not null,
  time text collate "C" not null,
  tool text not null,
  state text not null,
  reached integer not null,
  undoes bigint,
  pid integer,
  actor text,
  epoch bigint not null,
  primary key (vault, id)
);

create index change_by_time on change (vault, time);
create index change_begun on change (vault) where state = 'begun';
create index change_by_undone on change (vault, undoes) where undoes is not null;

create table changed_file (
  vault text not null,
  change bigint not null,
  position integer not null,
  kind text not null,
  path text not null,
  moved_to text,
  before_text bytea,
  before_hash text,
  after_hash text,
  mode integer,
  made_folder text,
  written bytea,
  primary key (vault, change, position)
);

alter table changed_file alter column before_text set storage external;
alter table changed_file alter column written set storage external;

create index changed_file_by_path on changed_file (vault, hashtextextended(path, 0));
create index changed_file_by_target on changed_file (vault, hashtextextended(moved_to, 0)) where moved_to is not null;
create index folder_moves on changed_file (vault, change, position) where kind = 'move-folder';
`
