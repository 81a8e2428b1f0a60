-- Mails are claimed in this order: links that people wait for, then copies of notifications, each by time (app.claim_mails).
create index mails_next on priv.mails ((kind = 'notification'), next_attempt_at) where status = 'queued' and digest_id is null;
drop index priv.mails_due;
