-- What is stored of a password is the server's verifier, whoever writes it (platform/server/passwords.ts).
alter table priv.credentials add constraint credentials_verifier_check check (verifier ~ '^a2id\$');
