import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { PlainDate } from '#core/plain-date.ts'

/** Creates the demonstration's ids by name. */
type Ids = (name: string) => string

const organizations = [
  {
    key: 'cedar-creek',
    name: 'Cedar Creek Senior Living',
    type: 'long_term_care',
    city: 'Waukesha',
    sites: ['Cedar Creek North', 'Cedar Creek Lakeside'],
  },
  {
    key: 'northgate',
    name: 'Northgate Children’s Hospital',
    type: 'hospital',
    city: 'Milwaukee',
    sites: ['Northgate Main'],
  },
  {
    key: 'riverside',
    name: 'Riverside Community Clinics',
    type: 'clinic',
    city: 'Racine',
    sites: ['Riverside Downtown', 'Riverside West'],
  },
  {
    key: 'brendan',
    name: 'St. Brendan Medical Center',
    type: 'hospital',
    city: 'Kenosha',
    sites: ['St. Brendan Campus'],
  },
  {
    key: 'lakefront',
    name: 'Lakefront Behavioral Health',
    type: 'hospital',
    city: 'Milwaukee',
    sites: ['Lakefront Pavilion'],
  },
  {
    key: 'fox-valley',
    name: 'Fox Valley Home Care',
    type: 'community',
    city: 'Appleton',
    sites: ['Fox Valley Office'],
  },
] as const

type Step = [
  event: string,
  party: 'school' | 'facility' | 'system',
  daysAgo: number,
  to: string,
  reason?: string,
]
type DemoPartnership = {
  school: 'lakeshore' | 'prairie' | 'northwoods'
  organization: string
  status: string
  kind?: string
  /** Days from today; negative ones are in the past. */
  from?: number
  to?: number
  reason?: string
  direction?: 'facility_invited'
  message?: string
  steps: Step[]
}

/** The planner of each school. */
export const planners = {
  lakeshore: { name: 'Ana Morales', email: 'ana.coordinator@lakeshore.example' },
  prairie: { name: 'Robert Kline', email: 'robert.kline@prairie.example' },
  northwoods: { name: 'Helen Sorensen', email: 'helen.sorensen@northwoods.example' },
} as const

const asked: Step = ['submitted', 'school', 400, 'requested']
const partnerships: DemoPartnership[] = [
  {
    school: 'lakeshore',
    organization: 'harborview',
    status: 'active',
    kind: 'affiliation',
    from: -380,
    to: 715,
    message: 'Medical-surgical, intensive care and pediatrics, sixteen seats a week.',
    steps: [
      asked,
      ['review_started', 'facility', 397, 'under_review'],
      ['accepted', 'facility', 385, 'active', 'Welcome back. Please mind the three weeks of lead time.'],
    ],
  },
  {
    school: 'lakeshore',
    organization: 'cedar-creek',
    status: 'active',
    kind: 'affiliation',
    from: -690,
    to: 40,
    steps: [asked, ['accepted', 'facility', 390, 'active'], ['reminded', 'system', 50, 'active']],
  },
  {
    school: 'lakeshore',
    organization: 'northgate',
    status: 'under_review',
    message: 'Eight seniors in pediatrics, two days a week from January.',
    steps: [
      ['submitted', 'school', 9, 'requested'],
      ['review_started', 'facility', 6, 'under_review'],
    ],
  },
  {
    school: 'lakeshore',
    organization: 'riverside',
    status: 'declined',
    reason: 'Both clinics change their records system this spring. Please ask again in June.',
    steps: [
      ['submitted', 'school', 30, 'requested'],
      [
        'declined',
        'facility',
        21,
        'declined',
        'Both clinics change their records system this spring. Please ask again in June.',
      ],
    ],
  },
  {
    school: 'lakeshore',
    organization: 'brendan',
    status: 'suspended',
    kind: 'mou',
    from: -200,
    to: 165,
    reason: 'The school’s certificate of insurance has lapsed.',
    steps: [
      asked,
      ['accepted', 'facility', 205, 'active'],
      ['suspended', 'facility', 4, 'suspended', 'The school’s certificate of insurance has lapsed.'],
    ],
  },
  {
    school: 'lakeshore',
    organization: 'lakefront',
    status: 'expired',
    kind: 'affiliation',
    from: -800,
    to: -20,
    steps: [asked, ['accepted', 'facility', 395, 'active'], ['expired', 'system', 19, 'expired']],
  },
  {
    school: 'prairie',
    organization: 'harborview',
    status: 'requested',
    message: 'Twelve juniors in medical-surgical, Mondays and Wednesdays.',
    steps: [['submitted', 'school', 2, 'requested']],
  },
  {
    school: 'northwoods',
    organization: 'harborview',
    status: 'active',
    kind: 'affiliation',
    from: -330,
    to: 400,
    message: 'Days in intensive care, and in pediatrics.',
    steps: [
      ['submitted', 'school', 350, 'requested'],
      ['accepted', 'facility', 340, 'active', 'Mondays in intensive care are yours.'],
    ],
  },
  {
    school: 'prairie',
    organization: 'cedar-creek',
    status: 'active',
    kind: 'affiliation',
    from: -150,
    to: 580,
    steps: [
      ['submitted', 'school', 170, 'requested'],
      ['accepted', 'facility', 155, 'active'],
    ],
  },
  {
    school: 'prairie',
    organization: 'northgate',
    status: 'active',
    kind: 'observation_only',
    from: -90,
    to: 275,
    steps: [
      ['submitted', 'school', 100, 'requested'],
      ['accepted', 'facility', 92, 'active', 'Observation only in the first year.'],
    ],
  },
  {
    school: 'prairie',
    organization: 'fox-valley',
    status: 'requested',
    direction: 'facility_invited',
    message: 'We have room for four students on home visits.',
    steps: [['submitted', 'facility', 3, 'requested']],
  },
  {
    school: 'prairie',
    organization: 'riverside',
    status: 'terminated',
    kind: 'mou',
    from: -500,
    to: 230,
    reason: 'The downtown clinic has closed its teaching rooms.',
    steps: [
      ['submitted', 'school', 510, 'requested'],
      ['accepted', 'facility', 502, 'active'],
      ['terminated', 'facility', 60, 'terminated', 'The downtown clinic has closed its teaching rooms.'],
    ],
  },
]

/** Inserts organizations near the schools, and a partnership in each status with its history; days count from today. */
export async function insertPartnerships(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  for (const { key, name, type, city, sites } of organizations) {
    await client.query(
      `insert into public.facilities (id, kind, name, city, state, time_zone) values ($1, 'organization', $2, $3, 'WI', 'America/Chicago')`,
      [demoId(key), name, city],
    )
    await client.query('update public.organizations set organization_type = $2 where id = $1', [
      demoId(key),
      type,
    ])
    for (const site of sites)
      await client.query(
        `insert into public.facilities (id, kind, parent_id, name, city, state, time_zone) values ($1, 'site', $2, $3, $4, 'WI', 'America/Chicago')`,
        [demoId(`${key} ${site}`), demoId(key), site, city],
      )
  }
  for (const each of partnerships) await insertPartnership(client, demoId, each, today)
}

async function insertPartnership(
  client: pg.Client,
  demoId: Ids,
  each: DemoPartnership,
  today: PlainDate,
): Promise<void> {
  const id = demoId(`partnership ${each.school} ${each.organization}`)
  await client.query(
    `insert into public.partnerships (id, school_id, organization_id, status, direction, message, agreement_kind, effective_from, effective_to, signed_on,
       notice_days, status_reason, suspended_by_party, ends_on, requested_at, liability_min_cents, indemnity, contact_school, contact_facility, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $15::date + $8::integer, $15::date + $9::integer, $15::date + $8::integer - 10, 30, $10,
       case when $4 = 'suspended' then 'facility' end, case when $4 = 'terminated' then $15::date - 30 end, now() - make_interval(days => $11),
       case when $7 = 'affiliation' then 100000000 end, case when $7 = 'affiliation' then 'mutual' end, $12, $13, $14)`,
    [
      id,
      demoId(each.school),
      demoId(each.organization),
      each.status,
      each.direction ?? 'school_requested',
      each.message ?? null,
      each.kind ?? 'none',
      each.from ?? null,
      each.to ?? null,
      each.reason ?? null,
      each.steps[0]![2],
      planners[each.school],
      each.organization === 'harborview'
        ? { name: 'Frank Whitaker', email: 'frank.education@harborview.example' }
        : {},
      each.direction ? null : demoId(planners[each.school].email),
      today,
    ],
  )
  let before: string | null = null
  for (const [event, party, daysAgo, to, reason] of each.steps) {
    await client.query(
      `insert into public.partnership_events (partnership_id, school_id, at, party, event, from_status, to_status, reason)
       values ($1, $2, now() - make_interval(days => $3), $4, $5, $6, $7, $8)`,
      [id, demoId(each.school), daysAgo, party, event, before, to, reason ?? null],
    )
    before = to
  }
  if (each.kind === 'affiliation' || each.kind === 'mou') {
    const content = agreementPdf(`Agreement ${each.school} ${each.organization}`)
    await client.query(
      `insert into public.partnership_files (id, partnership_id, school_id, name, size_bytes, sha256, content, uploaded_party, position)
       values ($1, $2, $3, 'Signed agreement.pdf', $4, $5, $6, 'facility', 1)`,
      [
        demoId(`agreement ${each.school} ${each.organization}`),
        id,
        demoId(each.school),
        content.length,
        createHash('sha256').update(content).digest('hex'),
        content,
      ],
    )
  }
}

/** A one-page PDF with one line of text. */
function agreementPdf(line: string): Buffer {
  const page = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 6\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
