import type pg from 'pg'

const programs = [
  {
    key: 'bsn',
    school: 'lakeshore',
    name: 'Bachelor of Science in Nursing',
    level: 'BSN',
    hours: 720,
    source: 'Catalog 2024–25, BSN plan of study',
  },
  {
    key: 'absn',
    school: 'lakeshore',
    name: 'Accelerated BSN',
    level: 'ABSN',
    hours: 675,
    source: 'Catalog 2026–27, Accelerated BSN',
  },
  {
    key: 'prairie-adn',
    school: 'prairie',
    name: 'Associate Degree in Nursing',
    level: 'ADN',
    hours: 540,
    source: 'Student handbook, section 4',
  },
] as const

const requirements: Record<string, [specialty: string, hours: number][]> = {
  bsn: [
    ['med_surg', 300],
    ['pediatrics', 90],
    ['maternal_newborn', 90],
    ['mental_health', 90],
    ['community', 150],
  ],
  absn: [
    ['med_surg', 315],
    ['pediatrics', 90],
    ['maternal_newborn', 90],
    ['mental_health', 90],
    ['community', 90],
  ],
  'prairie-adn': [
    ['med_surg', 360],
    ['mental_health', 90],
    ['maternal_newborn', 90],
  ],
}

const cohorts = [
  {
    key: 'bsn-fall-2024',
    school: 'lakeshore',
    program: 'bsn',
    name: 'BSN Fall 2024',
    code: 'BSN-F24',
    term: 'Fall 2024',
    start: '2024-08-26',
    end: '2027-05-15',
    size: 10,
  },
  {
    key: 'bsn-fall-2025',
    school: 'lakeshore',
    program: 'bsn',
    name: 'BSN Fall 2025',
    code: 'BSN-F25',
    term: 'Fall 2025',
    start: '2025-08-25',
    end: '2028-05-13',
    size: 12,
  },
  {
    key: 'absn-spring-2027',
    school: 'lakeshore',
    program: 'absn',
    name: 'ABSN Spring 2027',
    code: 'ABSN-S27',
    term: 'Spring 2027',
    start: '2027-01-19',
    end: '2028-08-18',
    size: 24,
  },
  {
    key: 'adn-fall-2025',
    school: 'prairie',
    program: 'prairie-adn',
    name: 'ADN Fall 2025',
    code: 'ADN-F25',
    term: 'Fall 2025',
    start: '2025-08-25',
    end: '2027-05-15',
    size: 16,
  },
] as const

/** Inserts programs, cohorts with their members (one student was transferred) and their advisors. */
export async function insertCohorts(client: pg.Client, demoId: (name: string) => string): Promise<void> {
  for (const { key, school, name, level, hours, source } of programs)
    await client.query(
      `insert into public.programs (id, school_id, name, level, total_required_hours, requirements, hours_source) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        demoId(`program ${key}`),
        demoId(school),
        name,
        level,
        hours,
        JSON.stringify(
          requirements[key]!.map(([specialty, min_hours]) => ({ specialty, min_hours, scope: 'program' })),
        ),
        source,
      ],
    )
  // The accelerated program required fewer hours of cohorts that began before 2027.
  await client.query(
    `update public.programs set hours_from = '2027-01-01', earlier_hours = jsonb_build_array(jsonb_build_object('until', '2027-01-01',
       'total_required_hours', 660, 'requirements', requirements, 'source', 'Catalog 2024–25, Accelerated BSN')) where id = $1`,
    [demoId('program absn')],
  )
  for (const { key, school, program, name, code, term, start, end, size } of cohorts)
    await client.query(
      `insert into public.cohorts (id, school_id, program_id, name, code, admission_term, start_date, expected_graduation, size_target, required_specialties)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{med_surg,mental_health,pediatrics}')`,
      [
        demoId(`cohort ${key}`),
        demoId(school),
        demoId(`program ${program}`),
        name,
        code,
        term,
        start,
        end,
        size,
      ],
    )
  const advisors: [string, string, string][] = [
    ['bsn-fall-2024', 'lakeshore', 'marcus.proctor@lakeshore.example'],
    ['bsn-fall-2025', 'lakeshore', 'denise.carter@lakeshore.example'],
    ['bsn-fall-2025', 'lakeshore', 'grace.dean@lakeshore.example'],
    ['adn-fall-2025', 'prairie', 'tomas.eriksen@prairie.example'],
  ]
  for (const [cohort, school, email] of advisors)
    await client.query(
      `insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)`,
      [demoId(`cohort ${cohort}`), demoId(school), demoId(email)],
    )
  // Every second student of a school by name; the last two have no cohort yet, so that there is something left to do.
  await client.query(
    `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, created_by)
     select c.id, c.school_id, s.id, c.start_date, $1
     from (select u.id, u.linked_school_id, row_number() over (partition by u.linked_school_id order by u.full_name) as at,
         count(*) over (partition by u.linked_school_id) as of
       from public.users u where u.role = 'student' and u.status = 'active') s
     join public.cohorts c on c.school_id = s.linked_school_id
       and c.id = case when s.linked_school_id = $2 then $3::uuid when s.at % 2 = 0 then $4::uuid else $5::uuid end
     where s.at <= s.of - 2 or s.linked_school_id = $2`,
    [
      demoId('ana.coordinator@lakeshore.example'),
      demoId('prairie'),
      demoId('cohort adn-fall-2025'),
      demoId('cohort bsn-fall-2024'),
      demoId('cohort bsn-fall-2025'),
    ],
  )
  // Jenna began a year earlier, took a leave, and returned to her current cohort.
  const jenna = demoId('jenna.student@lakeshore.example')
  await client.query('delete from public.cohort_memberships where student_id = $1', [jenna])
  const stays: [string, string, string | null, string, string | null][] = [
    ['bsn-fall-2024', '2024-08-26', '2025-08-25', 'enrolled', 'transferred'],
    ['bsn-fall-2025', '2025-08-25', '2026-01-20', 'transferred', 'transferred'],
    ['bsn-fall-2024', '2026-01-20', null, 'transferred', null],
  ]
  for (const [cohort, from, to, reason, endReason] of stays)
    await client.query(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, to_date, reason, end_reason, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        demoId(`cohort ${cohort}`),
        demoId('lakeshore'),
        jenna,
        from,
        to,
        reason,
        endReason,
        demoId('ana.coordinator@lakeshore.example'),
      ],
    )
  // Accounts are older than the other data: staff since the summer before, students since before their first class.
  await client.query(
    `update public.users set created_at = '2024-07-15 15:00+00' where status = 'active' and created_at > now() - interval '1 day'`,
  )
  await client.query(
    `update public.users u set graduation_date = c.expected_graduation, created_at = first.day - interval '11 days'
     from (select m.student_id, min(m.from_date) as day from public.cohort_memberships m group by 1) first
     join public.cohort_memberships m on m.student_id = first.student_id and m.to_date is null
     join public.cohorts c on c.id = m.cohort_id where u.id = first.student_id`,
  )
  await client.query(
    `update public.invitations set cohort_name = case full_name when 'Nina Kowalski' then 'ABSN Spring 2027' else 'BSN Fall 2026' end
     where role = 'student' and full_name in ('Nina Kowalski', 'Rafael Costa')`,
  )
}
