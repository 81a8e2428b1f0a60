-- A canceled leave cannot change, because another leave may have its days by then.
create or replace trigger guard before update on public.student_leaves for each row
  when (current_user = 'app_rw' and old.canceled_at is not null) execute function app.refuse_change();
