-- An agreement is saved under a name that says what it is: no other ending, no folder, nothing that nobody sees.
alter table public.partnership_files add constraint partnership_files_name check (
  name ~ '\.pdf$' and name !~ '[[:cntrl:]\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*/\\]');
