-- The e-mail copy of a notification is drawn when it is sent: only the server knows its own address and the layout.
-- Until then body_html is empty and action_path says where its button leads.
alter table priv.mails add column action_path text check (action_path ~ '^/[^/\\]' and length(action_path) <= 500);
