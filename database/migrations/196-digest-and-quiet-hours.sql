-- When a person's copies of notifications are emailed: as they come, or once a day; and hours without any. By the clock of their zone.
create table public.delivery_preferences (
  user_id uuid primary key references public.users (id),
  digest_at time,
  quiet_from time,
  quiet_until time,
  time_zone text not null check (length(time_zone) <= 60),
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);
select app.protect('public.delivery_preferences');

-- A copy that goes out within another mail, the daily digest: it is sent and settled with that.
alter table priv.mails add column digest_id uuid references priv.mails (id) on delete set null;
create index mails_digest on priv.mails (digest_id) where digest_id is not null;

-- It says more.
drop function if exists app.claim_mails(integer, interval);
