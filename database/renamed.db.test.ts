/** Migration 321 converts stored values with earlier names, on a database that is reset to the old names. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Fixture } from './testing.ts'

/** Table, old name, new name. */
const COLUMNS = [
  ['partnerships', 'suspended_by_side', 'suspended_by_party'],
  ['partnerships', 'proposal_side', 'proposal_party'],
  ['partnerships', 'ending_side', 'ending_party'],
  ['partnership_files', 'uploaded_side', 'uploaded_party'],
  ['partnership_events', 'side', 'party'],
  ['signup_requests', 'place_name', 'tenant_name'],
  ['wishlist_options', 'place', 'location'],
] as const

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.close())

it('notifications, preferences and saved views have the new names', async () => {
  const school = await fixture.school()
  const { id } = await fixture.person({ role: 'school_admin', school })
  const { admin } = fixture
  await admin.query('begin')
  for (const [table, before, now] of COLUMNS)
    await admin.query(`alter table public.${table} rename column ${now} to ${before}`)
  const write = (type: string, code: string, values: object) =>
    admin.query(
      `insert into public.notifications (recipient_id, type, code, values) values ($1, $2, $3, $4)`,
      [id, type, code, values],
    )
  await write('approval', 'signup.approved', { place: 'Lakeshore', note: null })
  await write('permission', 'permission.ended', { permission: 'verifier', place: 'West' })
  await write('seat', 'seat.round_won', { place: 2, hours: 4 })
  await write('place_offered', 'notification.group', {
    heading: null,
    more: 0,
    lines: [
      { code: 'slot.offered', values: { unit: '5 East' } },
      { code: 'seat.round_declined', values: { place: 3 } },
    ],
  })
  await admin.query(
    `insert into public.notification_preferences (user_id, type, by_email) values ($1, 'place_offered', true)`,
    [id],
  )
  await admin.query(
    `insert into public.saved_views (user_id, page, name, position, search) values ($1, '/shifts', 'North', 1, 'place=x&sort=place_name&state=a')`,
    [id],
  )

  await admin.query(
    await readFile(join(import.meta.dirname, 'migrations/321-parties-and-facilities.sql'), 'utf8'),
  )

  const values = await fixture.rows(
    'select type, values from public.notifications where recipient_id = $1 order by code',
    [id],
  )
  const preferences = await fixture.rows('select type from public.notification_preferences')
  const views = await fixture.rows('select search from public.saved_views')
  await admin.query('rollback')
  expect(values).toEqual([
    {
      type: 'slot_offered',
      values: {
        heading: null,
        more: 0,
        lines: [
          { code: 'slot.offered', values: { unit: '5 East' } },
          { code: 'seat.round_declined', values: { position: 3 } },
        ],
      },
    },
    { type: 'permission', values: { permission: 'verifier', facility: 'West' } },
    { type: 'seat', values: { position: 2, hours: 4 } },
    { type: 'approval', values: { tenant: 'Lakeshore', note: null } },
  ])
  expect(preferences).toEqual([{ type: 'slot_offered' }])
  expect(views).toEqual([{ search: 'facility=x&sort=facility_name&state=a' }])
})
