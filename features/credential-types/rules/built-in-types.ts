import type { MonthDay, TypeFields, Validity } from '../contract.ts'
import { MMR_SERIES } from './evidence.ts'

const md = (month: number, day: number): MonthDay => ({ month, day })

/** Flu by the season of most schools (domain §2.0): from August 1, due October 20, no longer required from May 1. */
export const FLU_BY_SEASON: Validity = { rule: 'season', start: md(8, 1), due: md(10, 20), end: md(4, 30) }

/** Flu by a fixed day (domain §2.0, Clinical Placements Northwest): expires on October 1; a dose from August 1 on expires a year later. */
export const FLU_BY_ROLLOVER: Validity = { rule: 'calendar_rollover', rollover: md(10, 1), from: md(8, 1) }

type Shipped = Pick<TypeFields, 'code' | 'name' | 'category' | 'validity'> & Partial<TypeFields>

const months = (count: number): Validity => ({ rule: 'fixed_months', months: count, end_of_month: false })

/** The built-in types (domain §2.8). Each start adds missing ones; a superadmin changes them. */
export const builtInTypes: readonly Shipped[] = [
  {
    code: 'BLS',
    name: 'BLS certification',
    category: 'certification',
    validity: { rule: 'fixed_months', months: 24, end_of_month: true },
    instructions: 'American Heart Association, provider level: front and back of the card, or the eCard.',
    fields: [
      {
        key: 'provider',
        label: 'Provider',
        kind: 'choice',
        options: ['American Heart Association', 'American Red Cross', 'Other'],
        is_required: true,
      },
    ],
  },
  {
    code: 'TB',
    name: 'Tuberculosis screening',
    category: 'screening',
    evidence: 'tuberculosis',
    validity: months(12),
    conditional_days: 30,
    instructions:
      'A two-step skin test with 7 to 21 days between the placements, or a blood test (IGRA). After a positive test: a chest X-ray of at most 5 years and the symptom form of this year.',
  },
  {
    code: 'FLU',
    name: 'Influenza vaccine',
    category: 'immunization',
    validity: FLU_BY_SEASON,
    instructions: 'This season’s flu shot: from August 1, by October 20.',
    fields: [
      {
        key: 'vaccine',
        label: 'Vaccine (CVX)',
        kind: 'choice',
        options: [
          '140 Influenza, seasonal, injectable, preservative free',
          '141 Influenza, seasonal, injectable',
          '149 Influenza, live, intranasal, quadrivalent',
          '150 Influenza, injectable, quadrivalent, preservative free',
          '158 Influenza, injectable, quadrivalent',
          'Other',
        ],
        is_required: false,
      },
    ],
  },
  {
    code: 'HEPB',
    name: 'Hepatitis B immunity',
    category: 'immunization',
    evidence: 'hepatitis_b',
    validity: { rule: 'one_time' },
    conditional_days: 30,
    instructions:
      'The series with a positive titer (anti-HBs), or the titer alone. Not done yet? Upload what you have.',
  },
  {
    code: 'MMR',
    name: 'Measles, mumps, rubella',
    category: 'immunization',
    evidence: 'series',
    series: MMR_SERIES,
    validity: { rule: 'one_time' },
    conditional_days: 30,
    instructions: 'Two doses at least 28 days apart, or a positive titer.',
  },
  {
    code: 'VAR',
    name: 'Varicella (chickenpox)',
    category: 'immunization',
    evidence: 'series',
    series: MMR_SERIES,
    validity: { rule: 'one_time' },
    conditional_days: 30,
    instructions: 'Two doses at least 28 days apart, or a positive titer. Having had it is not enough.',
  },
  {
    code: 'TDAP',
    name: 'Tetanus, diphtheria, pertussis',
    category: 'immunization',
    evidence: 'tdap',
    validity: months(120),
    instructions: 'One Tdap; after it, a Td within 10 years counts.',
  },
  { code: 'COVID', name: 'COVID-19 vaccine', category: 'immunization', validity: { rule: 'one_time' } },
  {
    code: 'BGC',
    name: 'Background check',
    category: 'background',
    evidence: 'result',
    validity: { rule: 'one_time' },
    is_restricted: true,
    allows_waiver: false,
  },
  {
    code: 'DRUG',
    name: 'Drug screen',
    category: 'background',
    evidence: 'result',
    validity: { rule: 'through_term' },
    is_restricted: true,
    allows_waiver: false,
    fields: [
      {
        key: 'chain_of_custody',
        label: 'Chain of custody number',
        kind: 'text',
        options: [],
        is_required: true,
      },
    ],
  },
  {
    code: 'EXCL',
    name: 'Exclusion list check (OIG and SAM)',
    category: 'background',
    evidence: 'external_check',
    validity: months(12),
    needs_file: false,
    instructions: 'Your school checks your name on the federal exclusion lists.',
  },
  { code: 'LIAB', name: 'Liability insurance', category: 'insurance', validity: { rule: 'stated_date' } },
  { code: 'HIPAA', name: 'HIPAA training', category: 'training', validity: months(12) },
  { code: 'OSHA', name: 'OSHA bloodborne pathogens', category: 'training', validity: months(12) },
  {
    code: 'FIT',
    name: 'Respirator fit test',
    category: 'screening',
    validity: months(12),
    fields: [{ key: 'model', label: 'Respirator model', kind: 'text', options: [], is_required: true }],
  },
  { code: 'FITMED', name: 'Respirator medical clearance', category: 'screening', validity: months(12) },
  { code: 'PHYS', name: 'Physical exam', category: 'document', validity: months(12), grace_days: 0 },
  { code: 'LICENSE', name: 'Nursing license', category: 'license', validity: { rule: 'stated_date' } },
  {
    code: 'SITE_ORIENT',
    name: 'Site orientation',
    category: 'site_orientation',
    evidence: 'attestation',
    validity: months(12),
    needs_file: false,
  },
]
