-- The hours to make up follow corrections of the shift's credited hours; these did not.
update public.makeup_needs n set hours = x.credited_hours
from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
where n.assignment_id = a.id and n.school_id = a.school_id and n.status in ('open', 'scheduled') and n.hours <> x.credited_hours;
