-- Two-step verification: after the password, a code of an authenticator app (RFC 6238), or one of ten recovery codes.
create table priv.second_factors (
  user_id uuid primary key references public.users (id),
  -- Encrypted by the server, whose key is not in the database (features/accounts/server/second-factor-codes.ts).
  secret text not null,
  -- Null until the person has entered a first code: sign-in does not ask yet.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was accepted, because each code works once.
  last_step bigint not null default 0 check (last_step >= 0),
  created_at timestamptz not null default now()
);
select app.protect('priv.second_factors');

create table priv.recovery_codes (
  user_id uuid not null references priv.second_factors (user_id) on delete cascade,
  -- Keyed by the server.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (user_id, digest)
);
select app.protect('priv.recovery_codes');
