-- Who signs up chooses a password before anybody knows whose mailbox it is: the browser that chose it is remembered, so
-- that the link in the mail makes the password good there, and anywhere else asks for one anew.
alter table priv.credentials add column chosen_in text check (chosen_in ~ '^[0-9a-f]{64}$');

-- A password that waits for a change of address is judged like any other: what was found weak stays weak.
alter table priv.user_tokens add column new_must_change boolean not null default false;

-- What the clean-up looks for, by its age.
create index sessions_ended on priv.sessions (expires_at);
create index user_tokens_ended on priv.user_tokens (expires_at);
create index known_devices_age on priv.known_devices (last_used_at);
create index throttles_age on priv.throttles (window_started_at);
create index mails_settled on priv.mails (created_at) where status <> 'queued';
