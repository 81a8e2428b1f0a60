import type pg from 'pg'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { datesOf, different, type Sent, whole } from './demo-credentials.ts'
import { yearStudents } from './year-people.ts'

type Ids = (name: string) => string

/** Credentials pending review need a document, so only students of the small demonstration have them. */
const variants: readonly (readonly Sent[])[] = different.filter((own) =>
  own.every(({ status }) => status !== 'submitted' && status !== 'in_review'),
)

/**
 * Inserts credentials for Lakeshore's students of the year: two in three have everything, the others lack or have one thing differently.
 */
export async function insertYearCredentials({
  client,
  demoId,
  today,
}: {
  client: pg.Client
  demoId: Ids
  today: PlainDate
}): Promise<void> {
  const rows = yearStudents
    .filter(({ school }) => school === 'lakeshore')
    .flatMap(({ email }, at) => {
      const own = at % 3 === 1 ? variants[Math.floor(at / 3) % variants.length]! : []
      // One in twelve has yet to submit one.
      const missing = at % 12 === 5 ? whole[at % whole.length]!.code : ''
      return [
        ...whole.filter(({ code }) => code !== missing && !own.some((one) => one.code === code)),
        ...own,
      ].map((row) => rowOf(row, { demoId, today, email }))
    })
  await client.query(
    `insert into public.credentials (id, school_id, person_id, type_id, status, values, issued_on, expires_on, conditional_until, waived_until, reason_code, note, submitted_at, reviewed_at, reviewed_by)
     select c.id, $2, c.person, t.id, c.status, c.values, c.issued, c.expires, c.conditional, c.waived, c.reason, c.note, now() + make_interval(days => c.sent),
       now() + make_interval(days => c.sent + 1), $3
     from jsonb_to_recordset($1) as c (id uuid, person uuid, code text, status text, values jsonb, issued date, expires date, conditional date, waived date, reason text, note text, sent integer)
     join public.credential_types t on t.code = c.code and t.owner_school_id is null and t.owner_facility_id is null`,
    [JSON.stringify(rows), demoId('lakeshore'), demoId('ana.coordinator@lakeshore.example')],
  )
}

function rowOf(
  row: Sent,
  { demoId, today, email }: { demoId: Ids; today: PlainDate; email: string },
): object {
  const on = addDays(today, row.issued ?? row.sent - 2)
  return {
    id: demoId(`credential ${row.code} ${email}`),
    person: demoId(email),
    code: row.code,
    status: row.status,
    values: { ...datesOf(row.code, on), ...row.values },
    issued: row.status === 'approved' || row.status === 'revoked' ? on : null,
    expires: row.expires === undefined || row.expires === null ? null : addDays(today, row.expires),
    conditional:
      row.status === 'conditionally_approved'
        ? addDays(today, 18)
        : row.status === 'lapsed'
          ? addDays(today, -20)
          : null,
    waived: row.status === 'waived' ? addDays(today, 120) : null,
    reason: row.reason ?? null,
    note: row.note ?? null,
    sent: row.sent,
  }
}
