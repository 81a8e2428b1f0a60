import { call } from '@orpc/server'
import type pg from 'pg'
import { approvalHandlers } from '#features/approvals/server/handlers.ts'
import { auditHandlers } from '#features/audit/server/handlers.ts'
import { capstoneHandlers } from '#features/capstone/server/handlers.ts'
import { credentialHandlers } from '#features/credentials/server/handlers.ts'
import { evaluationHandlers } from '#features/evaluations/server/handlers.ts'
import { hoursRequestHandlers } from '#features/hours-requests/server/handlers.ts'
import { jobHandlers } from '#features/jobs/server/handlers.ts'
import { messageHandlers } from '#features/messages/server/handlers.ts'
import { permissionHandlers } from '#features/permissions/server/handlers.ts'
import { semesterReportHandlers } from '#features/semester-reports/server/handlers.ts'
import { shiftReportHandlers } from '#features/shift-reports/server/handlers.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import { type Ask, measureNation } from '../lib/national.ts'

// Lists of one party's records among everyone's: reports, evaluations, requests, messages, jobs, logs. Every request says how many rows it
// may read at most, so that none follows an index through other schools' rows either; a school has as many at every share of the data.
// node bench/lists/lists.ts [--quick] [--shares 0.01,0.1,1] [--keep FOLDER]
const approvals = approvalHandlers({} as never)
const audit = auditHandlers()
const capstone = capstoneHandlers({ authPool: undefined as never, config: { appUrl: '' } })
const credentials = credentialHandlers({} as never)
const evaluations = evaluationHandlers()
const hours = hoursRequestHandlers()
const jobs = jobHandlers()
const messages = messageHandlers()
const permissions = permissionHandlers({} as never)
const semesterReports = semesterReportHandlers()
const reports = shiftReportHandlers()

/** Students of the callers' school, looked up again for each share of the data. */
let students: string[] = []
/** Of one party’s own: most lists here read under 2,000, and ten times as many before they named their party. */
const ROWS_AT_MOST = 6_000

const of = <T>(all: readonly T[], turn: number): T => all[turn % all.length]!

const asks: Ask[] = [
  ...(['waiting', 'accepted', 'incidents'] as const).map((show): Ask => ({
    what: `a school’s shift reports: ${show}`,
    as: 'school_admin',
    ask: (context) => call(reports.listForSchool, { show }, { context }),
    // Of a hundredth of the nation, all facilities are read faster than 25 by their keys.
    rowsAtMost: 20_000,
  })),
  {
    what: 'shift reports that a school may read',
    as: 'school_admin',
    ask: (context) => call(reports.list, { show: 'submitted' }, { context }),
  },
  {
    what: 'an instructor’s open shift reports',
    as: 'proctor',
    ask: (context) => call(reports.list, {}, { context }),
  },
  ...(['queue', 'settled'] as const).map((show): Ask => ({
    what: `a school’s evaluations: ${show}`,
    as: 'school_admin',
    ask: (context) => call(evaluations.list, { show }, { context }),
  })),
  {
    what: 'reported hours that wait for a school',
    as: 'school_admin',
    ask: (context) => call(hours.waiting, {}, { context }),
  },
  {
    what: 'a school’s semester reports',
    as: 'school_admin',
    ask: (context) => call(semesterReports.list, {}, { context }),
  },
  {
    what: 'semester reports that wait for an instructor',
    as: 'proctor',
    ask: (context) => call(semesterReports.list, { show: 'to_do' }, { context }),
  },
  {
    what: 'semester reports of a student',
    as: 'student',
    ask: (context) => call(semesterReports.list, { show: 'published' }, { context }),
  },
  {
    what: 'a school’s messages',
    as: 'school_admin',
    ask: (context) => call(messages.list, {}, { context }),
  },
  {
    what: 'an instructor’s messages',
    as: 'proctor',
    ask: (context) => call(messages.list, {}, { context }),
  },
  {
    what: 'a facility’s messages',
    as: 'facility_admin',
    ask: (context) => call(messages.list, {}, { context }),
  },
  {
    what: 'credentials that wait for a school',
    as: 'school_admin',
    ask: (context) => call(credentials.queue, {}, { context }),
  },
  {
    what: 'credentials that wait for a facility',
    as: 'facility_admin',
    ask: (context) => call(credentials.queue, {}, { context }),
  },
  {
    what: 'a school’s capstone projects',
    as: 'school_admin',
    ask: (context) => call(capstone.list, { show: 'done' }, { context }),
  },
  {
    what: 'a facility’s capstone projects',
    as: 'facility_admin',
    ask: (context) => call(capstone.list, { show: 'done' }, { context }),
  },
  {
    what: 'an instructor’s capstone projects',
    as: 'proctor',
    ask: (context) => call(capstone.list, { show: 'done' }, { context }),
  },
  ...(['school_admin', 'facility_admin', 'student', 'superadmin'] as const).map((as): Ask => ({
    what: `jobs of ${as}`,
    as,
    ask: (context) => call(jobs.list, {}, { context }),
  })),
  ...(['school_admin', 'facility_admin', 'superadmin'] as const).map((as): Ask => ({
    what: `the access log of ${as}`,
    as,
    ask: (context) => call(audit.accesses, {}, { context }),
  })),
  {
    what: 'exports in a school’s access log',
    as: 'school_admin',
    ask: (context) => call(audit.accesses, { kind: 'export' }, { context }),
  },
  {
    what: 'who looked at a student, by a school',
    as: 'school_admin',
    ask: (context, turn) => call(audit.accesses, { about_student_id: of(students, turn) }, { context }),
  },
  {
    what: 'a school’s audit trail',
    as: 'school_admin',
    ask: (context) => call(audit.list, {}, { context }),
  },
  {
    what: 'changes of one kind in a school’s audit trail',
    as: 'school_admin',
    ask: (context) => call(audit.list, { entity: 'programs' }, { context }),
  },
  {
    what: 'failed sign-ins of a school’s people',
    as: 'school_admin',
    ask: (context, turn) => call(audit.failedSignIns, { page: 1 + (turn % 3) }, { context }),
  },
  {
    what: 'sign-ups that a school decides',
    as: 'school_admin',
    ask: (context) => call(approvals.list, { within: 'school' }, { context }),
  },
  {
    what: 'sign-ups that a facility decides',
    as: 'facility_admin',
    ask: (context) => call(approvals.list, { within: 'facility' }, { context }),
  },
  {
    what: 'everyone’s permissions',
    as: 'superadmin',
    ask: (context) => call(permissions.report, {}, { context }),
    rowsAtMost: Infinity,
  },
]

/** Adds what the national data lacks: the records of these lists. */
async function more(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ known: boolean }>(
    'select exists (select from public.hours_requests) as known',
  )
  if (rows[0]!.known) return
  await admin.query(`begin; set local session_replication_role = replica;
    create temporary table n_student on commit drop as
      select id, linked_school_id as school_id, row_number() over (order by id) as n from public.users where role = 'student' and linked_school_id is not null;
    create temporary table n_leader on commit drop as
      select distinct on (linked_school_id) linked_school_id as school_id, id from public.users where role = 'school_admin' order by 1, 2;
    update public.shift_reports set status = 'submitted', accepted_at = null where get_byte(uuid_send(id), 3) < 6;
    update public.shift_reports set status = 'due', accepted_at = null, submitted_at = null where get_byte(uuid_send(id), 3) between 6 and 9;
    insert into public.shift_incidents (id, shift_id, school_id, kind, severity, narrative, created_by)
      select gen_random_uuid(), r.id, r.school_id, 'near_miss', 'minor', 'A tray fell, and no one was hurt.', r.proctor_id from public.shift_reports r
      where get_byte(uuid_send(r.id), 4) < 20 and r.proctor_id is not null;
    insert into public.shift_incident_closings (incident_id, school_id, note, closed_by)
      select i.id, i.school_id, 'Seen with the unit.', l.id from public.shift_incidents i join n_leader l using (school_id) where get_byte(uuid_send(i.id), 5) < 200;
    insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, due_at, submitted_at)
      select gen_random_uuid(), a.school_id, a.student_id, x.proctor_id, 'shift', x.id, x.semester_id, 'shift', v.instrument_id, v.number,
        case when get_byte(uuid_send(a.id), 3) < 6 then 'submitted' when get_byte(uuid_send(a.id), 3) < 8 then 'under_verification' else 'locked' end, x.ends_at + interval '3 days', x.ends_at + interval '1 day'
      from public.assignments a join public.shifts x on x.id = a.shift_id
        cross join (select instrument_id, number from public.instrument_versions order by 1, 2 limit 1) v
      where a.status = 'completed' and x.proctor_id is not null;
    insert into public.hours_requests (id, school_id, student_id, date, minutes, kind, specialty, note, status, decided_by, decided_at)
      select gen_random_uuid(), s.school_id, s.id, current_date - 7 * k, 240, 'simulation', 'medical_surgical', 'A day in the lab.', case when is_open then 'pending' else 'approved' end,
        case when not is_open then l.id end, case when not is_open then now() end
      from n_student s join n_leader l using (school_id) cross join generate_series(1, 6) k cross join lateral (select (s.n + k) % 40 = 0 as is_open) d;
    insert into public.semester_reports (school_id, student_id, semester_id, edition, content, status, proctor_id, decision, published_at)
      select s.school_id, s.id, t.id, k, jsonb_build_object('student', jsonb_build_object('full_name', 'Student ' || s.n), 'semester', jsonb_build_object('name', t.name, 'start_date', t.start_date),
        'hours', jsonb_build_object('credited', 120)), case when k = 3 then 'published' else 'superseded' end, p.id, 'progressing', now()
      from n_student s join public.semesters t on t.school_id = s.school_id cross join generate_series(1, 3) k
        join lateral (select id from public.users where role = 'proctor' and linked_school_id = s.school_id order by id limit 1) p on true;
    insert into public.messages (id, school_id, sent_by, audience, audience_name, title, message, delivered_at, created_at)
      select gen_random_uuid(), l.school_id, l.id, '{}', 'Everyone', 'Message ' || k, 'The lab closes early today.', now(), now() - make_interval(hours => k)
      from n_leader l cross join generate_series(1, 800) k;
    insert into public.capstone_projects (id, school_id, student_id, semester_id, course_code, title, specialty, start_date, end_date, status, faculty_id, facility_id)
      select gen_random_uuid(), s.school_id, s.id, t.id, 'NURS 490', 'Falls on nights, ' || s.n || k, 'medical_surgical', t.start_date, t.end_date, 'closed', p.id, f.id
      from n_student s join public.semesters t on t.school_id = s.school_id cross join generate_series(1, 2) k
        join lateral (select id from public.users where role = 'proctor' and linked_school_id = s.school_id order by id limit 1) p on true
        join lateral (select id from public.facilities where kind = 'unit' order by id offset s.n % 300 limit 1) f on true;
    insert into public.capstone_nominations (id, school_id, project_id, preceptor_id, preceptor_name, status)
      select gen_random_uuid(), p.school_id, p.id, gen_random_uuid(), 'Priya Nair', 'accepted' from public.capstone_projects p;
    insert into public.capstone_days (id, school_id, project_id, date, start_time, end_time, preceptor_id)
      select gen_random_uuid(), p.school_id, p.id, p.start_date + k, '07:00', '15:00', n.preceptor_id
      from public.capstone_projects p join public.capstone_nominations n on n.project_id = p.id cross join generate_series(1, 3) k;
    insert into public.jobs (id, kind, title, status, asked_by, school_id, created_at, finished_at)
      select gen_random_uuid(), 'bulk_shifts', 'Publish shifts', 'done', l.id, l.school_id, now() - make_interval(hours => k), now()
      from n_leader l cross join generate_series(1, 800) k;
    insert into public.access_events (at, kind, outcome, call, what, request_id, actor_id, actor_name, actor_role, school_id, student_ids, address_digest)
      select now() - make_interval(mins => (k * 7 + s.n % 7)::int), case when k = 40 and s.n % 10 = 0 then 'export' else 'view' end, 'ok', 'students.get', 'profile', 'r', l.id, 'Ada Abbott', 'school_admin', s.school_id, array[s.id], 'a'
      from n_student s join n_leader l using (school_id) cross join generate_series(1, 40) k;
    insert into public.audit_events (at, actor_id, action, entity, entity_id, school_id)
      select now() - make_interval(mins => (k * 11 + s.n % 11)::int), l.id, 'update', case when k = 10 and s.n % 100 = 0 then 'programs' else 'users' end, s.id::text, s.school_id
      from n_student s join n_leader l using (school_id) cross join generate_series(1, 10) k;
    insert into public.failed_attempts (kind, hour, account_digest, address_digest, user_id, school_id, times, first_at, last_at, last_request_id)
      select 'sign_in', date_trunc('hour', now()) - make_interval(hours => k), s.id::text, 'a', s.id, s.school_id, 1, now(), now(), 'r' from n_student s cross join generate_series(1, 6) k;
    insert into public.users (id, email, full_name, role, status, email_verified, linked_facility_id)
      select gen_random_uuid(), 'unit' || f.n || '@national.example', 'Unit Manager ' || f.n, 'facility_admin', 'active', true, f.id
      from (select id, row_number() over (order by id) as n from public.facilities where kind = 'unit') f;
    insert into public.facility_admin_permissions (user_id, facility_id, permission_type, is_enabled)
      select id, linked_facility_id, 'capstone_preceptor', true from public.users where email like 'unit%@national.example' and get_byte(uuid_send(id), 3) < 128;
    insert into public.signup_requests (user_id, role, school_id, status, decided_at, created_at)
      select s.id, 'student', s.school_id, case when k = 2 and s.n % 100 = 0 then 'pending' else 'approved' end, now(), now() - make_interval(days => k) from n_student s cross join generate_series(1, 2) k;
    commit`)
  await admin.query('vacuum analyze')
}

await measureNation({
  title: 'Lists of one party’s records',
  asks: asks.map((one) => ({ rowsAtMost: ROWS_AT_MOST, ...one })),
  async prepare(admin) {
    await more(admin)
    const { rows } = await admin.query<{ id: string }>(
      `select s.id from public.users u join public.users s on s.linked_school_id = u.linked_school_id and s.role = 'student' where u.email = $1 order by s.id limit 20`,
      [nationalAccounts.school_admin],
    )
    students = rows.map(({ id }) => id)
    // Rows read here are counted here, not with the first request.
    await admin.query('select pg_stat_force_next_flush()')
  },
})
