-- What a superadmin sets for the whole installation (decision 207): each row is one change of one setting and stays, so that the newest is
-- what counts. Without a value the default counts again. Each follows the one before: of two at once, one is refused.
create table public.system_settings (
  id uuid primary key default uuidv7(),
  key text not null check (key ~ '^[a-z_]{1,40}$'),
  version integer not null check (version > 0),
  follows integer generated always as (nullif(version - 1, 0)) stored,
  value jsonb check (value <> 'null' and length(value::text) <= 2000),
  created_at timestamptz not null default now(),
  created_by uuid not null references public.users (id),
  unique (key, version),
  foreign key (key, follows) references public.system_settings (key, version)
);
create index system_settings_follows on public.system_settings (key, follows);
create index system_settings_created_by on public.system_settings (created_by);
create trigger append_only before update or delete on public.system_settings for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.system_settings for each statement execute function app.refuse_change();
create trigger audit after insert on public.system_settings for each row execute function app.audit_row();
select app.protect('public.system_settings');
