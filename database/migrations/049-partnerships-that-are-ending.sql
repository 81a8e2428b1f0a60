-- A partnership that is ended with notice stays in force until its last day. Until then ends_on is that day, ending_side who
-- ended it, and ending_cancels the later shifts that are canceled when it ends; all of it can be taken back.
alter table public.partnerships
  drop constraint partnerships_check2,
  add column ending_side text check (ending_side in ('school', 'facility', 'platform')),
  add column ending_cancels uuid[] not null default '{}',
  add constraint partnerships_ended_dated check (status <> 'terminated' or ends_on is not null),
  add constraint partnerships_ending check (ends_on is null or status = 'terminated' or ending_side is not null);
create index partnerships_to_end on public.partnerships (ends_on) where ends_on is not null and status <> 'terminated';
