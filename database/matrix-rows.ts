import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

export type Row = Record<string, unknown>
export type Column = {
  name: string
  type: string
  isRequired: boolean
  isWritten: boolean
  /** The first value that a check of the form "in (…)" allows. */
  allowed: string | undefined
}
export type Key = { columns: string[]; of: string; ofColumns: string[] }
export type Table = { name: string; columns: Column[]; primaryKey: string[]; keys: Key[] }

/** One of two worlds that must never see each other: a school, a facility, and people of both. */
export type Side = {
  name: 'A' | 'B'
  school: string
  facility: string
  site: string
  unit: string
  proctor: string
  student: string
  rows: Map<string, Row>
}

/** Tables whose rows come with the people and places themselves. */
export const MADE = [
  'schools',
  'facilities',
  'users',
  'school_join_codes',
  'facility_admin_permissions',
  'school_members',
  'organizations',
  'sites',
  'units',
].map((name) => `public.${name}`)

const SOME_HOURS = '[2030-01-08 12:00Z, 2030-01-08 20:00Z)'
let consents = 0

/** Tables of which some rows belong to a person, and others to none. */
export const OF_PEOPLE = ['public.evaluations']

/** What the catalog cannot tell of a table: values that its checks ask for. More than one entry is more than one kind of row; null: none for this person. */
const SHAPES: Record<string, ((side: Side, personId: string) => Row | null)[]> = {
  'public.schools': [() => ({ slug: word() })],
  'public.credential_types': [
    (side) => ({
      code: `T${randomBytes(6).toString('hex').toUpperCase()}`,
      validity: '{"rule": "one_time"}',
      owner_school_id: side.school,
    }),
    (side) => ({
      code: `T${randomBytes(6).toString('hex').toUpperCase()}`,
      validity: '{"rule": "one_time"}',
      owner_facility_id: side.facility,
    }),
  ],
  'public.credential_requirements': [
    (side) => ({ school_id: side.school, program_id: null, cohort_id: null, facility_id: null }),
    (side) => ({ school_id: null, program_id: null, cohort_id: null, facility_id: side.facility }),
  ],
  'public.passport_links': [
    (side) => ({ token_hash: randomBytes(32).toString('hex'), person_id: side.student }),
  ],
  'public.notifications': [() => ({ title: word(), message: word() })],
  'public.facilities': [() => ({ kind: 'organization' })],
  'public.users': [
    (side) => ({ email: `${word()}@test.example`, role: 'student', linked_school_id: side.school }),
  ],
  'public.school_join_codes': [() => ({ code: word().toUpperCase().slice(0, 12) })],
  'public.departures': [
    (side) => ({
      user_id: side.proctor,
      decided_by: side.proctor,
      kind: 'leave',
      status: 'done',
      reason: 'Because',
    }),
  ],
  'public.departure_steps': [() => ({ kind: 'lead', action: 'free' })],
  'public.jobs': [(side) => ({ kind: 'example', asked_by: side.proctor, facility_id: null })],
  'public.signup_requests': [
    () => ({ role: 'student' }),
    (side) => ({ role: 'facility_admin', school_id: null, facility_id: side.facility, status: 'approved' }),
  ],
  'public.invitations': [
    () => ({ role: 'student', email: `${word()}@test.example` }),
    (side) => ({
      role: 'facility_admin',
      school_id: null,
      facility_id: side.facility,
      email: `${word()}@test.example`,
    }),
  ],
  'public.notification_broadcasts': [(side) => ({ audience: 'school', audience_school_id: side.school })],
  'public.plans': [() => ({ is_published: true }), () => ({ is_published: false })],
  'public.semesters': [
    () => ({ start_date: '2031-01-06', end_date: '2031-05-02', is_active: false }),
    () => ({ start_date: '2030-01-07', end_date: '2030-05-03', is_active: true, semester_type: 'custom' }),
  ],
  'public.import_rows': [() => ({ line: 2 })],
  'public.transitions': [
    () => ({ entity: word(), event: word(), from_status: word(), to_status: word(), parties: ['school'] }),
  ],
  'public.postal_codes': [() => ({ postal_code: String(Math.random()).slice(2, 7), state: 'WI' })],
  'public.regulatory_profiles': [() => ({ jurisdiction: word() })],
  'public.cohorts': [() => ({ start_date: '2030-01-07', expected_graduation: '2031-05-03' })],
  'public.cohort_changes': [() => ({ kind: 'end' })],
  'public.partnerships': [
    () => ({ status: 'active', effective_from: '2030-01-07', effective_to: '2031-01-06' }),
    () => ({ status: 'declined' }),
  ],
  'public.logos': [
    () => ({ mime_type: 'image/png', content: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0', 'latin1') }),
  ],
  'public.files': [
    (side) => ({
      owner_id: side.student,
      uploaded_by: side.student,
      purpose: 'credential',
      name: 'Card.pdf',
      declared_bytes: 8,
    }),
    (side) => ({
      owner_id: side.student,
      uploaded_by: side.student,
      purpose: 'credential',
      name: 'Card.pdf',
      declared_bytes: 8,
      status: 'kept',
      mime_type: 'application/pdf',
      bytes: 8,
      sha256: randomBytes(32).toString('hex'),
      key_id: 'one',
      salt: randomBytes(16),
    }),
  ],
  'public.file_openings': [(side) => ({ opened_by: side.proctor, what: 'pages', reason: 'Review' })],
  'public.partnership_sites': [(side) => ({ site_id: side.site })],
  'public.partnership_files': [
    () => ({
      name: 'Signed.pdf',
      size_bytes: 8,
      sha256: randomBytes(32).toString('hex'),
      content: Buffer.from('%PDF-1.7'),
    }),
  ],
  // One at a time: each is over before the next.
  'public.consents': [
    () => ({
      granted_at: `2030-01-08T12:00:00.${String(++consents).padStart(6, '0')}Z`,
      expires_at: `2030-01-08T12:00:00.${String(consents + 1).padStart(6, '0')}Z`,
    }),
  ],
  'public.access_events': [
    (side) => ({ kind: 'view', outcome: 'ok', school_id: side.school, student_ids: [side.student] }),
    (side) => ({ kind: 'refusal', outcome: 'refused', facility_id: side.facility }),
  ],
  'public.failed_attempts': [(side) => ({ times: 1, hour: '2030-01-08T12:00Z', school_id: side.school })],
  'public.disclosures': [() => ({ fields: ['name'] })],
  'public.permission_requests': [() => ({}), () => ({ status: 'submitted', permission: 'verifier' })],
  'public.permission_events': [() => ({ subject: 'permission', to_status: 'enabled' })],
  'public.saved_views': [() => ({ page: '/school/students', name: word(), search: 'state=active' })],
  'public.shifts': [
    () => ({ starts_at: '2030-01-08T12:00Z', ends_at: '2030-01-08T20:00Z', time_zone: 'America/New_York' }),
    (side) => ({
      starts_at: '2030-01-09T12:00Z',
      ends_at: '2030-01-09T20:00Z',
      time_zone: 'America/New_York',
      status: 'published',
      seats: 8,
      published_at: '2030-01-01T12:00Z',
      submitted_at: '2030-01-01T12:00Z',
      proctor_id: side.proctor,
    }),
  ],
  'public.open_slots': [
    (side) => ({ facility_id: side.unit, ends_at: '2030-01-08T20:00Z', school_id: null }),
    (side) => ({
      facility_id: side.unit,
      ends_at: '2030-01-08T20:00Z',
      status: 'taken',
      shift_id: side.rows.get('public.shifts')?.['id'],
      settled_at: '2030-01-01T12:00Z',
    }),
  ],
  'public.assignments': [
    (side) => ({ status: 'requested', student_id: side.student, during: SOME_HOURS, busy: SOME_HOURS }),
  ],
  'public.attendance_records': [
    (side) => ({
      id: side.rows.get('public.assignments')?.['id'],
      student_id: side.student,
      status: 'expected',
    }),
  ],
  'public.wishlist_campaigns': [
    () => ({
      kind: 'rotations',
      cohort_ids: `{${randomUUID()}}`,
      opens_on: '2030-01-08',
      closes_on: '2030-01-09',
    }),
  ],
  'public.wishlist_options': [
    (side) => ({ weekdays: '{1}', shift_count: 1, seats: 1, hours: 8, unit_id: side.unit }),
  ],
  'public.wishlist_choices': [(side) => ({ student_id: side.student, rank: 1 })],
  'public.wishlist_submissions': [(side) => ({ student_id: side.student })],
  'public.wishlist_runs': [() => ({ number: 1, job_id: randomUUID(), settings: '{}' })],
  'public.wishlist_results': [(side) => ({ student_id: side.student })],
  'public.wishlist_edits': [
    (side) => ({
      student_id: side.student,
      from_options: '{}',
      to_options: '{}',
      cost_before: 0,
      cost_after: 0,
      reason: 'Agreed.',
    }),
  ],
  'public.wishlist_concerns': [(side) => ({ student_id: side.student, fact: 'other', details: 'A fact.' })],
  'public.hours_entries': [
    (side) => ({
      student_id: side.student,
      date: '2030-01-08',
      minutes: 480,
      source: 'attendance',
      source_key: word(),
      assignment_id: side.rows.get('public.assignments')?.['id'],
      shift_id: side.rows.get('public.assignments')?.['shift_id'],
      reverses: null,
    }),
    (side) => ({
      student_id: side.student,
      date: '2026-01-08',
      minutes: 480,
      source: 'manual',
      reason: 'Because',
      source_key: word(),
      assignment_id: null,
      shift_id: null,
      reverses: null,
    }),
  ],
  'public.saved_reports': [(side) => ({ kind: 'hours_by_area', recipients: `{${side.proctor}}` })],
  'public.semester_reports': [
    (side) => ({ student_id: side.student, status: 'draft' }),
    (side) => ({
      student_id: side.student,
      proctor_id: side.proctor,
      edition: 2,
      status: 'published',
      decision: 'progressing',
      published_at: '2030-05-04T12:00Z',
    }),
  ],
  'public.preceptor_requirements': [
    () => ({
      jurisdiction: 'ZZ',
      level: word(),
      license_types: ['RN'],
      max_students: 1,
      source_url: 'https://board.example',
    }),
  ],
  'public.capstone_projects': [
    (side) => ({
      student_id: side.student,
      faculty_id: side.proctor,
      facility_id: side.unit,
      title: 'A project',
      status: 'matched',
      learning_goals: '[]',
    }),
  ],
  'public.preceptors': [(side) => ({ facility_id: side.unit, license_state: 'WI' })],
  'public.capstone_nominations': [() => ({ status: 'accepted' })],
  'public.capstone_concerns': [() => ({ severity: 'minor', text: 'Something happened here.' })],
  'public.capstone_certificates': [
    () => ({
      preceptor_name: 'A preceptor',
      first_day: '2030-01-08',
      last_day: '2030-01-08',
      minutes: 60,
      days: 1,
    }),
  ],
  'public.preceptor_link_events': [() => ({ what: 'sent' })],
  'public.shift_reports': [
    (side) => ({ proctor_id: side.proctor, due_at: '2030-01-09T12:00Z', status: 'due' }),
  ],
  'public.shift_incidents': [
    () => ({ kind: 'other', severity: 'minor', narrative: 'Something happened here.' }),
  ],
  'public.evaluation_instruments': [
    () => ({ owner_school_id: null, key: word() }),
    (side) => ({ owner_school_id: side.school, key: null, latest_version: 1 }),
  ],
  'public.instrument_versions': [(side) => ({ number: 1, owner_school_id: side.school, content: '{}' })],
  'public.school_instruments': [() => ({ time: 'shift' })],
  'public.evaluations': [
    // Who evaluates is a member of the school; the preceptor of a project is none.
    ...(['submitted', 'draft'] as const).map(
      (status) => (side: Side, personId: string) =>
        personId === side.proctor || personId === side.student
          ? {
              student_id: side.student,
              evaluator_id: personId,
              subject: 'semester',
              semester_id: side.rows.get('public.semesters')!['id'],
              shift_id: null,
              kind: status === 'draft' ? 'midterm' : 'final',
              status,
              amendment_of: null,
              amendment_reason: null,
            }
          : null,
    ),
    (side, personId) =>
      personId === side.proctor
        ? {
            student_id: side.student,
            subject: 'project',
            project_id: side.rows.get('public.capstone_projects')!['id'],
            preceptor_id: side.rows.get('public.preceptors')!['id'],
            shift_id: null,
            kind: 'final',
            status: 'submitted',
            amendment_of: null,
            amendment_reason: null,
          }
        : null,
  ],
  'public.evaluation_events': [() => ({ to_status: 'submitted' })],
  'public.remediation_plans': [(side) => ({ items: '[]', student_id: side.student })],
  'public.remediation_signatures': [(side) => ({ party: 'student', signed_by: side.student })],
  'public.placement_feedback': [
    (side) => ({
      student_id: side.student,
      about: 'instructor',
      instructor_id: side.proctor,
      facility_id: null,
      answers: '[]',
    }),
  ],
  'public.shift_swaps': [(side) => ({ from_student_id: side.student })],
  'public.makeup_needs': [(side) => ({ hours: 8, specialty: 'other', student_id: side.student })],
  'public.shift_events': [(side) => ({ event: 'create', to_status: 'draft', school_id: side.school })],
}

/** Every table of the schema public as the catalog has it, those that others lean on first. */
export async function readTables(admin: pg.Client): Promise<Table[]> {
  const { rows } = await admin.query<Table & { checks: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '', 'isWritten', a.attgenerated = '' and a.attidentity <> 'a')
          order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(a.attname order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as "primaryKey",
      coalesce((select json_agg(json_build_object('of', k.confrelid::regclass::text, 
          'columns', (select json_agg(a.attname order by o) from unnest(k.conkey) with ordinality u (n, o) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n),
          'ofColumns', (select json_agg(a.attname order by o) from unnest(k.confkey) with ordinality u (n, o) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n)))
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as keys,
      coalesce((select json_agg(pg_get_constraintdef(k.oid)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname = 'public' order by 1`)
  const tables = rows.map(({ checks, columns, keys, ...table }) => ({
    ...table,
    keys: keys.map((key) => ({ ...key, of: key.of.includes('.') ? key.of : `public.${key.of}` })),
    columns: columns.map((column) => ({
      ...column,
      allowed: checks
        .map(
          (text) => new RegExp(`^CHECK \\(+${column.name} = (?:ANY \\(ARRAY\\[)?'([^']*)'`).exec(text)?.[1],
        )
        .find(Boolean),
    })),
  }))
  const sorted: Table[] = []
  const place = (table: Table, above: Table[]): void => {
    if (sorted.includes(table) || above.includes(table)) return
    for (const { of } of table.keys) {
      const next = tables.find(({ name }) => name === of)
      if (next) place(next, [...above, table])
    }
    sorted.push(table)
  }
  for (const table of tables) place(table, [])
  return sorted
}

/** Rows of a table as this side and this person would make them; one for each kind of row the table has. */
export function makeRows(table: Table, side: Side, personId: string): Row[] {
  const shapes = SHAPES[table.name] ?? [(): Row => ({})]
  return shapes.flatMap((shape) => {
    const given = shape(side, personId)
    if (!given) return []
    const row: Row = {}
    for (const column of table.columns) {
      if (!column.isWritten) continue
      if (column.name in given) row[column.name] = given[column.name]
      else {
        const value = keyValue(table, column, side, personId)
        if (value !== undefined) row[column.name] = value
        else if (column.isRequired || isOnlyKey(table, column)) row[column.name] = plainValue(column)
      }
    }
    return [row]
  })
}

/** Writes a row as whoever is connected; returns it as it was stored. */
export async function insertRow(client: pg.Client, table: Table, row: Row): Promise<Row> {
  const names = Object.keys(row)
  try {
    const { rows } = await client.query<Row>(
      `insert into ${table.name} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
      names.map((name) => row[name]),
    )
    return rows[0]!
  } catch (error) {
    throw new Error(
      `No example row of ${table.name}: ${(error as Error).message}. Add its values to SHAPES in database/matrix-rows.ts.`,
      { cause: error },
    )
  }
}

/** What a key leads to on this side: the person, the school, the facility, or the side's row of another table. */
function keyValue(table: Table, column: Column, side: Side, personId: string): unknown {
  // A school's id is part of many keys: the shortest is the one to the school itself.
  const [key] = table.keys
    .filter(({ columns, of }) => columns.includes(column.name) && of !== table.name)
    .sort((a, b) => a.columns.length - b.columns.length)
  if (!key) return undefined
  const isSchool = key.of === 'public.schools'
  if (!column.isRequired && !(isSchool && column.name === 'school_id')) return undefined
  if (isSchool) return side.school
  if (key.of === 'public.facilities') return side.facility
  if (key.of === 'public.school_members')
    return key.ofColumns[key.columns.indexOf(column.name)] === 'user_id' ? side.proctor : side.school
  if (key.of === 'public.users') return personId
  return side.rows.get(key.of)?.[key.ofColumns[key.columns.indexOf(column.name)]!]
}

/** A key of random bits is generated here, so that the row can be found again. */
function isOnlyKey(table: Table, column: Column): boolean {
  return table.primaryKey.length === 1 && table.primaryKey[0] === column.name && column.type === 'uuid'
}

function plainValue({ name, type, allowed }: Column): unknown {
  if (allowed !== undefined) return allowed
  switch (type) {
    case 'uuid':
      return randomUUID()
    case 'boolean':
      return false
    case 'integer':
    case 'bigint':
    case 'smallint':
    case 'numeric':
    case 'double precision':
      return 1
    case 'date':
      return '2030-01-08'
    case 'time without time zone':
      return '07:00'
    case 'timestamp with time zone':
      return '2030-01-08T12:00Z'
    case 'jsonb':
      return '{}'
    default:
      if (type.endsWith('[]')) return '{}'
      return name === 'email' ? `${word()}@test.example` : `example-${word()}`
  }
}

function word(): string {
  return randomBytes(6).toString('hex')
}
