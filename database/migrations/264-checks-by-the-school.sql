-- What a school looks up itself, such as a license at the board or a name on a list of exclusions: the school records it, and its people
-- send nothing. A facility knows no people by itself and has no such types.
alter table public.credential_types drop constraint credential_types_evidence_check,
  add constraint credential_types_evidence_check
    check (evidence in ('document', 'series', 'hepatitis_b', 'tuberculosis', 'tdap', 'result', 'attestation', 'external_check')),
  add constraint credential_types_checked_by_schools check (evidence <> 'external_check' or owner_facility_id is null);
alter table public.credentials drop constraint credentials_source_check,
  add constraint credentials_source_check check (source in ('upload', 'import', 'passport', 'check'));
