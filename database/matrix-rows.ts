import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

export type Row = Record<string, unknown>
export type Column = {
  name: string
  type: string
  isRequired: boolean
  isWritten: boolean
  /** The first value that a check constraint of the form "in (…)" allows. */
  allowed: string | undefined
}
export type Key = { columns: string[]; of: string; ofColumns: string[] }
export type Table = { name: string; columns: Column[]; primaryKey: string[]; keys: Key[] }

/** One of two tenants that must never see each other: a school, a facility, and people of both. */
export type Tenant = {
  name: 'A' | 'B'
  school: string
  facility: string
  site: string
  unit: string
  proctor: string
  student: string
  rows: Map<string, Row>
}

/** Tables whose rows are created with the people and facilities. */
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

/** The first draft wishlist of each school. */
const drafts = new Map<string, string>()
const wishlistOf = (tenant: Tenant): Row => ({
  kind: 'rotations',
  cohort_ids: `{${String(tenant.rows.get('public.cohorts')!['id'])}}`,
  opens_on: '2020-01-08',
  closes_on: '2090-01-09',
})
const optionOf = (tenant: Tenant): Row => ({
  weekdays: '{1}',
  shift_count: 1,
  seats: 1,
  hours: 8,
  unit_id: tenant.unit,
})
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString()

const SOME_HOURS = '[2030-01-08 12:00Z, 2030-01-08 20:00Z)'
let consents = 0
let views = 0
let leaves = 0
/** Reminders of one message are a day apart. */
let reminders = 0

/** Tables in which only some rows belong to a person. */
const OF_PEOPLE = ['public.evaluations']

/**
 * Column values that check constraints need and the catalog does not show. Several entries are several kinds of row; null means no row for
 * this person.
 */
const SHAPES: Record<string, ((tenant: Tenant, personId: string) => Row | null)[]> = {
  'public.schools': [() => ({ slug: word() })],
  'public.billing_events': [() => ({ kind: 'reported' })],
  'public.ownership_transfers': [() => ({ status: 'declined' })],
  'public.invoices': [() => ({ currency: 'USD', pdf_url: null, page_url: null })],
  'public.audit_blocks': [
    () => ({ sources: ['audit_events'], row_ids: [1], row_digests: [randomBytes(32)] }),
  ],
  'public.calendar_feeds': [() => ({ token_hash: randomBytes(32).toString('hex') })],
  'public.idempotency_keys': [(_, personId) => ({ user_id: personId })],
  'public.credential_types': [
    (tenant) => ({
      code: `T${randomBytes(6).toString('hex').toUpperCase()}`,
      validity: '{"rule": "one_time"}',
      owner_school_id: tenant.school,
    }),
    (tenant) => ({
      code: `T${randomBytes(6).toString('hex').toUpperCase()}`,
      validity: '{"rule": "one_time"}',
      owner_facility_id: tenant.facility,
    }),
  ],
  'public.credential_requirements': [
    (tenant) => ({ school_id: tenant.school, program_id: null, cohort_id: null, facility_id: null }),
    (tenant) => ({ school_id: null, program_id: null, cohort_id: null, facility_id: tenant.facility }),
  ],
  'public.passport_links': [
    (tenant) => ({ token_hash: randomBytes(32).toString('hex'), person_id: tenant.student }),
  ],
  'public.system_settings': [
    () => ({ key: randomBytes(12).toString('hex').replaceAll(/\d/g, 'x'), version: 1, value: '1' }),
  ],
  'public.unit_links': [
    (tenant, personId) => ({
      facility_id: tenant.unit,
      token_hash: randomBytes(32).toString('hex'),
      created_by: tenant.proctor,
      // Not later than a link may be valid.
      expires_at: new Date(Date.now() + 86_400_000),
      revoked_at: personId === tenant.student ? null : '2026-01-01',
    }),
  ],
  'public.notifications': [() => ({ title: word(), message: word() })],
  'public.facilities': [() => ({ kind: 'organization' })],
  'public.users': [
    (tenant) => ({ email: `${word()}@test.example`, role: 'student', linked_school_id: tenant.school }),
  ],
  'public.school_join_codes': [() => ({ code: word().toUpperCase().slice(0, 12) })],
  'public.incident_leads': [
    (tenant, personId) =>
      personId === tenant.proctor ? { facility_id: tenant.site, user_name: 'Someone' } : null,
  ],
  'public.approver_covers': [
    (tenant, personId) => ({
      organization_id: tenant.facility,
      person_id: personId,
      cover_name: 'Colleague',
      cover_id: personId === tenant.student ? tenant.proctor : tenant.student,
    }),
  ],
  'public.unit_copies': [
    (tenant) => ({ source_id: tenant.unit, unit_id: tenant.site, before: '{}', after: '{}' }),
  ],
  'public.departures': [
    (tenant) => ({
      user_id: tenant.proctor,
      decided_by: tenant.proctor,
      kind: 'leave',
      status: 'done',
      reason: 'Because',
    }),
  ],
  'public.departure_steps': [() => ({ kind: 'lead', action: 'free' })],
  'public.jobs': [(tenant) => ({ kind: 'example', asked_by: tenant.proctor, facility_id: null })],
  'public.signup_requests': [
    () => ({ role: 'student' }),
    (tenant) => ({
      role: 'facility_admin',
      school_id: null,
      facility_id: tenant.facility,
      status: 'approved',
    }),
  ],
  'public.invitations': [
    () => ({ role: 'student', email: `${word()}@test.example`, expires_at: tomorrow() }),
    (tenant) => ({
      role: 'facility_admin',
      school_id: null,
      facility_id: tenant.facility,
      email: `${word()}@test.example`,
      expires_at: tomorrow(),
    }),
  ],
  'public.notification_broadcasts': [(tenant) => ({ audience: 'school', audience_school_id: tenant.school })],
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
    (tenant) => ({
      owner_id: tenant.student,
      uploaded_by: tenant.student,
      purpose: 'credential',
      name: 'Card.pdf',
      declared_bytes: 8,
    }),
    (tenant) => ({
      owner_id: tenant.student,
      uploaded_by: tenant.student,
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
  'public.file_openings': [
    (tenant) => ({ opened_by: tenant.proctor, school_id: tenant.school, what: 'pages', reason: 'Review' }),
  ],
  'public.partnership_sites': [(tenant) => ({ site_id: tenant.site })],
  'public.partnership_files': [
    () => ({
      name: 'Signed.pdf',
      size_bytes: 8,
      sha256: createHash('sha256').update('%PDF-1.7').digest('hex'),
      content: Buffer.from('%PDF-1.7'),
      position: 1,
    }),
  ],
  // One at a time: each ends before the next begins.
  'public.consents': [
    () => ({
      granted_at: `2030-01-08T12:00:00.${String(++consents).padStart(6, '0')}Z`,
      expires_at: `2030-01-08T12:00:00.${String(consents + 1).padStart(6, '0')}Z`,
    }),
  ],
  'public.access_events': [
    (tenant) => ({ kind: 'view', outcome: 'ok', school_id: tenant.school, student_ids: [tenant.student] }),
    (tenant) => ({ kind: 'refusal', outcome: 'refused', facility_id: tenant.facility }),
  ],
  'public.failed_attempts': [(tenant) => ({ times: 1, hour: '2030-01-08T12:00Z', school_id: tenant.school })],
  'public.disclosures': [() => ({ fields: ['name'] })],
  'public.permission_requests': [() => ({}), () => ({ status: 'submitted', permission: 'verifier' })],
  'public.permission_events': [() => ({ subject: 'permission', to_status: 'enabled' })],
  'public.saved_views': [
    // A page has at most fifty, and one test worker creates rows for many databases.
    () => ({ page: '/school/students', name: word(), search: 'state=active', position: 1 + (views++ % 50) }),
  ],
  'public.shifts': [
    () => ({ starts_at: '2030-01-08T12:00Z', ends_at: '2030-01-08T20:00Z', time_zone: 'America/New_York' }),
    (tenant) => ({
      starts_at: '2030-01-09T12:00Z',
      ends_at: '2030-01-09T20:00Z',
      time_zone: 'America/New_York',
      status: 'published',
      seats: 8,
      published_at: '2030-01-01T12:00Z',
      submitted_at: '2030-01-01T12:00Z',
      proctor_id: tenant.proctor,
    }),
  ],
  'public.open_slots': [
    (tenant) => ({ facility_id: tenant.unit, ends_at: '2030-01-08T20:00Z', school_id: null }),
    (tenant) => ({
      facility_id: tenant.unit,
      ends_at: '2030-01-08T20:00Z',
      status: 'taken',
      shift_id: tenant.rows.get('public.shifts')?.['id'],
      settled_at: '2030-01-01T12:00Z',
    }),
  ],
  'public.assignments': [
    (tenant) => ({ status: 'requested', student_id: tenant.student, during: SOME_HOURS, busy: SOME_HOURS }),
  ],
  'public.attendance_records': [
    (tenant) => ({
      id: tenant.rows.get('public.assignments')?.['id'],
      student_id: tenant.student,
      status: 'expected',
    }),
  ],
  // A draft, for which options are chosen, and an open one.
  'public.wishlist_campaigns': [
    (tenant) => {
      const id = randomUUID()
      if (!drafts.has(tenant.school)) drafts.set(tenant.school, id)
      return { id, ...wishlistOf(tenant) }
    },
    (tenant) => ({ ...wishlistOf(tenant), status: 'announced' }),
  ],
  'public.wishlist_options': [
    (tenant) => ({ ...optionOf(tenant), campaign_id: drafts.get(tenant.school) }),
    optionOf,
  ],
  // One of a student in none of its cohorts, and one of a member.
  'public.wishlist_choices': [
    (tenant) => ({ student_id: tenant.student, rank: 1 }),
    (tenant) => ({ student_id: tenant.proctor, rank: 1 }),
  ],
  'public.wishlist_submissions': [
    (tenant) => ({ student_id: tenant.student }),
    (tenant) => ({ student_id: tenant.proctor }),
  ],
  'public.wishlist_runs': [() => ({ number: 1, job_id: randomUUID(), settings: '{}' })],
  'public.wishlist_results': [(tenant) => ({ student_id: tenant.student })],
  'public.wishlist_edits': [
    (tenant) => ({
      student_id: tenant.student,
      from_options: '{}',
      to_options: '{}',
      cost_before: 0,
      cost_after: 0,
      reason: 'Agreed.',
    }),
  ],
  'public.wishlist_concerns': [
    (tenant) => ({ student_id: tenant.student, fact: 'other', details: 'A fact.' }),
  ],
  'public.hours_entries': [
    (tenant) => ({
      student_id: tenant.student,
      date: '2030-01-08',
      minutes: 480,
      source: 'attendance',
      source_key: word(),
      assignment_id: tenant.rows.get('public.assignments')?.['id'],
      shift_id: tenant.rows.get('public.assignments')?.['shift_id'],
      reverses: null,
    }),
    (tenant) => ({
      student_id: tenant.student,
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
  'public.saved_reports': [(tenant) => ({ kind: 'hours_by_area', recipients: `{${tenant.proctor}}` })],
  'public.semester_reports': [
    (tenant) => ({ student_id: tenant.student, status: 'draft' }),
    (tenant) => ({
      student_id: tenant.student,
      proctor_id: tenant.proctor,
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
    (tenant) => ({
      student_id: tenant.student,
      faculty_id: tenant.proctor,
      facility_id: tenant.unit,
      title: 'A project',
      status: 'matched',
      learning_goals: '[]',
    }),
  ],
  'public.preceptors': [(tenant) => ({ facility_id: tenant.unit, license_state: 'WI' })],
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
  'public.preceptor_links': [() => ({ token_hash: randomBytes(32).toString('hex') })],
  'public.shift_reports': [
    (tenant) => ({ proctor_id: tenant.proctor, due_at: '2030-01-09T12:00Z', status: 'due' }),
  ],
  'public.shift_incidents': [
    () => ({ kind: 'other', severity: 'minor', narrative: 'Something happened here.' }),
  ],
  // Only one person closes an incident.
  'public.shift_incident_closings': [
    (tenant, personId) => (personId === tenant.proctor ? { note: 'Looked into.' } : null),
  ],
  'public.evaluation_instruments': [
    () => ({ owner_school_id: null, key: word() }),
    (tenant) => ({ owner_school_id: tenant.school, key: null, latest_version: 1 }),
  ],
  'public.instrument_versions': [(tenant) => ({ number: 1, owner_school_id: tenant.school, content: '{}' })],
  'public.school_instruments': [() => ({ time: 'shift' })],
  'public.evaluations': [
    // The evaluator is a member of the school, except for the preceptor of a project.
    ...(['submitted', 'draft'] as const).map(
      (status) => (tenant: Tenant, personId: string) =>
        personId === tenant.proctor || personId === tenant.student
          ? {
              student_id: tenant.student,
              evaluator_id: personId,
              subject: 'semester',
              semester_id: tenant.rows.get('public.semesters')!['id'],
              shift_id: null,
              kind: status === 'draft' ? 'midterm' : 'final',
              status,
              amendment_of: null,
              amendment_reason: null,
            }
          : null,
    ),
    (tenant, personId) =>
      personId === tenant.proctor
        ? {
            student_id: tenant.student,
            subject: 'project',
            project_id: tenant.rows.get('public.capstone_projects')!['id'],
            preceptor_id: tenant.rows.get('public.preceptors')!['id'],
            shift_id: null,
            kind: 'final',
            status: 'submitted',
            amendment_of: null,
            amendment_reason: null,
          }
        : null,
  ],
  'public.evaluation_events': [() => ({ to_status: 'submitted' })],
  'public.remediation_plans': [(tenant) => ({ items: '[]', student_id: tenant.student })],
  'public.remediation_signatures': [(tenant) => ({ party: 'student', signed_by: tenant.student })],
  'public.placement_feedback': [
    (tenant) => ({
      student_id: tenant.student,
      about: 'instructor',
      instructor_id: tenant.proctor,
      facility_id: null,
      answers: '[]',
    }),
  ],
  'public.shift_swaps': [(tenant) => ({ from_student_id: tenant.student })],
  // The school's message is last, because rows of other tables refer to the last one.
  'public.messages': [
    (tenant) => ({
      school_id: null,
      organization_id: tenant.facility,
      by_instructor: false,
      sent_by: tenant.proctor,
      audience: '{}',
      canceled_by: null,
    }),
    (tenant) => ({
      organization_id: null,
      by_instructor: true,
      sent_by: tenant.proctor,
      audience: '{}',
      canceled_by: null,
    }),
  ],
  'public.message_reminders': [
    (tenant) => {
      const at = new Date(Date.UTC(2030, 0, (reminders += 2)))
      return {
        sent_by: tenant.proctor,
        recipients: 1,
        created_at: at.toISOString(),
        next_at: new Date(at.getTime() + 86_400_000).toISOString(),
      }
    },
  ],
  'public.message_people': [(tenant) => ({ user_id: tenant.student })],
  'public.shift_templates': [
    (tenant) => ({ facility_id: tenant.facility, weekdays: '{1}', end_time: '15:00' }),
  ],
  'public.automation_changes': [
    (tenant) => ({ student_id: tenant.student, status: 'suggested', done_at: null }),
  ],
  'public.automation_rules': [
    (tenant) => ({
      action: 'publish_at_release',
      cron: '0 6 * * *',
      template_id: null,
      remind_about: null,
      status: 'draft',
      owner_id: tenant.proctor,
    }),
  ],
  'public.canvas_connections': [
    (tenant) => ({
      base_url: `https://${tenant.name.toLowerCase()}.canvas.example`,
      account: 'self',
      auth: 'token',
      client_id: null,
      failure: null,
    }),
  ],
  'public.canvas_secrets': [() => ({ sealed: 'x'.repeat(60) })],
  'public.canvas_people': [
    () => ({ status: 'new', problem: null, student_id: null, matched_by: null, canvas_id: word() }),
  ],
  'public.canvas_runs': [() => ({ status: 'done', changes: '[]', errors: '[]' })],
  'public.mappings': [
    (tenant) => ({
      facility_id: tenant.facility,
      course_code: 'NURS 1',
      specialty: 'icu',
      origin: 'manual',
      run_id: null,
    }),
  ],
  'public.mapping_runs': [(tenant) => ({ facility_id: tenant.facility })],
  'public.mapping_words': [
    (tenant) => ({ facility_id: tenant.facility, term: `word ${randomBytes(4).toString('hex')}` }),
  ],
  'public.hours_requests': [
    (tenant) => ({
      student_id: tenant.student,
      date: '2030-01-08',
      minutes: 240,
      specialty: 'community',
      note: 'A clinic day.',
      answer: null,
      decision_note: null,
      decided_by: null,
      decided_at: null,
    }),
  ],
  'public.student_leaves': [
    (tenant) => {
      const day = `${2030 + (leaves += 1)}-01-08`
      return {
        student_id: tenant.student,
        starts_on: day,
        ends_on: day,
        note: null,
        freed: '[]',
        canceled_at: null,
      }
    },
  ],
  'public.makeup_needs': [(tenant) => ({ hours: 8, specialty: 'other', student_id: tenant.student })],
  'public.shift_events': [(tenant) => ({ event: 'create', to_status: 'draft', school_id: tenant.school })],
}

/** Every table of the schema public from the catalog, referenced tables first. */
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
  const addTable = (table: Table, above: Table[]): void => {
    if (sorted.includes(table) || above.includes(table)) return
    for (const { of } of table.keys) {
      const next = tables.find(({ name }) => name === of)
      if (next) addTable(next, [...above, table])
    }
    sorted.push(table)
  }
  for (const table of tables) addTable(table, [])
  return sorted
}

/** Rows of a table for this tenant and person, one for each kind of row. */
export function makeRows(table: Table, tenant: Tenant, personId: string): Row[] {
  const shapes = SHAPES[table.name] ?? [(): Row => ({})]
  return shapes.flatMap((shape) => {
    const given = shape(tenant, personId)
    if (!given) return []
    const row: Row = {}
    for (const column of table.columns) {
      if (!column.isWritten) continue
      if (column.name in given) row[column.name] = given[column.name]
      else {
        const value = keyValue(table, column, tenant, personId)
        if (value !== undefined) row[column.name] = value
        else if (column.isRequired || isOnlyKey(table, column)) row[column.name] = plainValue(column)
      }
    }
    return [row]
  })
}

/** True if each row belongs to a person. */
export function isPersonal(table: Table): boolean {
  return (
    OF_PEOPLE.includes(table.name) ||
    table.keys.some(
      ({ of, columns }) =>
        of === 'public.users' &&
        table.columns.some(({ name, isRequired }) => isRequired && columns.includes(name)),
    )
  )
}

/** Inserts a row with the connected login; returns it as stored. */
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

/** The target of a foreign key in this tenant: the person, the school, the facility, or the tenant's row in another table. */
function keyValue(table: Table, column: Column, tenant: Tenant, personId: string): unknown {
  // A school's id is part of many keys; the shortest is the key to the school itself.
  const [key] = table.keys
    .filter(({ columns, of }) => columns.includes(column.name) && of !== table.name)
    .sort((a, b) => a.columns.length - b.columns.length)
  if (!key) return undefined
  const isSchool = key.of === 'public.schools'
  if (!column.isRequired && !(isSchool && column.name === 'school_id')) return undefined
  if (isSchool) return tenant.school
  if (key.of === 'public.facilities') return tenant.facility
  if (key.of === 'public.school_members')
    return key.ofColumns[key.columns.indexOf(column.name)] === 'user_id' ? tenant.proctor : tenant.school
  if (key.of === 'public.users') return personId
  return tenant.rows.get(key.of)?.[key.ofColumns[key.columns.indexOf(column.name)]!]
}

/** True for a key of random bits; it is generated here, so that the row can be found again. */
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
