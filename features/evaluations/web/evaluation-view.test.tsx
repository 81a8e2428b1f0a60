import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { meQuery } from '#features/accounts/web/public.ts'
import { addressAfter } from './addresses.ts'
import type { Evaluation, Plan } from '../contract.ts'
import { EvaluationView } from './EvaluationView.tsx'

const plan: Plan = {
  id: 'e1',
  student_id: 'chloe',
  student_name: 'Chloe Nguyen',
  faculty_id: 'marcus',
  faculty_name: 'Marcus Bell',
  faculty_left: false,
  kind: 'final',
  items: [{ code: 'Q5.1', text: 'Gives medications safely' }],
  actions: null,
  due_on: null,
  status: 'open',
  result_note: null,
  signatures: [],
  version: 1,
}
const evaluation = {
  id: 'e1',
  student_id: 'chloe',
  student_name: 'Chloe Nguyen',
  evaluator_id: 'marcus',
  evaluator_name: 'Marcus Bell',
  is_self: false,
  subject: 'semester',
  shift_id: 's1',
  kind: 'final',
  status: 'returned',
  outcome: null,
  failed_checks: [],
  returned_reason: 'Look again.',
  is_superseded: false,
  is_late: false,
  answers: [],
  content: { sections: [], scale: { points: [] } },
  trail: [],
  plan: null,
} as unknown as Evaluation

const people = { marcus: 'proctor', chloe: 'student', grace: 'school_admin', ana: 'school_super_admin' }
type Who = keyof typeof people

function shown(who: Who, change: Partial<Evaluation> = {}): { words: string; links: string[] } {
  const client = new QueryClient()
  client.setQueryData(meQuery.queryKey, { id: who, role: people[who] } as never)
  const markup = renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <EvaluationView evaluation={{ ...evaluation, ...change }} />
      </QueryClientProvider>
    </MantineProvider>,
  ).replaceAll(/<style.*?<\/style>/gs, '')
  return {
    words: markup.replaceAll(/<[^>]*>/g, ' '),
    links: [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&')),
  }
}

test('its evaluator goes from a returned or assigned evaluation to its form', () => {
  expect(shown('marcus')).toMatchObject({ links: ['/shift/s1/evaluate/chloe?kind=final'] })
  expect(shown('marcus').words).toContain('Correct evaluation')
  expect(shown('marcus', { status: 'assigned', kind: 'shift' })).toMatchObject({
    links: ['/shift/s1/evaluate/chloe'],
  })
  expect(shown('marcus', { status: 'submitted' }).links).toEqual([])
  expect(shown('chloe').links).toEqual([])
  expect(shown('grace').links).toEqual(['/school/students/chloe'])
})

test('a student goes from a draft of a self-evaluation to its form', () => {
  const own = { is_self: true, evaluator_id: 'chloe', status: 'draft' } as const
  expect(shown('chloe', own).links).toEqual(['/student/progress?self=s1&kind=final'])
})

test('a plan names the next step of its reader', () => {
  const of = (who: Who, change: Partial<Plan> = {}) =>
    shown(who, { status: 'submitted', plan: { ...plan, ...change } }).words
  expect(of('marcus')).toContain('Write what the student does and by when. Then all three sign.')
  expect(of('chloe')).toContain('Marcus Bell writes the actions. Then all three sign.')
  expect(of('grace')).not.toContain('Waiting for')
  const signed = { party: 'student', name: 'Chloe Nguyen', signed_at: '2026-11-30T14:00:00Z' } as const
  expect(of('chloe', { actions: 'Two articles.', due_on: '2026-12-14', signatures: [signed] })).toContain(
    'Waiting for the signatures of the faculty and the school.',
  )
  expect(of('grace', { actions: 'Two articles.', due_on: '2026-12-14' })).toContain('Sign')
})

test('a plan is next to the result, and is written before the next student is evaluated', () => {
  const { words } = shown('marcus', { status: 'submitted', plan })
  expect(words.indexOf('Remediation plan of')).toBeLessThan(words.indexOf('Answers'))
  const of = { shiftId: 's1', studentId: 'chloe', kind: 'final' } as const
  expect(addressAfter(of, { hasPlan: true, next: 'isaac' })).toBe('/shift/s1/evaluate/chloe?kind=final')
  expect(addressAfter(of, { hasPlan: false, next: 'isaac' })).toBe('/shift/s1/evaluate/isaac?kind=final')
  expect(addressAfter(of, { hasPlan: false, next: undefined })).toBe('/shift/s1')
})

test('a voided or replaced evaluation has a plan to read only', () => {
  for (const change of [{ status: 'voided' }, { status: 'locked', is_superseded: true }] as const) {
    const { words } = shown('marcus', { ...change, plan })
    expect(words).toContain('Remediation plan of Chloe Nguyen')
    expect(words).not.toContain('Save plan')
  }
})

test('an acknowledged evaluation can be replied to, no longer disputed', () => {
  const words = (status: Evaluation['status']) => shown('chloe', { status }).words
  expect(words('submitted')).toContain('A dispute needs your reason.')
  expect(words('acknowledged')).toContain('Your reply')
  expect(words('acknowledged')).not.toContain('A dispute needs your reason.')
})

test('the school reads which shift an evaluation is about, and goes to it and to the student', () => {
  const about = { subject: 'shift', kind: 'shift', location: '5 East', date: '2027-11-26' } as const
  const { words, links } = shown('grace', { ...about, status: 'submitted' })
  expect(words).toContain('5 East · Fri, Nov 26, 2027')
  expect(links).toEqual(['/school/students/chloe', '/shift/s1'])
  expect(shown('ana', { ...about, status: 'submitted' }).links).toEqual(links)
})

test('a disputed evaluation is verified with an answer, and then says who verified it', () => {
  const disputed = { dispute_reason: 'I was in the lab.', trail: [] }
  expect(shown('grace', { ...disputed, status: 'disputed' }).words).toMatch(
    /Disputed by Chloe Nguyen .*Verify…/,
  )
  const by = 'Ana Morales'
  const trail = [
    { at: '2026-11-30T15:04:01Z', status: 'under_verification', by, reason: null },
    { at: '2026-11-30T15:04:02Z', status: 'verified', by, reason: 'The lab was a week later.' },
  ] as const
  const { words } = shown('grace', { ...disputed, status: 'verified', trail: [...trail] })
  expect(words).toContain('Disputed by Chloe Nguyen, verified by Ana Morales')
  expect(words).not.toContain('Under verification')
  expect(words).toMatch(/Verified · Ana Morales · Mon, Nov 30[^·]* · The lab was a week later\./)
})
