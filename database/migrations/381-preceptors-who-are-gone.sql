-- When the school was notified that a preceptor can no longer confirm: their account or their permission has ended.
alter table public.capstone_nominations add column gone_noted_at timestamptz;
