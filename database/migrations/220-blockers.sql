-- Functions that procedures.sql and kernel.sql create under other names: what keeps something from being done is a blocker.
drop function if exists app.seat_obstacle(uuid, public.shifts), app.seat_obstacle(uuid, public.shifts, uuid[]),
  app.level_obstacle(uuid, public.shifts), app.level_obstacle(uuid, public.shifts, uuid[]),
  app.invitation_obstacle(public.invitations), app.publish_obstacle(public.shifts, boolean);
