import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { settingFor } from '#platform/server/passwords.ts'
import { type PlainDate, todayIn } from '#core/plain-date.ts'
import { asOwner } from '../as-owner.ts'
import type { SeedTarget } from './target.ts'
import { insertMilwaukee } from './demo-milwaukee.ts'
import { demoAccounts } from './demo-accounts.ts'
import { demoClientHash, demoSetting, NEVER_TRIED } from './demo-client-hash.ts'
import { insertCohorts } from './demo-cohorts.ts'
import { insertCanvas } from './demo-canvas.ts'
import { insertCapstone } from './demo-capstone.ts'
import { insertCapstoneWishlists } from './demo-capstone-wishlists.ts'
import { insertCredentials } from './demo-credentials.ts'
import { insertHoursRequests } from './demo-hours-requests.ts'
import { insertLeaves } from './demo-leaves.ts'
import { insertAutomations } from './demo-automations.ts'
import { insertMappings } from './demo-mappings.ts'
import { insertShiftPlans } from './demo-shift-plans.ts'
import { insertSentMessages } from './demo-messages.ts'
import { insertPrivacy } from './demo-privacy.ts'
import { insertPartnerships } from './demo-partnerships.ts'
import { insertEndedSemester, insertReports } from './demo-reports.ts'
import { insertEvaluations } from './demo-evaluations.ts'
import { insertShifts } from './demo-shifts.ts'
import { insertMatchRuns } from './demo-match-runs.ts'
import { insertRotations } from './demo-rotations.ts'
import { insertWishlists } from './demo-wishlists.ts'
import { termsOf } from './demo-terms.ts'
import { insertYear } from './year.ts'

const zone = 'America/Chicago'

/**
 * Seeds the demonstration: three fictional schools and a hospital group with people in every role, and semesters and shifts in every
 * status, among the real hospitals and nursing schools of greater Milwaukee. The whole demonstration adds a year of two of the schools,
 * which journeys and tests don't need.
 */
export async function seedDemo(target: SeedTarget): Promise<boolean> {
  const today = target.today ?? todayIn(zone)
  return asOwner(target.adminUrl, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('placewell seed'))`)
    const { rowCount } = await client.query('select 1 from public.users limit 1')
    if (rowCount) return false
    await insertFacilities(client)
    await insertBoard(client)
    await insertMilwaukee(client, demoId)
    await insertPeople(client, target)
    await insertSemesters(client, today)
    await insertPartnerships(client, demoId, today)
    await insertMessages(client)
    await insertInvitations(client)
    await insertCohorts(client, demoId)
    await insertEndedSemester(client, demoId)
    await insertShifts(client, demoId, today, target.isWhole)
    await insertEvaluations(client, demoId)
    await insertPrivacy(client, demoId)
    await insertHoursRequests(client, demoId, today)
    await insertSentMessages(client, demoId)
    await insertRotations(client, demoId, today)
    await insertWishlists(client, demoId, today)
    await insertMatchRuns(client, demoId, today)
    await insertReports(client, demoId, target.objects)
    await insertCredentials(client, demoId, today, target.objects)
    await insertCapstone(client, demoId, today, target.appUrl)
    await insertCapstoneWishlists(client, demoId, today)
    if (target.isWhole) await insertYear(client, demoId, today, target)
    await insertLeaves(client, demoId, today)
    await insertMappings(client, demoId)
    await insertAutomations(client, demoId, today)
    await insertCanvas(client, demoId, target.objects)
    await insertShiftPlans(client, demoId)
    return true
  })
}

/** The same id for the same name in every database, so that screenshots, tests and links stay valid. */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`placewell demo ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const schools = [
  { key: 'lakeshore', name: 'Lakeshore College of Nursing', city: 'Milwaukee', state: 'WI', code: 'LAKE26' },
  { key: 'prairie', name: 'Prairie State School of Nursing', city: 'Madison', state: 'WI', code: 'PRAIRIE' },
  {
    key: 'northwoods',
    name: 'Northwoods University School of Nursing',
    city: 'Wausau',
    state: 'WI',
    code: 'NORTH26',
  },
] as const

const facilities = [
  { key: 'harborview', kind: 'organization', parent: null, name: 'Harborview Health' },
  { key: 'harborview-main', kind: 'site', parent: 'harborview', name: 'Harborview Medical Center' },
  { key: 'harborview-west', kind: 'site', parent: 'harborview', name: 'Harborview West Hospital' },
  { key: 'main-5e', kind: 'unit', parent: 'harborview-main', name: '5 East Medical-Surgical' },
  { key: 'main-icu', kind: 'unit', parent: 'harborview-main', name: 'Medical Intensive Care' },
  { key: 'main-ob', kind: 'unit', parent: 'harborview-main', name: 'Labor and Delivery' },
  { key: 'west-peds', kind: 'unit', parent: 'harborview-west', name: 'Pediatrics' },
] as const

const [D8, E8, D12, N12] = [
  { name: 'D8', start: '07:00', end: '15:00', unpaid_break_min: 30 },
  { name: 'E8', start: '15:00', end: '23:00', unpaid_break_min: 30 },
  { name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 },
  { name: 'N12', start: '19:00', end: '07:00', unpaid_break_min: 30 },
]
/** The shift patterns of the hospital group's units. */
const patterns = {
  'main-5e': [D8, E8, D12],
  'main-icu': [D12, N12],
  'main-ob': [D12, N12],
  'west-peds': [D8, E8],
}

/** The specialty of each unit. */
const specialties = {
  'main-5e': 'med_surg',
  'main-icu': 'icu',
  'main-ob': 'maternal_newborn',
  'west-peds': 'pediatrics',
} as const

const students = [
  'Amara Diallo',
  'Ben Fischer',
  'Chloe Nguyen',
  'Daniel Ortiz',
  'Elena Petrova',
  'Farid Haddad',
  'Gabriela Santos',
  'Hannah Cole',
  'Isaac Mbeki',
  'Julia Romano',
  'Kai Nakamura',
  'Leah Goldberg',
  'Mateo Rivera',
  'Nora Lindgren',
  'Owen Gallagher',
  'Paige Turner',
  'Quentin Brooks',
  'Rosa Delgado',
  'Samuel Achebe',
  'Tessa Vogel',
  'Uma Krishnan',
  'Victor Hale',
  'Wendy Zhao',
  'Yusuf Demir',
]

async function insertFacilities(client: pg.Client): Promise<void> {
  for (const { key, name, city, state, code } of schools) {
    await client.query(
      'insert into public.schools (id, name, slug, city, state, time_zone) values ($1, $2, $3, $4, $5, $6)',
      [demoId(key), name, key, city, state, zone],
    )
    await client.query('insert into public.school_join_codes (school_id, code) values ($1, $2)', [
      demoId(key),
      code,
    ])
  }
  for (const { key, kind, parent, name } of facilities)
    await client.query(
      `insert into public.facilities (id, kind, parent_id, name, city, state, time_zone) values ($1, $2, $3, $4, 'Milwaukee', 'WI', $5)`,
      [demoId(key), kind, parent && demoId(parent), name, zone],
    )
  for (const [unit, hours] of Object.entries(patterns))
    await client.query('update public.units set shift_patterns = $2, specialty = $3 where id = $1', [
      demoId(unit),
      JSON.stringify(hours),
      specialties[unit as keyof typeof specialties],
    ])
}

/**
 * Inserts the board rules of the demonstration's schools. Wisconsin's board publishes no such numbers that we know of; these are from 22
 * TAC 215 (Texas): 12 students per faculty member, 2 per preceptor. The name says so, and they bind no one.
 */
async function insertBoard(client: pg.Client): Promise<void> {
  await client.query(
    `insert into public.regulatory_profiles (id, jurisdiction, level, effective_from, max_students_per_instructor, max_students_per_preceptor, source_url)
     values ($1, 'Demonstration board (figures of Texas, 22 TAC 215)', 'BSN', '2026-01-01', 12, 2, 'https://www.actx.edu/nursing/pagesmith/55')`,
    [demoId('board')],
  )
  await client.query('update public.schools set regulatory_profile_id = $1 where id = any ($2)', [
    demoId('board'),
    schools.map(({ key }) => demoId(key)),
  ])
}

async function insertPeople(client: pg.Client, { passwords, saltKey }: SeedTarget): Promise<void> {
  const setting = demoSetting(saltKey)
  const add = async (person: {
    email: string
    fullName: string
    role: string
    status?: string
    school?: string
    facility?: string
    clientHash?: string
    studentNumber?: string
  }) => {
    const id = demoId(person.email)
    await client.query(
      `insert into public.users (id, email, full_name, role, status, linked_school_id, linked_facility_id, email_verified, student_number, graduation_date)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9)`,
      [
        id,
        person.email,
        person.fullName,
        person.role,
        person.status ?? 'active',
        person.school ? demoId(person.school) : null,
        person.facility ? demoId(person.facility) : null,
        person.studentNumber ?? null,
        person.role === 'student' ? '2027-05-15' : null,
      ],
    )
    // No one knows the others' passwords; they have one because every verified account must.
    const verifier = person.clientHash
      ? await passwords.hash(person.clientHash)
      : `a2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`
    await client.query(
      'insert into priv.credentials (user_id, client_setting, verifier, tried) values ($1, $2, $3, $4)',
      [id, person.clientHash ? setting : settingFor(person.email, saltKey), verifier, NEVER_TRIED],
    )
    return id
  }

  const clientHash = await demoClientHash(setting)
  for (const { role, email, fullName } of demoAccounts) {
    const links =
      role === 'facility_admin'
        ? { facility: 'harborview' }
        : role === 'superadmin'
          ? {}
          : { school: 'lakeshore' }
    await add({
      role,
      email,
      fullName,
      clientHash,
      ...links,
      ...(role === 'student' ? { studentNumber: 'L-1000' } : {}),
    })
  }
  const emailOf = (name: string, domain: string) =>
    `${name.toLowerCase().replaceAll(' ', '.')}@${domain}.example`
  for (const [index, fullName] of students.entries()) {
    const school = index % 4 === 3 ? 'prairie' : 'lakeshore'
    await add({
      role: 'student',
      fullName,
      email: emailOf(fullName, school),
      school,
      studentNumber: `${school[0]!.toUpperCase()}-${1001 + index}`,
    })
  }
  await add({
    role: 'proctor',
    fullName: 'Denise Carter',
    email: emailOf('Denise Carter', 'lakeshore'),
    school: 'lakeshore',
  })
  await add({
    role: 'proctor',
    fullName: 'Tomas Eriksen',
    email: emailOf('Tomas Eriksen', 'prairie'),
    school: 'prairie',
  })
  await add({
    role: 'school_admin',
    fullName: 'Robert Kline',
    email: emailOf('Robert Kline', 'prairie'),
    school: 'prairie',
  })
  for (const [role, fullName] of [
    ['school_admin', 'Helen Sorensen'],
    ['proctor', 'Luis Ferreira'],
  ] as const)
    await add({ role, fullName, email: emailOf(fullName, 'northwoods'), school: 'northwoods' })

  for (const [fullName, role, message] of [
    ['Zoe Hartman', 'student', 'I transferred from the evening program this week.'],
    ['Andre Wallace', 'proctor', 'I teach the Tuesday medical-surgical group from August.'],
  ] as const) {
    const id = await add({
      role,
      fullName,
      email: emailOf(fullName, 'lakeshore'),
      school: 'lakeshore',
      status: 'pending',
    })
    await client.query(
      `insert into public.signup_requests (user_id, role, school_id, message) values ($1, $2, $3, $4)`,
      [id, role, demoId('lakeshore'), message],
    )
  }
  await client.query(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, granted_by)
     values ($1, $2, 'capstone_preceptor', $3)`,
    [
      demoId('priya.preceptor@harborview.example'),
      demoId('harborview'),
      demoId('sam.superadmin@placewell.example'),
    ],
  )
}

async function insertSemesters(client: pg.Client, today: PlainDate): Promise<void> {
  for (const school of schools)
    for (const term of termsOf(today))
      await client.query(
        `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active, settings, activated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $8 then now() end)`,
        [
          demoId(`${school.key} ${term.key}`),
          demoId(school.key),
          term.name,
          term.start,
          term.end,
          term.type,
          term.year,
          term.active,
          JSON.stringify({ holidays: [], breaks: term.breaks }),
        ],
      )
}

async function insertMessages(client: pg.Client): Promise<void> {
  const ana = demoId('ana.coordinator@lakeshore.example')
  const jenna = demoId('jenna.student@lakeshore.example')
  const notes: [string, string, string, string, string, number, boolean][] = [
    [
      ana,
      'Two sign-ups need your approval',
      'Zoe Hartman and Andre Wallace asked to join Lakeshore College of Nursing.',
      'signup_requested',
      '/school/dashboard',
      1,
      false,
    ],
    [
      ana,
      'Spring 2027 is ready to plan',
      'Copy the shifts of Fall 2026 and check them against holidays and breaks.',
      'semester',
      '/school/settings',
      26,
      false,
    ],
    [
      ana,
      'Welcome to Placewell',
      'Start with your semesters, then invite your students.',
      'welcome',
      '/school/dashboard',
      90,
      true,
    ],
    [
      jenna,
      'Welcome to Lakeshore College of Nursing',
      'Check your profile and your expected graduation date.',
      'welcome',
      '/student/profile',
      3,
      false,
    ],
  ]
  for (const [recipient, title, message, type, url, hoursAgo, isRead] of notes)
    await client.query(
      `insert into public.notifications (recipient_id, title, message, type, data, created_at, is_read, read_at)
       values ($1, $2, $3, $4, $5, now() - make_interval(hours => $6), $7, case when $7 then now() end)`,
      [recipient, title, message, type, JSON.stringify({ action_url: url }), hoursAgo, isRead],
    )
}

/** One invitation in each status; no one has their links, but each can be sent again. */
async function insertInvitations(client: pg.Client): Promise<void> {
  const [lakeshore, harborview] = [demoId('lakeshore'), demoId('harborview')]
  const ana = demoId('ana.coordinator@lakeshore.example')
  const frank = demoId('frank.education@harborview.example')
  const rows: [name: string, role: string, status: string, sentDaysAgo: number, asksAgain: boolean][] = [
    ['Nina Kowalski', 'student', 'sent', 1, false],
    ['Omar Farouk', 'student', 'opened', 3, false],
    ['Priscilla Moreno', 'student', 'sent', 20, true],
    ['Rafael Costa', 'student', 'sent', 16, false],
    ['Simone Laurent', 'proctor', 'revoked', 9, false],
    ['Denise Carter', 'proctor', 'accepted', 40, false],
    ['Hugo Brandt', 'facility_admin', 'sent', 2, false],
  ]
  for (const [name, role, status, sentDaysAgo, asksAgain] of rows) {
    const atFacility = role === 'facility_admin'
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@${atFacility ? 'harborview' : 'lakeshore'}.example`
    await client.query(
      `insert into public.invitations (id, email, full_name, role, school_id, facility_id, status, invited_by, sent_at, created_at, expires_at,
         opened_at, renewal_asked_at, accepted_user_id, accepted_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, sent, sent, sent + make_interval(days => $9), case when $7 in ('opened', 'accepted') then sent + interval '3 hours' end,
         case when $10 then now() - interval '5 hours' end, $11, case when $7 = 'accepted' then sent + interval '4 hours' end
       from (select now() - make_interval(days => $12) as sent) at`,
      [
        demoId(`invitation ${email}`),
        email,
        name,
        role,
        atFacility ? null : lakeshore,
        atFacility ? harborview : null,
        status,
        atFacility ? frank : ana,
        atFacility ? 30 : 14,
        asksAgain,
        status === 'accepted' ? demoId(email) : null,
        sentDaysAgo,
      ],
    )
  }
}
