-- What was recorded before there were chains is sealed first.
insert into priv.audit_unsealed (source, row_id, chain, ready_at)
  select 'audit_events', e.id, coalesce(e.school_id, '00000000-0000-0000-0000-000000000000'), e.at from public.audit_events e
  on conflict do nothing;
insert into priv.audit_unsealed (source, row_id, chain, ready_at)
  select 'disclosures', d.id, d.school_id, d.at from public.disclosures d
  on conflict do nothing;
