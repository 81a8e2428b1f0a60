-- A partnership keeps twenty files at most: each has a position. A digest is that of the bytes, whoever writes it.
alter table public.partnership_files add column position smallint;
alter table public.partnership_files disable trigger user;
update public.partnership_files f set position = x.position
  from (select id, row_number() over (partition by partnership_id order by uploaded_at, id) as position from public.partnership_files) x where x.id = f.id;
alter table public.partnership_files enable trigger user;
alter table public.partnership_files alter column position set not null,
  add constraint partnership_files_position check (position between 1 and 20), add constraint partnership_files_at unique (partnership_id, position),
  add constraint partnership_files_digest check (sha256 = encode(sha256(content), 'hex'));
