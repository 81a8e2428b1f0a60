/**
 * Every limit that cuts a list short, in the features' SQL and on their pages, with the reason why nothing is lost silently. A new one
 * fails until its reason is listed here. No reason allows a silent cut: rank and page on the server, or say how many are left. A query that
 * reads one row more than it shows knows that there are more; it is listed as `said`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Reason =
  /** A search: more letters find the rest. */
  | 'search'
  /** The newest entries of a history, whose title says so or which can be continued. */
  | 'newest'
  /** Background work takes the rest in its next run. */
  | 'batch'
  /** The next page starts after the last row. */
  | 'page'
  /** The page says that there are more, and how to see them. */
  | 'said'
  /** A few suggestions, presented as such. */
  | 'proposals'
  /** A part of a text, such as the day of a timestamp, and not a list. */
  | 'text'

/** File → the end of the expression up to its limit → the reason. */
const limits: Record<string, Record<string, Reason>> = {
  'features/subscriptions/server/queries/find-billing.ts': {
    "erBy('full_name') .orderBy('id') .limit(500)": 'search',
  },
  'features/subscriptions/server/queries/list-records.ts': {
    "sued_at', 'desc') .orderBy('id') .limit(500)": 'newest',
    ".orderBy('e.id', 'desc') .limit(MAX_HISTORY)": 'newest',
  },
  'features/subscriptions/server/queries/list-unread.ts': {
    'der) => order.asc().nullsFirst()) .limit(20)': 'batch',
  },
  'features/subscriptions/server/commands/appoint-owners.ts': { 'order by c.id limit 500': 'batch' },
  'features/system-settings/server/queries/list-settings.ts': {
    ".orderBy('s.version', 'desc') .limit(SHOWN)": 'newest',
  },
  'features/system-settings/server/queries/read-maintenance.ts': {
    'lation_size(s.relid) desc, 1 limit ${TABLES}': 'said',
  },
  'features/accounts/db/kernel.sql': {
    'ike p_pattern order by p.name, p.id limit 20': 'search',
  },
  'features/accounts/server/queries/my-sessions.ts': {
    "_seen_at', 'desc') .orderBy('id') .limit(50)": 'newest',
  },
  'features/assignments/db/kernel.sql': {
    'order by starts_at, id limit p_limit': 'said',
  },
  'features/assignments/server/commands/offer-seats.ts': {
    't_offers order by asked_at, id limit ${most}': 'batch',
  },
  'features/assignments/server/queries/list-candidates.ts': {
    ', c.hours, c.full_name, student_id limit 200': 'said',
  },
  'features/assignments/server/commands/run-due-seat-work.ts': {
    'tamptz order by y.offer_expires_at limit 500': 'batch',
    'order by x.signup_closes_at, x.id limit 200': 'batch',
  },
  'features/attendance/server/commands/propose-no-shows.ts': {
    'order by x.id limit 500': 'batch',
  },
  'features/audit/db/kernel.sql': {
    "'6 years 1 month' order by at limit p_batch": 'batch',
    "6 years 1 month' order by hour limit p_batch": 'batch',
  },
  'features/audit/server/commands/seal.ts': {
    'q.ready_at, q.source, q.row_id limit ${most}': 'batch',
  },
  'features/audit/server/queries/list-entries.ts': {
    ".orderBy('id', 'desc') .limit(filter.limit)": 'page',
    "').orderBy('id', 'desc').limit(filter.limit)": 'page',
  },
  'features/audit/server/queries/list-accesses.ts': {
    'y x.at desc, x.id desc limit ${filter.limit}': 'page',
    'y n.at desc, n.id desc limit ${filter.limit}': 'page',
  },
  'features/capstone/server/commands/mail-days.ts': {
    'der by d.project_id, d.date limit ${AT_ONCE}': 'batch',
  },
  'features/capstone/server/queries/get-project.ts': {
    'd = ${id}::uuid order by e.id desc limit 200': 'newest',
  },
  'features/capstone/server/queries/list-facilities.ts': {
    'by above.name, f.kind, f.name, f.id limit 50': 'search',
  },
  'features/cohorts/server/queries/find-cohorts.ts': {
    'order by h.created_at desc, h.id limit 100': 'newest',
  },
  'features/credentials/server/commands/send-due-reminders.ts': {
    'order by ${on}, c.id limit ${AT_ONCE}': 'batch',
    ')} order by expires_on, id limit ${AT_ONCE}': 'batch',
  },
  'features/credentials/server/queries/find-seats.ts': {
    'omputed_on nulls first, c.date limit ${most}': 'batch',
  },
  'features/assignments/server/queries/find-proctor-students.ts': {
    'order by s.full_name, s.student_id limit 20': 'search',
  },
  'features/files/server/commands/note-openings.ts': {
    "'is', null) .orderBy('o.id') .limit(AT_ONCE)": 'batch',
  },
  'features/partnerships/server/queries/find-partnerships.ts': {
    "pended') desc, f.name, c.name, p.id limit 20": 'search',
  },
  'features/entities/server/queries/find-entities.ts': {
    'm ${id ?? null}::uuid, s.name, s.id limit 21': 'search',
    'd ?? null}::uuid, u.full_name, u.id limit 21': 'search',
    'id, c.start_date desc, c.name, c.id limit 21': 'search',
    'limit 21': 'search',
    'order by position limit 21': 'search',
  },
  'features/facilities/server/queries/find-facility.ts': {
    '${id} order by e.at desc, e.id desc limit 50': 'newest',
  },
  'features/facilities/server/queries/read-tree.ts': {
    'order by f.name, f.id limit ${MAX_FOUND}': 'said',
    'ed)} ${rest} order by f.name, f.id limit 200': 'page',
  },
  'features/facilities/server/queries/load-for-validation.ts': {
    'pty order by created_at, id, n limit ${most}': 'said',
  },
  'features/facilities/server/queries/get-operations.ts': {
    "' order by e.at nulls first, f.name limit 50": 'said',
    "order by b ->> 'from', f.name limit 50": 'said',
    'umns} order by e.at desc, e.id desc limit 30': 'newest',
  },
  'features/facility-team/server/queries/list-users.ts': {
    'ns is null, u.full_name, u.id limit ${limit}': 'said',
  },
  'features/facility-team/server/queries/list-organizations.ts': {
    'order by f.name, f.id limit 50': 'search',
  },
  'features/files/server/commands/clear-files.ts': {
    "erval`) .orderBy('created_at') .limit(batch)": 'batch',
    ", null) .orderBy('removed_at') .limit(batch)": 'batch',
  },
  'features/files/server/commands/reseal-files.ts': {
    '.orderBy(sql`random()`) .limit(batch)': 'batch',
  },
  'features/hours-imports/server/queries/find-import.ts': {
    "eated_at', 'desc') .orderBy('id') .limit(10)": 'newest',
  },
  'features/automations/server/queries/list-changes.ts': {
    "run_id') .orderBy('x.position') .limit(size)": 'page',
  },
  'features/automations/server/queries/list-rules.ts': {
    ").nullsLast()) .orderBy('a.id') .limit(size)": 'page',
  },
  'features/automations/server/queries/list-runs.ts': {
    "d_at', 'desc') .orderBy('r.id') .limit(size)": 'page',
  },
  'features/automations/server/queries/list-templates.ts': {
    "erBy('t.name') .orderBy('t.id') .limit(size)": 'page',
  },
  'features/automations/server/commands/start-due.ts': {
    'order by a.next_run_at, a.id limit ${most}': 'batch',
    "ed', 'done') order by r.created_at limit 100": 'batch',
  },
  'features/automations/server/queries/shifts-of-rule.ts': {
    'order by x.starts_at, x.id limit 500': 'batch',
    'order by x.ends_at, x.id limit 500': 'batch',
    'x.id), x.starts_at, x.id limit ${MAX_SHIFTS}': 'batch',
    'by x.starts_at, u.full_name, a.id limit 500': 'batch',
  },
  'features/automations/server/queries/new-events.ts': {
    'order by e.id limit ${sql.lit(MAX_EVENTS)}': 'batch',
  },
  'features/shift-plans/web/PlanReasons.tsx': {
    'ave in common"> {list(groups.slice(0, SHOWN)': 'said',
  },
  'features/shift-plans/server/queries/list-plans.ts': {
    'der by p.created_at desc, p.id limit ${size}': 'page',
  },
  'features/shift-plans/web/plan-words.tsx': {
    'turn line.length > 90 ? `${line.slice(0, 88)': 'text',
  },
  'features/mappings/server/queries/list-mappings.ts': {
    "('m.priority') .orderBy('m.id') .limit(size)": 'page',
  },
  'features/mappings/server/queries/list-runs.ts': {
    "d_at', 'desc') .orderBy('r.id') .limit(size)": 'page',
  },
  'features/mappings/server/queries/list-schools.ts': {
    'roposed, 0) desc, s.name, s.id limit ${size}': 'page',
  },
  'features/incident-leads/server/queries/incident-lead.ts': {
    'i.created_at desc, i.id limit ${MAX_LISTED}': 'newest',
  },
  'features/hours-requests/server/queries/list-requests.ts': {
    'id order by r.created_at, r.id limit ${size}': 'page',
  },
  'features/hours/server/queries/list-entries.ts': {
    "') .orderBy('e.id', 'desc') .limit(EXPORTED)": 'page',
  },
  'features/imports/server/queries/find-imports.ts': {
    'd} order by i.created_at desc, i.id limit 20': 'newest',
    'order by r.line limit 1000': 'page',
  },
  'features/jobs/server/queries/list-jobs.ts': {
    'er by j.created_at desc, j.id limit ${limit}': 'newest',
  },
  'features/jobs/server/queries/list-items.ts': {
    'i.status, count(*) desc, i.message limit 200': 'said',
    're} order by i.position limit ${asked.limit}': 'page',
  },
  'features/jobs/server/commands/claim-item.ts': {
    '> ${after} order by position limit ${limit}': 'batch',
  },
  'features/mails/db/kernel.sql': {
    "notification', next_attempt_at limit p_limit": 'batch',
  },
  'features/notifications/server/commands/continue-announcement.ts': {
    "st_recipient!)) .orderBy('id') .limit(limit)": 'batch',
  },
  'features/notifications/server/queries/list-notifications.ts': {
    'd limit ${constants.notifications.listLimit}': 'newest',
  },
  'features/open-slots/server/queries/list-slots.ts': {
    'by o.date, o.starts_at, o.id limit ${limit}': 'page',
  },
  'features/partnerships/server/queries/find-partnership.ts': {
    ':uuid order by e.id desc limit ${EVENTS_MAX}': 'newest',
  },
  'features/partnerships/server/queries/find-partners.ts': {
    'order by 2, 1 limit 20': 'search',
  },
  'features/passport/server/queries/find-passport.ts': {
    'o.link_id = l.id order by o.id desc limit 20': 'newest',
    ')) order by l.created_at desc, l.id limit 50': 'newest',
  },
  'features/people/server/queries/list-people.ts': {
    'order by ${order} limit ${limit}': 'page',
  },
  'features/permission-requests/server/queries/list-requests.ts': {
    "'desc') .orderBy('e.id', 'desc') .limit(100)": 'newest',
  },
  'features/permission-requests/server/queries/list-wishable.ts': {
    'app.uid()) desc, u.full_name, u.id limit 50': 'search',
  },
  'features/permissions/server/queries/show-person.ts': {
    "'desc') .orderBy('e.id', 'desc') .limit(100)": 'newest',
  },
  'features/privacy/server/queries/list-disclosures.ts': {
    'order by d.at desc, d.id desc limit ${limit}': 'page',
  },
  'features/semesters/server/commands/remove-drafts.ts': {
    "which} and status = 'draft' limit ${AT_ONCE}": 'batch',
  },
  'features/semesters/server/queries/list-copies.ts': {
    'order by k.created_at desc limit 100': 'newest',
  },
  'features/shift-approvals/server/queries/list-day.ts': {
    ", ''), x.starts_at, x.id limit ${MAX_ROSTER}": 'said',
  },
  'features/shift-approvals/server/queries/list-inbox.ts': {
    'nce, x.starts_at, x.id limit ${filter.limit}': 'said',
  },
  'features/shifts/db/kernel.sql': {
    "and coalesce(p_to, 'infinity') limit p_most": 'said',
  },
  'features/shifts/server/commands/remind-people.ts': {
    'order by x.starts_at limit 5000': 'batch',
  },
  'features/shifts/server/queries/due-recounts.ts': {
    'order by x.id limit ${most}': 'batch',
  },
  'features/evaluations/web/EvaluationList.tsx': { 'en.filter(isReadyToVerify).slice(0, AT_ONCE)': 'said' },
  'features/evaluations/server/commands/run-due-evaluation-work.ts': {
    'y ${order} limit ${sql.lit(AT_ONCE.written)}': 'batch',
  },
  'features/shifts/server/queries/due-shifts.ts': {
    'next = sql`order by ${order} limit ${limit}': 'batch',
    'isLate} order by x.respond_by limit ${limit}': 'batch',
    'asBegun} order by x.starts_at limit ${limit}': 'batch',
    'sql`${now}::timestamptz`)})) limit ${limit}': 'batch',
  },
  'features/shifts/server/queries/find-alternative-room.ts': {
    'ine.specialty order by f.name, f.id limit 12': 'proposals',
  },
  'features/shifts/server/queries/list-series.ts': {
    'm grouped g order by ${order} limit ${limit}': 'page',
  },
  'features/shifts/server/queries/list-trail.ts': {
    "]) .orderBy('id', 'desc') .limit(MAX_EVENTS)": 'newest',
  },
  'features/shifts/server/queries/list-windows.ts': {
    'limit ${MAX_UNITS}': 'proposals',
  },
  'features/shifts/server/queries/find-by-words.ts': {
    ':uuid[]) and ${days} ${LATEST} limit ${most}': 'said',
    'any (${ids}::uuid[]) ${LATEST} limit ${most}': 'search',
    '.ref(column)} = i.id ${LATEST} limit ${most}': 'search',
    'c.shifts x ${LATEST} limit ${PASSING.latest}': 'search',
    'ilike any (${like}) ${LATEST} limit ${most}': 'search',
  },
  'features/shifts/server/queries/shift-rows.ts': {
    're ${where} order by ${order} limit ${limit}': 'page',
  },
  'features/site-finder/server/queries/site-points.ts': {
    't null order by ${order} limit ${MAX_POINTS}': 'said',
  },
  'features/site-finder/server/queries/find-towns.ts': {
    'by count(*) desc, z.city limit ${MAX_TOWNS}': 'search',
  },
  'features/students/server/queries/list-students.ts': {
    'order by ${order} limit ${limit}': 'page',
  },
  'features/users/db/kernel.sql': {
    'ttern or email ilike p_pattern) limit p_most': 'search',
  },
  'features/users/server/queries/find-people.ts': {
    "u.full_name') .orderBy('u.id') .limit(limit)": 'search',
  },
  'features/audit/web/FailedSignIns.tsx': {
    '? `Unknown account ${row.account.slice(0, 8)': 'text',
    "k', render: (row) => row.network.slice(0, 8)": 'text',
  },
  'features/charts/web/SchoolSeatsChart.tsx': {
    'AllShown ? schools : schools.slice(0, SHOWN)': 'said',
  },
  'features/charts/web/UnitSeatsChart.tsx': {
    '(areAllShown ? units : units.slice(0, SHOWN)': 'said',
  },
  'features/cohorts/web/ChangeStudentsDialog.tsx': {
    "- Number(b.verdict === 'ok')) .slice(0, 200)": 'said',
  },
  'features/cohorts/web/GraduateDialog.tsx': {
    '{(showsAll ? people : people.slice(0, SHOWN)': 'said',
  },
  'features/credentials/web/ComplianceStudentsScreen.tsx': {
    "ength === 0 && '–'} {row.missing.slice(0, 3)": 'said',
  },
  'features/assignments/web/AssignDialog.tsx': {
    '{refused .slice(0, REFUSED_SHOWN)': 'said',
  },
  'features/dashboards/server/queries/list-activity.ts': {
    "s]) .orderBy('id', 'desc') .limit(LOOKED_AT)": 'newest',
  },
  'features/dashboards/server/queries/list-partnership-activity.ts': {
    ") .orderBy('e.id', 'desc') .limit(LOOKED_AT)": 'newest',
  },
  'features/dashboards/web/WeekAhead.tsx': {
    '.none}>–</span>} {here.slice(0, MAX_PER_DAY)': 'said',
  },
  'features/facilities/web/CopyChanges.tsx': {
    'reAllShown ? sorted : sorted.slice(0, SHOWN)': 'said',
  },
  'features/facilities/web/OrganizationScreen.tsx': {
    'actNode { const shown = findings.slice(0, 8)': 'said',
  },
  'features/facilities/web/UnitShifts.tsx': {
    'reAllShown ? shifts : shifts.slice(0, SHOWN)': 'said',
  },
  'features/instruments/web/InstrumentBuilder.tsx': {
    'tring => `X${crypto.randomUUID().slice(0, 6)': 'text',
  },
  'features/instruments/web/InstrumentsSection.tsx': {
    'om: id, name: `${name} (copy)`.slice(0, 100)': 'text',
  },
  'features/invitations/web/use-roster.ts': {
    'onst key = headingKey(heading).slice(0, 120)': 'text',
  },
  'features/jobs/web/JobProgress.tsx': {
    '-label="Why not"> {reasons.slice(0, REASONS)': 'said',
  },
  'features/logos/web/queries.ts': {
    '.new Set(ownerIds)].toSorted().slice(0, 200)': 'page',
  },
  'features/open-slots/web/TakeDialog.tsx': {
    'g={4} aria-label="Slots"> {open.slice(0, 20)': 'said',
  },
  'features/partnerships/web/PeriodStrip.tsx': {
    '="Agreement periods"> {dated.slice(0, SHOWN)': 'said',
  },
  'features/partnerships/web/RequestDialog.tsx': {
    '` · ${organization.sites .slice(0, 3)': 'said',
  },
  'features/permissions/web/PermissionsSystemScreen.tsx': {
    '<List size="sm"> {found.slice(0, SHOWN)': 'said',
  },
  'features/request-links/web/AnswerRequestsScreen.tsx': {
    '<ul> {days.slice(0, MAX_DAYS)': 'said',
    '<ul> {refused.slice(0, MAX_DAYS)': 'said',
  },
  'features/rotations/web/OneRotation.tsx': {
    '<ul> {refused.slice(0, 8)': 'said',
  },
  'features/search/web/sources.ts': {
    'w[]): Row[] => rows.slice(0, MAX_PER_SOURCE)': 'search',
  },
  'features/semester-reports/web/SemesterReportsScreen.tsx': {
    "{': '} {one.items.slice(0, 2)": 'said',
  },
  'features/semesters/web/TermStrip.tsx': {
    '> {formatDate(day).slice(0, 3)': 'text',
  },
  'features/shell/web/report-error.ts': {
    '${error.name}: ${error.message.slice(0, 500)': 'text',
  },
  'features/shift-approvals/web/FacilityWeek.tsx': {
    '<tbody> {used.slice(0, MAX_HEAT)': 'said',
  },
  'features/shift-lifecycle/web/lifecycle-walk.ts': {
    "(text ?? '').split('.').slice(0, MAX_STEPS)": 'text',
  },
  'features/shifts/web/ShiftActionDialog.tsx': {
    '={4} aria-label="Shifts"> {open.slice(0, 20)': 'said',
  },
  'features/shifts/web/ShiftForm.tsx': {
    'ns.length - 3 return [...reasons.slice(0, 3)': 'said',
  },
  'features/students/web/ResendDialog.tsx': {
    'a.kind.localeCompare(b.kind)).slice(0, 200)': 'said',
  },
}

const home = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(home, file), 'utf8')
const end = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(-44).trim()

const inSql =
  /[^\n]*?\blimit (?:\d{2,}\b|\$\{[^}]*\}|p_\w+)|(?:\.\w+\([^\n]*\)\s*){0,2}\.limit\((?:\d{2,}|[^)\d][^)]*)\)/g
/** A page with a following page, or one row more than shown, needs no reason. */
const goesOn = /(limit (\$\{)?|limit\()[^}\s)]*([Pp]age|PAGE)[^)}]*[)}]?$|\+ 1[)}]?$/
const onPages = /[^\n]*\n?[^\n]*\.slice\(0, ?(?:\d+|[A-Z]\w*)\)/g
/** The year, time, month, day or minute of a timestamp. */
const ofTimes = /slice\(0, ?(4|5|7|10|16)\)$/

/** Limits in SQL, each with the text before it: "order by name, id limit 20". */
const limitsIn = (text: string): string[] =>
  [...text.matchAll(inSql)].map(([found]) => end(found)).filter((cut) => !goesOn.test(cut))
/** Limits on a page: "units.slice(0, SHOWN)". */
const slicesIn = (text: string): string[] =>
  [...text.matchAll(onPages)].map(([found]) => end(found)).filter((cut) => !ofTimes.test(cut))

const found = new Map(
  [
    ...globSync('features/*/{db/*.sql,server/**/*.ts}', { cwd: home }).map(
      (file) => [file, limitsIn] as const,
    ),
    ...globSync('features/*/web/*.{ts,tsx}', { cwd: home }).map((file) => [file, slicesIn] as const),
  ]
    .filter(([file]) => !/\.test\.tsx?$/.test(file))
    .map(([file, cutsIn]) => [file, cutsIn(textOf(file))] as const)
    .filter(([, cuts]) => cuts.length > 0),
)

test('a limit in SQL is found', () => {
  expect(limitsIn('select 1\n  order by name, id limit 200`.execute(tx)')).toEqual([
    'order by name, id limit 200',
  ])
  expect(limitsIn('order by id limit ${EXPORT_MAX}')).toEqual(['order by id limit ${EXPORT_MAX}'])
  expect(limitsIn('order by id limit ${PAGE_SIZE} offset 3')).toEqual([])
  expect(limitsIn('order by id limit ${MOST + 1}`')).toEqual([])
  expect(limitsIn("query\n  .orderBy('s.name')\n  .limit(20)")).toEqual([".orderBy('s.name') .limit(20)"])
  expect(limitsIn('query.limit(most)')).toEqual(['.limit(most)'])
  expect(limitsIn('query.limit(page_size)')).toEqual([])
  expect(found.size).toBeGreaterThan(10)
})

test('a limit on a page is found', () => {
  expect(slicesIn('{rows.slice(0, 200).map(draw)}')).toEqual(['{rows.slice(0, 200)'])
  expect(slicesIn('shown = units.slice(0, SHOWN)')).toEqual(['shown = units.slice(0, SHOWN)'])
  expect(slicesIn('formatDate(at.slice(0, 10))')).toEqual([])
})

test('each limit has its reason, and no reason is unused', () => {
  const listed = Object.entries(limits).flatMap(([file, cuts]) =>
    Object.keys(cuts).map((cut) => `${file}: ${cut}`),
  )
  const present = [...found].flatMap(([file, cuts]) => [...new Set(cuts)].map((cut) => `${file}: ${cut}`))
  expect(present.filter((cut) => !listed.includes(cut))).toEqual([])
  expect(listed.filter((cut) => !present.includes(cut))).toEqual([])
})
