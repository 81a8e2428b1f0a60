import type pg from 'pg'
import type { PlainDate } from '#core/plain-date.ts'
import type { YearTerms } from './year-terms.ts'
import { insertPeopleOfYear, type School } from './year-facilities.ts'

type Ids = (name: string) => string

export const instructors: Record<School, readonly string[]> = {
  lakeshore: [
    'Rachel Simmons',
    'Omar Farouk',
    'Linda Castellano',
    'Joseph Whitfield',
    'Mei-Ling Chao',
    'Patrick Dunne',
    'Sofia Marchetti',
  ],
  prairie: ['Karen Voss', 'Emeka Obi', 'Laura Jensen', 'David Kowalczyk'],
}

export type Cohort = {
  key: string
  school: School
  /** How many students the year adds to the cohort. */
  added: number
  size: number
  /** Academic years between the current one and the one in which it begins, and the term in which it begins. */
  begins: readonly [year: number, term: 'fall' | 'spring']
  ends: readonly [year: number, month: string]
  name: string
  code: string
}

/** Six cohorts; the first four are in the small demonstration too. */
export const cohorts: readonly Cohort[] = [
  {
    key: 'bsn-fall-2024',
    school: 'lakeshore',
    added: 30,
    size: 40,
    begins: [-2, 'fall'],
    ends: [1, '05-15'],
    name: 'BSN Fall',
    code: 'BSN-F',
  },
  {
    key: 'bsn-fall-2025',
    school: 'lakeshore',
    added: 32,
    size: 40,
    begins: [-1, 'fall'],
    ends: [2, '05-13'],
    name: 'BSN Fall',
    code: 'BSN-F',
  },
  {
    key: 'absn-spring-2027',
    school: 'lakeshore',
    added: 11,
    size: 24,
    begins: [0, 'spring'],
    ends: [2, '08-18'],
    name: 'ABSN Spring',
    code: 'ABSN-S',
  },
  {
    key: 'adn-fall-2025',
    school: 'prairie',
    added: 26,
    size: 36,
    begins: [-1, 'fall'],
    ends: [1, '05-15'],
    name: 'ADN Fall',
    code: 'ADN-F',
  },
  {
    key: 'absn-spring-2026',
    school: 'lakeshore',
    added: 24,
    size: 24,
    begins: [-1, 'spring'],
    ends: [1, '08-20'],
    name: 'ABSN Spring',
    code: 'ABSN-S',
  },
  {
    key: 'adn-spring-2026',
    school: 'prairie',
    added: 32,
    size: 36,
    begins: [-1, 'spring'],
    ends: [1, '12-18'],
    name: 'ADN Spring',
    code: 'ADN-S',
  },
]

export type Dated = Cohort & { title: string; start: PlainDate; graduation: PlainDate }

/** The cohorts with their dates relative to the academic year of `terms`. */
export const cohortsOf = ({ year, current }: Pick<YearTerms, 'year' | 'current'>): Dated[] =>
  cohorts.map((cohort) => {
    const [offset, term] = cohort.begins
    const calendar = year + offset + (term === 'spring' ? 1 : 0)
    const [until, day] = cohort.ends
    // Students who would have graduated in spring stay for a current summer term.
    const month = current.type === 'summer' && until === 1 && day < '08' ? '08-14' : day
    return {
      ...cohort,
      title: `${cohort.name} ${calendar}`,
      start: `${calendar}-${term === 'fall' ? '08-24' : '01-19'}`,
      graduation: `${year + until}-${month}`,
    }
  })

const first = [
  'Aaliyah',
  'Adam',
  'Alejandra',
  'Andre',
  'Anika',
  'Antonio',
  'Ava',
  'Bianca',
  'Brandon',
  'Caleb',
  'Camila',
  'Carmen',
  'Cecilia',
  'Connor',
  'Dana',
  'Devin',
  'Diego',
  'Ebony',
  'Eleanor',
  'Ethan',
  'Fatima',
  'Fiona',
  'Gavin',
  'Grace',
  'Hassan',
  'Hope',
  'Imani',
  'Ivan',
  'Jade',
  'Jamal',
  'Jasmine',
  'Joel',
  'Kayla',
  'Kevin',
  'Layla',
  'Liam',
  'Lucia',
  'Maya',
  'Miguel',
  'Mina',
  'Naomi',
  'Nathan',
  'Olivia',
  'Oscar',
  'Priscilla',
  'Ravi',
  'Ruth',
  'Sadie',
  'Sean',
  'Simone',
  'Talia',
  'Theo',
  'Zara',
]
const last = [
  'Abbott',
  'Adeyemi',
  'Alvarez',
  'Anderson',
  'Bailey',
  'Banerjee',
  'Becker',
  'Bennett',
  'Boateng',
  'Burke',
  'Castillo',
  'Chen',
  'Clark',
  'Cruz',
  'Dawson',
  'Dietrich',
  'Ellis',
  'Espinoza',
  'Evans',
  'Flores',
  'Foster',
  'Garcia',
  'Gill',
  'Hansen',
  'Harris',
  'Hernandez',
  'Hoffman',
  'Huang',
  'Ibrahim',
  'Jackson',
  'Johansson',
  'Kaminski',
  'Kelly',
  'Khan',
  'Kim',
  'Larson',
  'Lopez',
  'Malik',
  'Mendoza',
  'Miller',
  'Murphy',
  'Nelson',
  'Novak',
  'O’Brien',
  'Olsen',
  'Osei',
  'Park',
  'Patel',
  'Perez',
  'Quinn',
  'Reed',
  'Robinson',
  'Schmidt',
  'Shah',
  'Singh',
  'Sullivan',
  'Tran',
  'Vang',
  'Washington',
  'Xiong',
  'Young',
]

export type Student = { email: string; name: string; cohort: string; school: School; number: string }

/** The students of the year, cohort by cohort. The lengths of the two lists of names share no divisor, so no pair is repeated. */
export const yearStudents: readonly Student[] = cohorts
  .flatMap((cohort) => Array.from({ length: cohort.added }, () => cohort))
  .map(({ key, school }, at) => {
    const name = `${first[(at * 5) % first.length]} ${last[(at * 7 + 3) % last.length]}`
    const email = `${name.toLowerCase().replaceAll('’', '').replaceAll(' ', '.')}@${school}.example`
    return { email, name, cohort: key, school, number: `${school === 'lakeshore' ? 'L' : 'P'}-${2001 + at}` }
  })

export const addressOf = (name: string, school: School): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}@${school}.example`

type Seed = { client: pg.Client; demoId: Ids; terms: YearTerms; saltKey: string }

/** Inserts instructors, students and cohorts; the small demonstration's cohorts move on with the years. */
export async function insertYearPeople({ client, demoId, terms, saltKey }: Seed): Promise<void> {
  const dated = cohortsOf(terms)
  const graduation = new Map(dated.map((cohort) => [cohort.key, cohort.graduation]))
  await insertPeopleOfYear({ client, demoId, saltKey }, [
    ...Object.entries(instructors).flatMap(([school, names]) =>
      names.map((name) => ({ email: addressOf(name, school as School), name, role: 'proctor', school })),
    ),
    ...yearStudents.map(({ cohort, ...student }) => ({
      ...student,
      role: 'student',
      graduates: graduation.get(cohort)!,
    })),
  ])
  await insertCohorts(client, demoId, dated)
  await client.query(
    `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, created_by)
     select c.id, c.school_id, m.student, c.start_date, null from jsonb_to_recordset($1) as m (cohort uuid, student uuid) join public.cohorts c on c.id = m.cohort`,
    [
      JSON.stringify(
        yearStudents.map(({ email, cohort }) => ({
          cohort: demoId(`cohort ${cohort}`),
          student: demoId(email),
        })),
      ),
    ],
  )
}

async function insertCohorts(client: pg.Client, demoId: Ids, dated: readonly Dated[]): Promise<void> {
  const rows = dated.map((cohort) => ({
    id: demoId(`cohort ${cohort.key}`),
    school: demoId(cohort.school),
    program: demoId(
      `program ${cohort.school === 'prairie' ? 'prairie-adn' : cohort.key.startsWith('absn') ? 'absn' : 'bsn'}`,
    ),
    name: cohort.title,
    code: cohort.code + cohort.start.slice(2, 4),
    term: cohort.title.replace(/^\S+ /, ''),
    start: cohort.start,
    graduation: cohort.graduation,
    size: cohort.size,
  }))
  const recordset = `jsonb_to_recordset($1) as n (id uuid, school uuid, program uuid, name text, code text, term text, start date, graduation date, size integer)`
  // A name may move from one cohort to the next, so all names are freed first.
  await client.query(
    `update public.cohorts c set name = c.id::text from ${recordset} where c.id = n.id and c.name <> n.name`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `update public.cohort_memberships m set from_date = m.from_date + (n.start - c.start_date)
     from ${recordset} join public.cohorts c on c.id = n.id where m.cohort_id = c.id and m.to_date is null and abs(n.start - c.start_date) > 30`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `update public.cohorts c set name = n.name, code = n.code, admission_term = n.term, size_target = n.size,
       start_date = case when abs(n.start - c.start_date) > 30 then n.start else c.start_date end,
       expected_graduation = case when abs(n.graduation - c.expected_graduation) > 30 then n.graduation else c.expected_graduation end
     from ${recordset} where c.id = n.id`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `insert into public.cohorts (id, school_id, program_id, name, code, admission_term, start_date, expected_graduation, size_target, required_specialties)
     select id, school, program, name, code, term, start, graduation, size, '{med_surg,mental_health}' from ${recordset} on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  )
}
