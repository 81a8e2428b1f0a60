import { zoneName } from '#core/zone-name.ts'
import type { Versioned } from '#platform/server/version-conflict.ts'

/** The versioned fields of a school that its administrators see. */
export const versionedSchool: Versioned = {
  what: 'school',
  labels: {
    name: 'Name',
    address: 'Address',
    city: 'City',
    state: 'State',
    postal_code: 'ZIP code',
    phone: 'Phone',
    website: 'Website',
    time_zone: 'Time zone',
    primary_contact: 'Primary contact',
    is_active: 'Active',
    settings: 'Settings',
    regulatory_profile_id: 'Board of nursing',
  },
  words: { time_zone: zoneName },
  entity: 'schools',
}

/** The versioned fields of a program. */
export const versionedProgram: Versioned = {
  what: 'program',
  labels: {
    name: 'Name',
    level: 'Level',
    total_required_hours: 'Hours required',
    requirements: 'Requirements',
    hours_from: 'For cohorts that start on or after',
    hours_source: 'Source of the hours',
    is_active: 'Active',
  },
  entity: 'programs',
}

/** The versioned fields of a board’s rules. */
export const versionedProfile: Versioned = {
  what: 'profile',
  labels: {
    jurisdiction: 'Jurisdiction',
    level: 'Level',
    effective_from: 'In force from',
    effective_to: 'In force to',
    max_students_per_instructor: 'Students per instructor',
    max_students_per_preceptor: 'Students per preceptor',
    ratio_covers_simulation: 'Covers simulation',
    sim_cap_pct: 'Simulation at most (percent)',
    sim_cap_scope: 'Simulation counted per',
    sim_exchange_ratio: 'Simulation counts for',
    min_total_hours: 'Hours in total',
    min_hours_per_area: 'Hours by specialty',
    source_url: 'Source',
    verified_on: 'Verified on',
  },
  entity: 'regulatory_profiles',
}
