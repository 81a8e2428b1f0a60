-- For the reminders before a waiver ends, as approvals with a condition have one.
create index credentials_waivers on public.credentials (waived_until) where status = 'waived';
