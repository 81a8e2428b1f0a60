import type pg from 'pg'

type Ids = (name: string) => string

/** Messages of Lakeshore and its instructors to students, and of Harborview to its schools; some are read, and one is scheduled. */
export async function insertSentMessages(client: pg.Client, demoId: Ids): Promise<void> {
  const [school, ana] = [demoId('lakeshore'), demoId('ana.coordinator@lakeshore.example')]
  const { rows: cohorts } = await client.query<{ id: string; name: string }>(
    `select c.id, c.name from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id where m.student_id = $1 and m.to_date is null`,
    [demoId('jenna.student@lakeshore.example')],
  )
  const [cohort] = cohorts
  if (cohort)
    await insert(client, {
      id: demoId('message parking'),
      school_id: school,
      sent_by: ana,
      audience: { kind: 'cohorts', cohort_ids: [cohort.id] },
      audience_name: cohort.name,
      title: 'Parking at Harborview from Monday on',
      message:
        'The visitor ramp is closed for repairs. Park in Lot C on 8th Street and show your student badge at the gate; it is free.',
      days: 3,
      people: `select $1::uuid, m.school_id, m.student_id, case when abs(hashtext(m.student_id::text)) % 3 > 0 then now() - interval '2 days' end
        from public.cohort_memberships m where m.cohort_id = '${cohort.id}' and m.to_date is null`,
    })
  await insert(client, {
    id: demoId('message instructors'),
    school_id: school,
    sent_by: ana,
    audience: { kind: 'school', group: 'instructors' },
    audience_name: 'All instructors',
    title: 'Midterm evaluations are due a week from Friday',
    message:
      'Please finish the midterm evaluation of every student on your shifts. Drafts are saved as you go.',
    days: 8,
    people: `select $1::uuid, u.linked_school_id, u.id, case when abs(hashtext(u.id::text)) % 5 > 0 then now() - interval '7 days' end
      from public.users u where u.linked_school_id = '${school}' and u.role = 'proctor' and u.status = 'active'`,
  })
  const { rows: led } = await client.query<{ id: string; name: string }>(
    `select x.id, f.name || ' on ' || to_char(x.date, 'Dy, Mon FMDD, YYYY') as name from public.shifts x join public.facilities f on f.id = x.facility_id
     where x.proctor_id = $1 and exists (select from public.assignments a where a.shift_id = x.id and app.holds_seat(a.status))
     order by abs(x.date - current_date), x.id limit 1`,
    [demoId('marcus.proctor@lakeshore.example')],
  )
  const [shift] = led
  if (shift) {
    const id = demoId('message scope')
    await insert(client, {
      id,
      school_id: school,
      by_instructor: true,
      sent_by: demoId('marcus.proctor@lakeshore.example'),
      audience: { kind: 'shifts', shift_ids: [shift.id], with_instructors: false },
      audience_name: shift.name,
      title: 'Bring your stethoscope and a watch',
      message:
        'We practice lung sounds together after report. Meet me at the nurses’ station ten minutes early.',
      days: 2,
      people: `select $1::uuid, a.school_id, a.student_id, case when abs(hashtext(a.student_id::text)) % 3 = 0 then now() - interval '2 days' end
        from public.assignments a where a.shift_id = '${shift.id}' and app.holds_seat(a.status)`,
    })
    await client.query(
      `insert into public.message_reminders (id, message_id, sent_by, recipients, created_at, next_at, delivered_at)
       select $2, m.id, m.sent_by, count(*), now() - interval '30 hours', now() - interval '6 hours', now() - interval '30 hours'
       from public.messages m join public.message_people p on p.message_id = m.id and p.read_at is null where m.id = $1 group by m.id`,
      [id, demoId('message scope again')],
    )
  }
  await insert(client, {
    id: demoId('message evaluations'),
    school_id: school,
    sent_by: ana,
    audience: { kind: 'school', group: 'students' },
    audience_name: 'All students',
    title: 'Tell us about your sites before the break',
    message:
      'Please rate the sites and instructors of this semester. It takes five minutes, and your answers stay anonymous.',
    in_days: 6,
  })
  const { rows: partners } = await client.query<{ organization_id: string; id: string }>(
    `select p.organization_id, u.id from public.partnerships p join public.users u on u.linked_facility_id = p.organization_id and u.role = 'facility_admin'
     where p.school_id = $1 and p.status = 'active' and u.status = 'active' order by u.full_name, u.id limit 1`,
    [school],
  )
  const [partner] = partners
  if (partner)
    await insert(client, {
      id: demoId('message badges'),
      organization_id: partner.organization_id,
      sent_by: partner.id,
      audience: { kind: 'partners', facility_ids: [] },
      audience_name: 'All partner schools',
      title: 'Badge office hours over the holidays',
      message:
        'The badge office is open 7:00–11:00 AM only between December 22 and January 2. Please send new students in the morning.',
      days: 2,
      schools: `select $1::uuid, p.school_id, case when p.school_id = '${school}' then now() - interval '1 day' end
        from public.partnerships p where p.organization_id = '${partner.organization_id}' and p.status = 'active'`,
    })
}

type Sent = {
  id: string
  school_id?: string
  organization_id?: string
  by_instructor?: true
  sent_by: string
  audience: object
  audience_name: string
  title: string
  message: string
  /** How many days ago it was sent, or (in_days) in how many days it is scheduled, at seven. */
  days?: number
  in_days?: number
  /** Queries of rows for message_people or message_schools; $1 is the message. */
  people?: string
  schools?: string
}

async function insert(client: pg.Client, sent: Sent): Promise<void> {
  await client.query(
    `insert into public.messages (id, school_id, organization_id, by_instructor, sent_by, audience, audience_name, title, message, created_at, delivered_at, send_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce(d.sent, now() - interval '1 day'), d.sent, d.due
     from (select now() - make_interval(days => $10) as sent, (current_date + $11::integer + time '07:00') at time zone 'America/Chicago' as due) d`,
    [
      sent.id,
      sent.school_id ?? null,
      sent.organization_id ?? null,
      sent.by_instructor ?? false,
      sent.sent_by,
      JSON.stringify(sent.audience),
      sent.audience_name,
      sent.title,
      sent.message,
      sent.days ?? null,
      sent.in_days ?? null,
    ],
  )
  if (sent.in_days) return
  const into = sent.people
    ? `public.message_people (message_id, school_id, user_id, read_at) ${sent.people}`
    : `public.message_schools (message_id, partner_id, read_at) ${sent.schools}`
  await client.query(`insert into ${into}`, [sent.id])
}
