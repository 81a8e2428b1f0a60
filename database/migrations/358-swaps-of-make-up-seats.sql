-- A seat that makes up hours is not swapped (decision 233). Swaps proposed before end, and their students are notified as of any that lapses.
update public.shift_swaps w set status = 'lapsed', reason = 'One of the seats makes up hours.'
where status in ('proposed', 'accepted')
  and exists (select from public.assignments a where a.id in (w.assignment_id, w.other_assignment_id) and a.makeup_for is not null);
