-- Why an agreement does not cover a shift comes as facts, which TypeScript words. What a function returns cannot be changed in place.
drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid[], uuid, integer, uuid, boolean);
drop function if exists app.partnership_covers(uuid, uuid, date, text, uuid, uuid, integer, uuid, boolean);
drop function if exists app.agreement_room(uuid, uuid, date, text, uuid[], uuid, uuid);
drop function if exists app.facts_of_slots(uuid[], uuid);
