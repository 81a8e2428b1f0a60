-- A session has a name of its own, so that a person can end one without the server ever telling a token's hash.
alter table priv.sessions add column id uuid not null default gen_random_uuid();
alter table priv.sessions add constraint sessions_id unique (id);

-- A change of e-mail address waits for the new mailbox; the password is hashed anew with that address's own salt setting.
alter table priv.user_tokens add column new_password_hash text;
alter table priv.user_tokens add constraint user_tokens_change_complete
  check (kind <> 'change_email' or (new_email is not null and new_password_hash is not null));

-- A browser that has signed somebody in before: it keeps the way open for them while others guess at their password.
create table priv.known_devices (
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references public.users (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (token_hash, user_id)
);
create index known_devices_user on priv.known_devices (user_id);
select app.protect('priv.known_devices');
