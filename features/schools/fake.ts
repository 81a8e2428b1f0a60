import { randomUUID } from 'node:crypto'
import type { ProfileFields, ProgramFields, SchoolFields } from './contract.ts'

/** A school for tests, as a form would send it. */
export function fakeSchool(overrides: Partial<SchoolFields> = {}): SchoolFields & { id: string } {
  return {
    id: randomUUID(),
    name: `School ${randomUUID().slice(0, 8)}`,
    address: '1 College Avenue',
    city: 'Madison',
    state: 'WI',
    postal_code: '53703',
    phone: '608 555 0100',
    website: 'https://www.school.example',
    time_zone: 'America/Chicago',
    primary_contact: 'Ana Morales, placements@school.example',
    ...overrides,
  }
}

/** A program for tests, as a form would send it. */
export function fakeProgram(overrides: Partial<ProgramFields> = {}): ProgramFields & { id: string } {
  return {
    id: randomUUID(),
    name: `Program ${randomUUID().slice(0, 8)}`,
    level: 'BSN',
    total_required_hours: 720,
    requirements: [
      {
        specialty: 'med_surg',
        course_code: 'NURS 310',
        min_hours: 300,
        min_direct_hours: 200,
        max_sim_hours: null,
        sim_pct: 25,
        scope: 'program',
      },
    ],
    hours_from: null,
    hours_source: null,
    ...overrides,
  }
}

/** A board's rules, for tests. */
export function fakeProfile(overrides: Partial<ProfileFields> = {}): ProfileFields & { id: string } {
  return {
    id: randomUUID(),
    jurisdiction: `Board ${randomUUID().slice(0, 8)}`,
    level: 'BSN',
    effective_from: '2026-01-01',
    effective_to: null,
    max_students_per_instructor: 8,
    max_students_per_preceptor: 2,
    ratio_covers_simulation: false,
    sim_cap_pct: 50,
    sim_cap_scope: 'program',
    sim_exchange_ratio: 1,
    min_total_hours: 600,
    min_hours_per_area: [{ area: 'pediatrics', hours: 60 }],
    source_url: 'https://board.example/rules',
    verified_on: '2026-08-01',
    ...overrides,
  }
}
