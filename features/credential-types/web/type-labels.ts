import type { Category, EvidenceKind, RequirementRow } from '../contract.ts'

export const categoryLabels: Record<Category, string> = {
  immunization: 'Immunization',
  screening: 'Screening',
  certification: 'Certification',
  background: 'Background',
  training: 'Training',
  insurance: 'Insurance',
  license: 'License',
  document: 'Document',
  attestation: 'Attestation',
  site_orientation: 'Site orientation',
}

export const evidenceLabels: Record<EvidenceKind, string> = {
  document: 'A dated document',
  series: 'A vaccine series or titer',
  hepatitis_b: 'Hepatitis B series and titer',
  tuberculosis: 'Tuberculosis screening',
  tdap: 'Tdap and Td',
  result: 'A result (clear, review, not passed)',
  attestation: 'A signed statement',
  external_check: 'A check by the school (nothing to send)',
}

/** What a requirement is for those it asks: an optional one is asked for, and no one misses a shift without it. */
export function requirementStatus({
  status,
  is_mandatory: isMandatory,
}: Pick<RequirementRow, 'status' | 'is_mandatory'>): string {
  if (status === 'draft') return 'Draft'
  if (status === 'retired') return isMandatory ? 'No longer required' : 'No longer asked for'
  return isMandatory ? 'Required' : 'Optional'
}
