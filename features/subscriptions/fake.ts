import type { Plan } from '#features/plans/contract.ts'
import type { Billing, Transfer } from './contract.ts'

const grace = {
  id: '6f0c6d2e-0000-4000-8000-00000000000a',
  name: 'Grace Dean',
  email: 'grace@lakeshore.example',
}
const ana = {
  id: '6f0c6d2e-0000-4000-8000-00000000000b',
  name: 'Ana Coordinator',
  email: 'ana@lakeshore.example',
}

/** A plan for tests: Program, billed yearly. */
export const fakePlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 'program',
  name: 'Program',
  audience: 'school',
  summary: 'One nursing program.',
  price_cents: 240_000,
  currency: 'USD',
  billing_interval: 'year',
  features: [],
  ...changes,
})

/** Billing of a school on trial, as its owner sees it. */
export const fakeBilling = (changes: Partial<Billing> = {}): Billing => ({
  school_id: '6f0c6d2e-0000-4000-8000-000000000002',
  school_name: 'Lakeshore College of Nursing',
  time_zone: 'America/Chicago',
  status: 'trialing',
  plan: null,
  by_invoice: false,
  trial_ends_at: '2026-12-20T18:00:00Z',
  period_ends_at: null,
  ends_with_period: false,
  past_due_since: null,
  is_online: false,
  has_customer: false,
  takes_payments: true,
  contact_email: null,
  owner: grace,
  may_manage: true,
  transfer: null,
  nominees: [ana],
  ...changes,
})

/** A pending offer from Grace to Ana. */
export const fakeTransfer = (changes: Partial<Transfer> = {}): Transfer => ({
  id: '6f0c6d2e-0000-4000-8000-000000000003',
  from: grace,
  nominee: ana,
  status: 'pending',
  created_at: '2026-11-29T12:00:00Z',
  expires_at: '2026-12-06T12:00:00Z',
  ...changes,
})
