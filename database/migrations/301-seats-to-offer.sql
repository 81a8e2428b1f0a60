-- Shifts whose seats are to be offered to those who wait: written by triggers with what gave them up, worked off by the worker within a
-- second. A shift may stand here several times: none who writes waits for who works it off.
create table priv.seat_offers (
  id bigint generated always as identity primary key,
  shift_id uuid not null,
  school_id uuid not null,
  asked_at timestamptz not null default now(),
  foreign key (shift_id, school_id) references public.shifts (id, school_id) on delete cascade
);
create index seat_offers_shift on priv.seat_offers (shift_id, school_id);
select app.protect('priv.seat_offers');
