-- What becomes of a shift whose unit takes nobody any more, and who leads it instead of someone who leaves, are commands in TypeScript.
drop function if exists app.refuse_place(public.shifts), app.write_shift(public.shifts, public.shifts),
  app.notify_of_change(public.shifts, public.shifts, jsonb, text), app.move_to_unit(public.shifts, uuid, text), app.replace_leader(uuid, uuid, uuid, text),
  app.unit_refuses_shift(uuid, uuid), app.settle_shift_ahead(uuid, uuid, text);
