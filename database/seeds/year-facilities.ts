import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { settingFor } from '#platform/server/passwords.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { NEVER_TRIED } from './demo-client-hash.ts'
import { planners } from './demo-partnerships.ts'

type Ids = (name: string) => string
export type School = 'lakeshore' | 'prairie'
export type Organization = 'harborview' | 'larkspur' | 'stonebridge' | 'birchwood' | 'cedar-creek'

type Site = { key: string; name: string; city: string; zip: string; units: readonly UnitKind[] }

const kinds = {
  medsurg: { specialty: 'med_surg', population: 'adult', level: 'acute', seats: 8 },
  tele: { specialty: 'med_surg', population: 'adult', level: 'acute', seats: 8 },
  icu: { specialty: 'icu', population: 'adult', level: 'acute', seats: 4 },
  ed: { specialty: 'emergency', population: 'all', level: 'acute', seats: 4 },
  or: { specialty: 'perioperative', population: 'adult', level: 'acute', seats: 4 },
  ob: { specialty: 'maternal_newborn', population: 'maternal', level: 'acute', seats: 8 },
  nicu: { specialty: 'icu', population: 'neonatal', level: 'acute', seats: 2 },
  peds: { specialty: 'pediatrics', population: 'pediatric', level: 'acute', seats: 8 },
  psych: { specialty: 'mental_health', population: 'adult', level: 'acute', seats: 8 },
  youth: { specialty: 'mental_health', population: 'pediatric', level: 'acute', seats: 8 },
  clinic: { specialty: 'community', population: 'all', level: 'ambulatory', seats: 8 },
  elders: { specialty: 'geriatrics_ltc', population: 'geriatric', level: 'long_term', seats: 8 },
} as const
type UnitKind = readonly [name: string, kind: keyof typeof kinds]

/** The coordinator of each organization; the hospital group's is among the sign-ins. */
export const educators: Record<Organization, { name: string; email: string }> = {
  harborview: { name: 'Frank Whitaker', email: 'frank.education@harborview.example' },
  larkspur: { name: 'Monica Reyes', email: 'monica.reyes@larkspur.example' },
  stonebridge: { name: 'Gordon Pike', email: 'gordon.pike@stonebridge.example' },
  birchwood: { name: 'Alicia Grant', email: 'alicia.grant@birchwood.example' },
  'cedar-creek': { name: 'Peter Hollis', email: 'peter.hollis@cedarcreek.example' },
}

const added = [
  { key: 'larkspur', name: 'Larkspur Health', type: 'hospital_system', city: 'Racine' },
  { key: 'stonebridge', name: 'Stonebridge Behavioral Health', type: 'hospital', city: 'Wauwatosa' },
  { key: 'birchwood', name: 'Birchwood Community Care', type: 'community', city: 'Milwaukee' },
] as const

const sites: Record<Organization, readonly Site[]> = {
  harborview: [
    {
      key: 'harborview-main',
      name: 'Harborview Medical Center',
      city: 'Milwaukee',
      zip: '53203',
      units: [
        ['6 West Telemetry', 'tele'],
        ['7 East Oncology', 'medsurg'],
        ['4 North Surgical', 'medsurg'],
        ['Emergency Department', 'ed'],
        ['Operating Rooms', 'or'],
      ],
    },
    {
      key: 'harborview-west',
      name: 'Harborview West Hospital',
      city: 'Milwaukee',
      zip: '53214',
      units: [
        ['3 South Medical-Surgical', 'medsurg'],
        ['Progressive Care', 'tele'],
        ['Emergency Department', 'ed'],
      ],
    },
    {
      key: 'harborview-north',
      name: 'Harborview North Hospital',
      city: 'Mequon',
      zip: '53092',
      units: [
        ['2 Medical', 'medsurg'],
        ['3 Surgical', 'medsurg'],
        ['Intensive Care', 'icu'],
        ['Birth Center', 'ob'],
        ['Inpatient Pediatrics', 'peds'],
      ],
    },
    {
      key: 'harborview-women',
      name: 'Harborview Women’s Pavilion',
      city: 'Wauwatosa',
      zip: '53226',
      units: [
        ['Mother and Baby', 'ob'],
        ['Antepartum', 'ob'],
        ['Neonatal Intensive Care', 'nicu'],
        ['Gynecologic Surgery', 'or'],
      ],
    },
  ],
  larkspur: [
    {
      key: 'larkspur-regional',
      name: 'Larkspur Regional Hospital',
      city: 'Racine',
      zip: '53405',
      units: [
        ['4A Medical-Surgical', 'medsurg'],
        ['4B Orthopedics', 'medsurg'],
        ['5A Cardiac Telemetry', 'tele'],
        ['Intensive Care', 'icu'],
        ['Emergency Department', 'ed'],
        ['Labor and Delivery', 'ob'],
        ['3C Pediatrics', 'peds'],
      ],
    },
    {
      key: 'larkspur-memorial',
      name: 'Larkspur Memorial Hospital',
      city: 'Kenosha',
      zip: '53142',
      units: [
        ['2 East Medical', 'medsurg'],
        ['2 West Surgical', 'medsurg'],
        ['Emergency Department', 'ed'],
        ['Family Birth Center', 'ob'],
        ['Surgical Services', 'or'],
      ],
    },
    {
      key: 'larkspur-children',
      name: 'Larkspur Children’s Hospital',
      city: 'Milwaukee',
      zip: '53210',
      units: [
        ['General Pediatrics', 'peds'],
        ['Pediatric Surgery', 'peds'],
        ['Adolescent Medicine', 'peds'],
        ['Pediatric Intensive Care', 'nicu'],
      ],
    },
    {
      key: 'larkspur-heart',
      name: 'Larkspur Heart Center',
      city: 'Brookfield',
      zip: '53005',
      units: [
        ['Cardiac Step-Down', 'tele'],
        ['Cardiovascular Intensive Care', 'icu'],
        ['Cardiac Surgery', 'or'],
        ['Heart Failure Unit', 'medsurg'],
        ['Cardiac Rehabilitation', 'clinic'],
      ],
    },
  ],
  stonebridge: [
    {
      key: 'stonebridge-hospital',
      name: 'Stonebridge Hospital',
      city: 'Wauwatosa',
      zip: '53213',
      units: [
        ['Adult Acute Psychiatry', 'psych'],
        ['Mood Disorders', 'psych'],
        ['Adolescent Psychiatry', 'youth'],
      ],
    },
    {
      key: 'stonebridge-lakeside',
      name: 'Stonebridge Lakeside',
      city: 'Racine',
      zip: '53402',
      units: [
        ['Adult Psychiatry', 'psych'],
        ['Dual Diagnosis', 'psych'],
        ['Older Adult Psychiatry', 'psych'],
      ],
    },
  ],
  birchwood: [
    {
      key: 'birchwood-north',
      name: 'Birchwood Northside Clinic',
      city: 'Milwaukee',
      zip: '53209',
      units: [
        ['Family Practice', 'clinic'],
        ['Public Health Nursing', 'clinic'],
        ['School Health', 'clinic'],
      ],
    },
    {
      key: 'birchwood-south',
      name: 'Birchwood Southside Clinic',
      city: 'Milwaukee',
      zip: '53215',
      units: [
        ['Primary Care', 'clinic'],
        ['Home Visits', 'clinic'],
        ['Maternal Outreach', 'clinic'],
      ],
    },
  ],
  'cedar-creek': [
    {
      key: 'cedar-creek Cedar Creek North',
      name: 'Cedar Creek North',
      city: 'Waukesha',
      zip: '53188',
      units: [
        ['Skilled Nursing', 'elders'],
        ['Rehabilitation', 'elders'],
        ['Memory Care', 'elders'],
      ],
    },
    {
      key: 'cedar-creek Cedar Creek Lakeside',
      name: 'Cedar Creek Lakeside',
      city: 'Waukesha',
      zip: '53186',
      units: [
        ['Skilled Nursing', 'elders'],
        ['Assisted Living', 'elders'],
        ['Hospice', 'elders'],
      ],
    },
  ],
}

/** The sites that already exist. */
const known = new Set([
  'harborview-main',
  'harborview-west',
  'cedar-creek Cedar Creek North',
  'cedar-creek Cedar Creek Lakeside',
])

type Unit = { key: string; name: string; organization: Organization; site: Site; kind: keyof typeof kinds }

/** Every unit of the year, by organization. */
export const units: readonly Unit[] = Object.entries(sites).flatMap(([organization, list]) =>
  list.flatMap((site) =>
    site.units.map(([name, kind]) => ({
      key: `${site.key} ${name}`,
      name,
      organization: organization as Organization,
      site,
      kind,
    })),
  ),
)

/** The specialty of a unit, and the most students of one school at a time. */
export const unitFacts = ({ kind }: Unit): (typeof kinds)[keyof typeof kinds] => kinds[kind]

/** The partners of each school; the small demonstration already has an agreement with the last of each. */
export const partnersOf: Record<School, readonly Organization[]> = {
  lakeshore: ['larkspur', 'stonebridge', 'birchwood', 'harborview'],
  prairie: ['larkspur', 'stonebridge', 'birchwood', 'cedar-creek'],
}

type Seed = { client: pg.Client; demoId: Ids; today: PlainDate; saltKey: string }

/** Inserts five organizations with fourteen sites and sixty units, their coordinators, and their agreements with two schools. */
export async function insertYearFacilities({ client, demoId, today, saltKey }: Seed): Promise<void> {
  const nodes = [
    ...added.map(({ key, name, city }) => ({
      id: demoId(key),
      kind: 'organization',
      parent: null,
      name,
      city,
    })),
    ...Object.entries(sites).flatMap(([organization, list]) =>
      list
        .filter(({ key }) => !known.has(key))
        .map(({ key, name, city }) => ({
          id: demoId(key),
          kind: 'site',
          parent: demoId(organization),
          name,
          city,
        })),
    ),
    ...units.map(({ key, name, site }) => ({
      id: demoId(key),
      kind: 'unit',
      parent: demoId(site.key),
      name,
      city: site.city,
    })),
  ]
  for (const kind of ['organization', 'site', 'unit'])
    await client.query(
      `insert into public.facilities (id, kind, parent_id, name, city, state, time_zone)
       select id, kind, parent, name, city, 'WI', 'America/Chicago' from jsonb_to_recordset($1) as n (id uuid, kind text, parent uuid, name text, city text)`,
      [JSON.stringify(nodes.filter((node) => node.kind === kind))],
    )
  await client.query(
    `update public.organizations o set organization_type = n.type from jsonb_to_recordset($1) as n (id uuid, type text) where o.id = n.id`,
    [JSON.stringify(added.map(({ key, type }) => ({ id: demoId(key), type })))],
  )
  await client.query(
    `update public.sites s set postal_code = n.zip, latitude = coalesce(s.latitude, z.latitude), longitude = coalesce(s.longitude, z.longitude)
     from jsonb_to_recordset($1) as n (id uuid, zip text) left join public.postal_codes z on z.postal_code = n.zip where s.id = n.id and s.pin_confirmed_at is null`,
    [
      JSON.stringify(
        Object.values(sites)
          .flat()
          .map(({ key, zip }) => ({ id: demoId(key), zip })),
      ),
    ],
  )
  await client.query(
    `update public.units u set specialty = n.specialty, population = n.population, care_level = n.level, max_students_per_shift = n.seats,
       shift_patterns = '[{"name": "Morning", "start": "07:00", "end": "13:30", "unpaid_break_min": 30}, {"name": "Evening", "start": "14:30", "end": "21:00", "unpaid_break_min": 30}, {"name": "D12", "start": "07:00", "end": "19:00", "unpaid_break_min": 30}]'
     from jsonb_to_recordset($1) as n (id uuid, specialty text, population text, level text, seats integer) where u.id = n.id`,
    [JSON.stringify(units.map((unit) => ({ id: demoId(unit.key), ...unitFacts(unit) })))],
  )
  await insertEducators({ client, demoId, saltKey })
  await insertAgreements(client, demoId, today)
}

/** Inserts people who cannot sign in: no one knows their passwords. */
export async function insertPeopleOfYear(
  { client, demoId, saltKey }: Pick<Seed, 'client' | 'demoId' | 'saltKey'>,
  people: readonly {
    email: string
    name: string
    role: string
    school?: string
    facility?: string
    number?: string
    graduates?: PlainDate
  }[],
): Promise<void> {
  const rows = people.map(({ email, school, facility, ...person }) => ({
    ...person,
    id: demoId(email),
    email,
    school: school && demoId(school),
    facility: facility && demoId(facility),
    setting: settingFor(email, saltKey),
    verifier: `a2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`,
  }))
  await client.query(
    `with p as (select * from jsonb_to_recordset($1) as p (id uuid, email text, name text, role text, school uuid, facility uuid, number text, graduates date,
         setting text, verifier text)),
       made as (insert into public.users (id, email, full_name, role, status, linked_school_id, linked_facility_id, email_verified, student_number, graduation_date)
         select id, email, name, role, 'active', school, facility, true, number, graduates from p)
     insert into priv.credentials (user_id, client_setting, verifier, tried) select id, setting, verifier, $2 from p`,
    [JSON.stringify(rows), NEVER_TRIED],
  )
}

const insertEducators = (seed: Pick<Seed, 'client' | 'demoId' | 'saltKey'>): Promise<void> =>
  insertPeopleOfYear(
    seed,
    Object.entries(educators)
      .filter(([facility]) => facility !== 'harborview')
      .map(([facility, person]) => ({ ...person, role: 'facility_admin', facility })),
  )

/** Inserts the agreements that the small demonstration lacks, for two years around today. */
async function insertAgreements(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const rows = (['lakeshore', 'prairie'] as const).flatMap((school) =>
    partnersOf[school]
      .filter((organization) => organization !== 'harborview' && organization !== 'cedar-creek')
      .map((organization) => ({
        id: demoId(`partnership ${school} ${organization}`),
        school: demoId(school),
        organization: demoId(organization),
        contact_school: planners[school],
        contact_facility: educators[organization],
        by: demoId(planners[school].email),
      })),
  )
  await client.query(
    `with p as (select * from jsonb_to_recordset($1) as p (id uuid, school uuid, organization uuid, contact_school jsonb, contact_facility jsonb, "by" uuid)),
       made as (insert into public.partnerships (id, school_id, organization_id, status, agreement_kind, effective_from, effective_to, signed_on, requested_at, decided_at,
           liability_min_cents, indemnity, contact_school, contact_facility, created_by)
         select id, school, organization, 'active', 'affiliation', $2::date, $3::date, $2::date - 12, $2::date - 60, $2::date - 20, 100000000, 'mutual', contact_school,
           contact_facility, "by" from p)
     insert into public.partnership_events (partnership_id, school_id, at, party, event, from_status, to_status)
     select p.id, p.school, $2::date - e.days, e.party, e.event, e.was, e.becomes
     from p, (values (60, 'school', 'submitted', null, 'requested'), (20, 'facility', 'accepted', 'requested', 'active')) e (days, party, event, was, becomes)`,
    [JSON.stringify(rows), addDays(today, -540), addDays(today, 560)],
  )
}
