import type { Versioned } from '#platform/server/version-conflict.ts'
import { formatMoney } from '#core/number-text.ts'
import { agreementKindLabels, indemnityLabels } from '../../rules.ts'

/** The fields of a partnership that both parties see on its page. */
export const versionedPartnership: Versioned = {
  what: 'partnership',
  labels: {
    status: 'Status',
    agreement_kind: 'Agreement',
    signed_on: 'Signed on',
    effective_from: 'First day',
    effective_to: 'Last day',
    auto_renew: 'Renews automatically',
    notice_days: 'Notice (days)',
    liability_min_cents: 'Minimum liability insurance',
    indemnity: 'Indemnity',
    auto_approve_shifts: 'Auto-approves shifts',
    seat_quota_per_semester: 'Seats per semester',
    quota_by_unit: 'Seats by unit',
    contact_school: 'Contact of the school',
    contact_facility: 'Contact of the facility',
    blackout: 'Closed days',
    required_credential_ids: 'Required credentials',
    all_sites: 'All sites',
    proposal: 'Proposed terms',
    ends_on: 'Ends on',
  },
  words: {
    agreement_kind: agreementKindLabels,
    indemnity: indemnityLabels,
    liability_min_cents: (cents: number) => formatMoney(cents),
  },
  entity: 'partnerships',
}
