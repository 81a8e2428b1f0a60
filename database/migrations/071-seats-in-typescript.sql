-- Decided in TypeScript from now on.
drop function if exists app.waive_makeup(uuid, text), app.keep_on_shift(uuid, text), app.ask_to_drop(uuid, text),
  app.note_conflict(uuid, text), app.drop_seat(uuid, text), app.answer_offer(uuid, boolean),
  app.withdraw_request(uuid), app.decide_request(uuid, text, text), app.remove_assignment(uuid, text, text, boolean),
  app.return_request(uuid, text), app.end_assignment(public.assignments, text, text, text, text);
