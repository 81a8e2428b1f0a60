-- A leave that was canceled stays as it is: its days may be another leave's by then.
create or replace trigger guard before update on public.student_leaves for each row
  when (current_user = 'app_rw' and old.canceled_at is not null) execute function app.refuse_change();
