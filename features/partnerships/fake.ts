import type { Partnership } from './contract.ts'

/** A partnership as a list shows it: active and with the school as the caller's party, unless `changes` says otherwise. */
export function fakePartnership(changes: Partial<Partnership> = {}): Partnership {
  return {
    id: '00000000-0000-4000-a000-000000000001',
    school_id: '00000000-0000-4000-a000-000000000002',
    school_name: 'Lake School',
    organization_id: '00000000-0000-4000-a000-000000000003',
    organization_name: 'River Health',
    city: 'Milwaukee',
    state_code: 'WI',
    status: 'active',
    state: 'active',
    direction: 'school_requested',
    all_sites: true,
    site_names: [],
    agreement_kind: 'affiliation',
    effective_from: '2026-01-12',
    effective_to: '2028-01-11',
    today: '2026-08-29',
    days_left: 500,
    notice_days: 30,
    status_reason: null,
    suspended_by_party: null,
    ends_on: null,
    ending_party: null,
    proposal_party: null,
    open_unit_id: null,
    file_count: 1,
    requested_at: '2026-01-02T12:00:00.000Z',
    withdrawn_at: null,
    updated_at: '2026-01-12T12:00:00.000Z',
    version: 1,
    party: 'school',
    ...changes,
  }
}
