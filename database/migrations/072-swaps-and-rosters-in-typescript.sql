-- Decided in TypeScript from now on.
drop function if exists app.take_assignment(uuid, text[]), app.assign_students(uuid, uuid[], text), app.propose_swap(uuid, uuid, uuid, uuid, text),
  app.answer_swap(uuid, boolean, text), app.decide_swap(uuid, boolean, text), app.assign_makeup(uuid, uuid, text), app.take_swap(uuid),
  app.do_swap(public.shift_swaps), app.set_aside(text, boolean, text), app.full_refusal(public.shifts), app.limit_refusal(public.shifts),
  app.signup_obstacle(public.shifts), app.give_seat_as_school(uuid, uuid, text, text, text, uuid);
