import { afterAll, expect, it } from 'vitest'
import { addDays, ownZone, readIn, todayIn } from '#core/plain-date.ts'
import type { Me } from '#features/accounts/contract.ts'
import { ahead } from '#features/assignments/rules.ts'
import type { DashboardMember } from '#features/dashboards/contract.ts'
import type { PageToRender } from '#platform/server/page-renderer.ts'
import { renderPage } from './render-page.tsx'
import { misplacedElements } from './testing-html.ts'

/** Two zones that never have the same day. */
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
// Other tests run in the same process.
const zoneBefore = ownZone()
afterAll(() => readIn(zoneBefore))

function pageOf(name: string, zone: string, role: Me['role'] = 'proctor'): PageToRender {
  const today = todayIn(zone)
  const me: Me = {
    id: '0198c0de-0000-7000-8000-000000000001',
    email: 'proctor@school.example',
    full_name: name,
    role,
    is_preceptor: false,
    status: 'active',
    email_verified: true,
    linked_school_id: '0198c0de-0000-7000-8000-000000000002',
    linked_facility_id: null,
    school_name: 'A school',
    school_is_active: true,
    facility_name: null,
    must_change_password: false,
    expires_at: '2100-01-01T00:00:00Z',
    view_role: role,
    selected_school_id: null,
    selected_school_name: null,
    time_format: '12h',
    maintenance: null,
    school_notice: null,
    impersonation: null,
  }
  const member: DashboardMember = {
    school: { name: `School of ${name}` },
    semester: null,
    next_semester: null,
    phone: '555',
    graduation_date: null,
  } as never
  const answers = [
    { path: ['accounts', 'me'], output: me },
    { path: ['dashboards', 'member'], output: member },
    {
      path: ['shifts', 'list'],
      input: { mine: true, from: addDays(today, -1), to: ahead(today), page_size: 500 },
      output: { rows: [], total: 0 },
    },
    { path: ['cohorts', 'mine'], input: {}, output: [] },
  ]
  return { path: '/proctor/dashboard', zone, answers: JSON.stringify({ isWhole: true, answers }) }
}

it('many at once: each is rendered with their own answers, and in their own time zone', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Person${at} <b>`)
  const pages = await Promise.all(names.map((name, at) => renderPage(pageOf(name, zones[at % 2]!))))
  for (const [at, html] of pages.entries()) {
    expect(html.match(/Hello, (Person\d+)/g)).toEqual([`Hello, Person${at}`])
    expect(new Set(html.match(/School of Person\d+ &lt;b&gt;/g))).toEqual(
      new Set([`School of Person${at} &lt;b&gt;`]),
    )
    // If the query were for another day, the page would still be loading.
    expect(html).toContain('Your next shift')
  }
})

it('is complete, with nothing that runs', async () => {
  const html = await renderPage(pageOf('Marcus', zones[0]))
  expect(html).not.toMatch(/<script|<template|<title|<!--\$[!?]-->/)
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(misplacedElements(html)).toEqual([])
})

it('a page that redirects is not rendered, and the next one is', async () => {
  await expect(renderPage(pageOf('Ana', zones[0], 'school_admin'))).rejects.toThrow(
    'It leads away from /proctor/dashboard',
  )
  expect(await renderPage(pageOf('Marcus', zones[0]))).toContain('Hello, Marcus')
})
