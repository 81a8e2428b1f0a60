-- The limits of a plan are one function; where there is room instead is a statement of the product.
drop function if exists app.room_instead(uuid, jsonb, integer), app.room_elsewhere(public.shifts, integer), app.preview_limits(uuid, uuid, jsonb),
  app.is_hard_limit(text);
