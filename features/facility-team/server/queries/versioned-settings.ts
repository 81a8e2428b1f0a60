import type { Versioned } from '#platform/server/version-conflict.ts'
import type { FacilitySettings } from '../../contract.ts'

/** The fields that are compared in versions of an organization's settings. */
export const versionedSettings: Versioned = {
  what: 'organization',
  labels: {
    answers_need_sign_in: 'Sign in to answer requests',
    default_lead_time_days: 'Lead time (days)',
    visibility_before_days: 'Students visible before (days)',
    visibility_after_days: 'Students visible after (days)',
    default_notice_days: 'Notice (days)',
    default_auto_approve: 'Auto-approves shifts',
    unit_links: 'Unit pages without sign-in',
    unit_link_days: 'Unit links work for (days)',
    name: 'Name',
  } satisfies Record<keyof FacilitySettings | 'name', string>,
  entity: 'facilities',
}
