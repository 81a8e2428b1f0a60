-- Files of agreements that were saved under a name with folders, an ending of another kind, or characters that nobody sees.
update public.partnership_files f
set name = left(coalesce(nullif(btrim(regexp_replace(regexp_replace(regexp_replace(f.name, '^.*[/\\]', ''),
    '[[:cntrl:]\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*]', '', 'g'), '\.pdf$', '', 'i'), ' .'), ''), 'File'), 196) || '.pdf'
where f.name !~ '\.pdf$' or f.name ~ '[[:cntrl:]\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*/\\]';
