-- The answer that a link was used for, and the key of its press: a retry after a lost answer is given the same one.
alter table priv.request_links add column opens integer not null default 0, add column answer_key uuid, add column answer jsonb;
create trigger audit after insert or update on priv.request_links for each row execute function app.audit_row();
drop function if exists app.spend_request_link();
drop function if exists app.note_request_link(priv.request_links, text);
