import pg from 'pg'
import type { ProfileFields } from '#features/schools/contract.ts'

type Shipped = Pick<ProfileFields, 'jurisdiction' | 'level' | 'effective_from' | 'source_url'> &
  Partial<ProfileFields>

/**
 * No source states a first day: a rule applies from the year in which it was read, and earlier days have no rule instead of a wrong one.
 */
const READ = '2026-01-01'

const sources = {
  california: 'https://leginfo.legislature.ca.gov/faces/billTextClient.xhtml?bill_id=202320240SB1015',
  florida: 'https://regulations.justia.com/states/florida/64/64b9/chapter-64b9-2/section-64b9-2-022',
  louisiana:
    'https://casetext.com/regulation/louisiana-administrative-code/title-46-professional-and-occupational-standards/part-xlvii-nurses-practical-nurses-and-registered-nurses/subpart-1-practical-nurses/chapter-9-program-projection/subchapter-a-faculty-and-staff/section-xlvii-905-staffing',
  nevada:
    'https://regulations.justia.com/states/nevada/chapter-632/programs-for-education-of-nurses/section-632-675',
  texas: 'https://www.actx.edu/nursing/pagesmith/55',
  washington:
    'https://lawfilesext.leg.wa.gov/biennium/2023-24/Htm/Bill%20Reports/Senate/5503%20SBR%20HLTC%20OC%2023.htm',
}

const registered = ['BSN', 'ADN'] as const

/**
 * Requirements of boards of nursing as data, with effective date and source (Domain 2.0). Only those that the source states for every
 * shift: Texas's 12 students per instructor apply only with preceptors, and California's 30 hours only in areas that its board lists
 * elsewhere. Not verified: the person who compares a profile with its source notes the day. A changed rule is a new row with its own first
 * day; the previous row gets its last day.
 */
export const boardProfiles: readonly Shipped[] = [
  ...registered.flatMap((level): Shipped[] => [
    {
      jurisdiction: 'California',
      level,
      effective_from: READ,
      min_total_hours: 500,
      source_url: sources.california,
    },
    {
      jurisdiction: 'Florida',
      level,
      effective_from: READ,
      max_students_per_instructor: 12,
      source_url: sources.florida,
    },
    {
      jurisdiction: 'Nevada',
      level,
      effective_from: READ,
      max_students_per_instructor: 12,
      source_url: sources.nevada,
    },
    {
      jurisdiction: 'Texas',
      level,
      effective_from: READ,
      max_students_per_preceptor: 2,
      source_url: sources.texas,
    },
    {
      jurisdiction: 'Washington',
      level,
      effective_from: READ,
      sim_cap_pct: 50,
      sim_cap_scope: 'course',
      source_url: sources.washington,
    },
  ]),
  {
    jurisdiction: 'Florida',
    level: 'PN',
    effective_from: READ,
    max_students_per_instructor: 12,
    source_url: sources.florida,
  },
  {
    jurisdiction: 'Louisiana',
    level: 'PN',
    effective_from: READ,
    max_students_per_instructor: 10,
    source_url: sources.louisiana,
  },
  {
    jurisdiction: 'Washington',
    level: 'PN',
    effective_from: READ,
    sim_cap_pct: 50,
    sim_cap_scope: 'course',
    source_url: sources.washington,
  },
]

/** SQL that adds missing profiles; those that a superadmin has changed stay as they are. */
export function boardProfilesSql(): string {
  const rows = boardProfiles.map(
    (one) =>
      `(${pg.escapeLiteral(one.jurisdiction)}, ${pg.escapeLiteral(one.level)}, '${one.effective_from}'::date, ${one.max_students_per_instructor ?? 'null'}::integer, ` +
      `${one.max_students_per_preceptor ?? 'null'}::integer, ${one.sim_cap_pct ?? 'null'}::numeric, '${one.sim_cap_scope ?? 'course'}', ` +
      `${one.min_total_hours ?? 'null'}::integer, ${pg.escapeLiteral(one.source_url ?? '')})`,
  )
  return `insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor, max_students_per_preceptor,
  sim_cap_pct, sim_cap_scope, min_total_hours, source_url) values
${rows.join(',\n')}
on conflict (jurisdiction, level, effective_from) do nothing;`
}
