-- Three triggers had a function each that did the same: today's is made at the start.
drop function if exists app.note_requirement_clearance() cascade;
drop function if exists app.note_blanket_clearance() cascade;
drop function if exists app.note_agreement_clearance() cascade;
