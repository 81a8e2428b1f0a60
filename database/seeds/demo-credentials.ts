import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { precheckOf } from '#features/credentials/rules.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { insertFile } from './demo-file.ts'
import { simplePdf } from './simple-pdf.ts'

export type Sent = {
  code: string
  status: string
  /** Days from today when it was issued, expires, and was submitted. */
  issued?: number
  expires?: number | null
  sent: number
  values?: object
  reason?: string
  note?: string
}

/** The requirements of the school; Harborview adds its own. */
const required = ['BLS', 'TB', 'FLU', 'HEPB', 'MMR', 'TDAP', 'BGC', 'HIPAA', 'PHYS'] as const

const approved = (code: string, issued: number, expires: number | null, values: object = {}): Sent => ({
  code,
  status: 'approved',
  issued,
  expires,
  sent: issued + 2,
  values,
})

/** The credentials of a student who has everything. */
export const whole: readonly Sent[] = [
  approved('BLS', -200, 530, { provider: 'American Heart Association' }),
  approved('TB', -110, 255, { blood_result: 'negative' }),
  approved('FLU', -40, 158),
  approved('HEPB', -400, null, { titer_result: 'positive' }),
  approved('MMR', -420, null, { titer_result: 'positive' }),
  approved('TDAP', -900, 2750),
  approved('BGC', -150, null, { result: 'clear' }),
  approved('HIPAA', -120, 245),
  approved('PHYS', -140, 225),
]

/** What each student lacks or has differently, so that every status exists and the review queue is useful. */
export const different: readonly (readonly Sent[])[] = [
  [{ code: 'BLS', status: 'submitted', sent: -1, values: { provider: 'American Heart Association' } }],
  [{ code: 'TB', status: 'submitted', sent: -2 }],
  [approved('BLS', -718, 12, { provider: 'American Heart Association' })],
  [{ code: 'FLU', status: 'submitted', sent: -3 }],
  [{ code: 'HEPB', status: 'conditionally_approved', sent: -9, note: 'Third dose in two weeks.' }],
  [
    {
      code: 'PHYS',
      status: 'rejected',
      sent: -4,
      reason: 'illegible',
      note: 'The date is cut off. Take it flat, in daylight.',
    },
  ],
  [approved('HIPAA', -380, -15)],
  [{ code: 'MMR', status: 'in_review', sent: -5 }],
  [
    {
      code: 'BGC',
      status: 'revoked',
      sent: -60,
      note: 'The report is of another person. Ask for a new one.',
    },
  ],
  [{ code: 'TDAP', status: 'waived', sent: -30, note: 'Medical exemption on file.' }],
  [],
  [
    { code: 'PHYS', status: 'superseded', sent: -8 },
    { code: 'PHYS', status: 'submitted', sent: -6 },
  ],
  [
    approved('TB', -338, 27),
    { code: 'MMR', status: 'lapsed', sent: -50, note: 'Second dose by the end of last month.' },
  ],
  [{ code: 'HIPAA', status: 'submitted', sent: -2 }],
]

/** The dates that the rule of a credential type needs. */
export const datesOf = (code: string, on: PlainDate): object => {
  switch (code) {
    case 'TB':
      return { blood_on: on, blood_result: 'negative' }
    case 'HEPB':
      return { titer_on: on, titer_result: 'positive' }
    case 'MMR':
      return { doses: [addDays(on, -40), on] }
    case 'TDAP':
      return { tdap_on: on }
    default:
      return { issued_on: on }
  }
}

/**
 * Inserts the requirements of Lakeshore and Harborview and the credentials of Lakeshore's students: most are cleared, some need review, and
 * each status exists. The sign-in student has a rejected flu shot and a card that expires soon.
 */
export async function insertCredentials(
  client: pg.Client,
  demoId: (name: string) => string,
  today: PlainDate,
  objects?: ObjectStore,
): Promise<void> {
  const school = demoId('lakeshore')
  const ana = demoId('ana.coordinator@lakeshore.example')
  const { rows: types } = await client.query<{ id: string; code: string; name: string; needs_file: boolean }>(
    'select id, code, name, needs_file from public.credential_types where owner_school_id is null and owner_facility_id is null',
  )
  const typeOf = (code: string) => types.find((type) => type.code === code)!.id
  for (const code of required)
    await client.query(
      `insert into public.credential_requirements (id, type_id, school_id, due_weeks, active_from) values ($1, $2, $3, 3, $4)`,
      [demoId(`requirement ${code}`), typeOf(code), school, addDays(today, -300)],
    )
  await client.query(
    `insert into public.credential_requirements (id, type_id, facility_id, due_weeks, active_from, is_mandatory, instructions)
     values ($1, $2, $3, 2, $4, false, 'Watch the orientation and confirm.')`,
    [demoId('requirement orientation'), typeOf('SITE_ORIENT'), demoId('harborview'), addDays(today, -200)],
  )
  await insertBadgeForm(client, demoId, today)
  await insertAgreed(client, demoId, today, { id: typeOf('LIAB'), objects })
  if (objects) await insertPassport(client, demoId, today, objects)
  await insertOffers(client, demoId, today, { idOf: typeOf, objects })
  const { rows: students } = await client.query<{ id: string; email: string; full_name: string }>(
    `select id, email, full_name from public.users where linked_school_id = $1 and role = 'student' and status = 'active' and email_verified order by full_name`,
    [school],
  )
  let at = 0
  for (const { id: student, email, full_name: name } of students) {
    const own: readonly Sent[] =
      email === 'jenna.student@lakeshore.example'
        ? [
            {
              code: 'FLU',
              status: 'rejected',
              sent: -2,
              reason: 'missing_date',
              note: 'The sticker has no date. Ask the pharmacy for a receipt.',
            },
            approved('BLS', -714, 16, { provider: 'American Heart Association' }),
          ]
        : different[at++ % different.length]!
    const rows = [...whole.filter(({ code }) => !own.some((one) => one.code === code)), ...own]
    for (const row of rows) {
      // A replaced credential has the same type.
      const of = `${row.code} ${student}${row.status === 'superseded' ? ' before' : ''}`
      const on = addDays(today, row.issued ?? row.sent - 2)
      const type = types.find(({ code }) => code === row.code)!
      const files =
        objects && type.needs_file && row.status !== 'waived'
          ? [
              await insertDocument(client, objects, {
                id: demoId(`document ${of}`),
                school,
                student,
                name,
                type: type.name,
                on,
              }),
            ]
          : []
      const isDecided = row.status !== 'submitted' && row.status !== 'in_review'
      await client.query(
        `insert into public.credentials (id, school_id, person_id, type_id, status, values, issued_on, expires_on, conditional_until, waived_until,
           reason_code, note, submitted_at, reviewed_at, reviewed_by, file_ids, precheck)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(days => $13), $14, $15, $16, $17)`,
        [
          demoId(`credential ${of}`),
          school,
          student,
          typeOf(row.code),
          row.status,
          JSON.stringify({ ...datesOf(row.code, on), ...row.values }),
          row.status === 'approved' || row.status === 'revoked' ? on : null,
          row.expires === undefined || row.expires === null ? null : addDays(today, row.expires),
          row.status === 'conditionally_approved'
            ? addDays(today, 18)
            : row.status === 'lapsed'
              ? addDays(today, -20)
              : null,
          row.status === 'waived' ? addDays(today, 120) : null,
          row.reason ?? null,
          row.note ?? null,
          row.sent,
          isDecided ? new Date(Date.now() + (row.sent + 1) * 86_400_000).toISOString() : null,
          isDecided ? ana : null,
          files,
          files.length > 0
            ? JSON.stringify(
                precheckOf(
                  { ...type, owner_kind: 'platform' },
                  { text: pageOf(type.name, name, on).join('\n'), confidence: 100 },
                  { full_name: name, today },
                ),
              )
            : null,
        ],
      )
    }
  }
}

/** The agreement with Harborview requires liability insurance, which Lakeshore has for everyone. */
async function insertAgreed(
  client: pg.Client,
  demoId: (name: string) => string,
  today: PlainDate,
  { id, objects }: { id: string; objects: ObjectStore | undefined },
): Promise<void> {
  const [school, owner, on] = [
    demoId('lakeshore'),
    demoId('ana.coordinator@lakeshore.example'),
    addDays(today, -70),
  ]
  await client.query(
    `update public.partnerships set required_credential_ids = $3 where school_id = $1 and organization_id = $2`,
    [school, demoId('harborview'), [id]],
  )
  const policy = {
    id: demoId('document policy'),
    school,
    student: owner,
    name: 'Lakeshore',
    type: 'Liability insurance',
    on,
  }
  await client.query(
    `insert into public.blanket_credentials (id, school_id, type_id, file_ids, issued_on, expires_on) values ($1, $2, $3, $4, $5, $6)`,
    [
      demoId('policy'),
      school,
      id,
      objects ? [await insertDocument(client, objects, policy)] : [],
      on,
      addDays(today, 295),
    ],
  )
}

/** The sign-in student's passport: one link that was opened, one that was turned off. Their addresses do not work. */
async function insertPassport(
  client: pg.Client,
  demoId: (name: string) => string,
  today: PlainDate,
  objects: ObjectStore,
): Promise<void> {
  const [school, student] = [demoId('lakeshore'), demoId('jenna.student@lakeshore.example')]
  for (const [name, days, isRevoked] of [
    ['open', 21, false],
    ['off', 40, true],
  ] as const) {
    const file = await insertDocument(client, objects, {
      id: demoId(`passport document ${name}`),
      school,
      student,
      name: 'Jenna Park',
      type: 'Credential passport',
      on: addDays(today, -6),
    })
    await client.query(`update public.files set purpose = 'passport' where id = $1`, [file])
    await client.query(
      `insert into public.passport_links (id, school_id, person_id, token_hash, file_id, ends_on, created_at, revoked_at)
       values ($1, $2, $3, encode(sha256($4::bytea), 'hex'), $5, $6, now() - interval '6 days', case when $7 then now() - interval '1 day' end)`,
      [demoId(`passport ${name}`), school, student, randomBytes(32), file, addDays(today, days), isRevoked],
    )
  }
  await client.query(
    `insert into public.passport_openings (link_id, school_id, at, address_block)
     select $1, $2, now() - make_interval(days => n), '203.0.113.0/24' from generate_series(2, 4, 2) n`,
    [demoId('passport open'), school],
  )
}

/**
 * The sign-in student came from Prairie, which approved a credential that Lakeshore does not have: she can send it without a new upload.
 */
async function insertOffers(
  client: pg.Client,
  demoId: (name: string) => string,
  today: PlainDate,
  { idOf, objects }: { idOf: (code: string) => string; objects: ObjectStore | undefined },
): Promise<void> {
  const [school, student] = [demoId('prairie'), demoId('jenna.student@lakeshore.example')]
  await client.query(
    `insert into public.school_members (user_id, school_id, since) values ($1, $2, now() - interval '2 years') on conflict do nothing`,
    [student, school],
  )
  for (const [code, type, issued, expires] of [
    ['FLU', 'Seasonal flu shot', -55, 150],
    ['VAR', 'Varicella (chickenpox)', -500, null],
  ] as const) {
    const on = addDays(today, issued)
    const document = { id: demoId(`prairie document ${code}`), school, student, name: 'Jenna Park', type, on }
    await client.query(
      `insert into public.credentials (id, school_id, person_id, type_id, status, values, issued_on, expires_on, submitted_at, reviewed_at, file_ids)
       values ($1, $2, $3, $4, 'approved', $5, $6, $7, $6::date + 1, $6::date + 2, $8)`,
      [
        demoId(`prairie credential ${code}`),
        school,
        student,
        idOf(code),
        JSON.stringify({ issued_on: on }),
        on,
        expires === null ? null : addDays(today, expires),
        objects ? [await insertDocument(client, objects, document)] : [],
      ],
    )
  }
}

type Document = { id: string; school: string; student: string; name: string; type: string; on: PlainDate }

const pageOf = (type: string, name: string, on: PlainDate): string[] => [
  type,
  `Name: ${name}`,
  `Date: ${formatDate(on)}`,
  'Lakeshore Health Services',
  'Sample document',
]

/** A page that states what it proves, for whom and when; stored like an upload. */
async function insertDocument(
  client: pg.Client,
  objects: ObjectStore,
  { id, school, student, name, type, on }: Document,
): Promise<string> {
  const content = simplePdf(pageOf(type, name, on))
  return insertFile(client, objects, {
    id,
    school,
    owner: student,
    by: student,
    purpose: 'credential',
    name: type,
    content,
    pages: 1,
  })
}

/** A form that Harborview requires and its verifier reviews; two students have submitted it. */
async function insertBadgeForm(
  client: pg.Client,
  demoId: (name: string) => string,
  today: PlainDate,
): Promise<void> {
  const [type, hospital, school] = [demoId('type badge form'), demoId('harborview'), demoId('lakeshore')]
  await client.query(
    `insert into public.credential_types (id, code, name, category, validity, needs_file, instructions, owner_facility_id)
     values ($1, 'BADGE', 'Harborview badge form', 'document', '{"rule": "fixed_months", "months": 12, "end_of_month": false}', false,
       'Fill in the form that your unit gave you.', $2)`,
    [type, hospital],
  )
  await client.query(
    `insert into public.credential_requirements (id, type_id, facility_id, due_weeks, active_from, is_mandatory) values ($1, $2, $3, 2, $4, false)`,
    [demoId('requirement badge form'), type, hospital, addDays(today, -60)],
  )
  await client.query(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, granted_by)
     select u.id, $1, 'verifier', $2 from public.users u where u.role = 'facility_admin' and u.linked_facility_id = $1 and u.status = 'active' on conflict do nothing`,
    [hospital, demoId('sam.superadmin@placewell.example')],
  )
  await client.query(
    `insert into public.credentials (id, school_id, person_id, type_id, values, submitted_at)
     select gen_random_uuid(), $1, u.id, $2, jsonb_build_object('issued_on', $3::text), now() - interval '1 day' from public.users u
     where u.linked_school_id = $1 and u.role = 'student' and u.status = 'active' and u.email_verified order by u.full_name limit 2`,
    [school, type, addDays(today, -3)],
  )
}
