import type { Category, EvidenceKind } from '../contract.ts'

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
