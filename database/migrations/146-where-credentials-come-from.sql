-- Where a submission comes from: an upload, a school's own records, or what another school approved, which its owner offers to the next.
alter table public.credentials
  add column source text not null default 'upload' check (source in ('upload', 'import', 'passport')),
  -- Of a passport: who approved it, when, and until when it counts there. Never a note, never a restricted result.
  add column carried jsonb check (jsonb_typeof(carried) = 'object' and length(carried::text) <= 1000),
  add constraint credentials_carried check ((source = 'passport') = (carried is not null));
