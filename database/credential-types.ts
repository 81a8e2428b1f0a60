import pg from 'pg'
import { typeFields } from '#features/credential-types/contract.ts'
import { builtInTypes } from '#features/credential-types/rules.ts'

/** SQL that adds missing shipped credential types; those that a superadmin has changed stay as they are. */
export function credentialTypesSql(): string {
  const rows = builtInTypes.map((shipped) => {
    const type = typeFields.parse({ evidence: 'document', ...shipped })
    return `(${[
      ...[type.code, type.name, type.category, type.evidence].map(pg.escapeLiteral),
      type.series ? `${pg.escapeLiteral(JSON.stringify(type.series))}::jsonb` : 'null',
      `${pg.escapeLiteral(JSON.stringify(type.fields))}::jsonb`,
      type.needs_file,
      `${pg.escapeLiteral(JSON.stringify(type.validity))}::jsonb`,
      type.grace_days,
      type.allows_waiver,
      type.conditional_days,
      type.conditional_times,
      type.is_restricted,
      pg.escapeLiteral(type.instructions),
    ].join(', ')})`
  })
  return `insert into public.credential_types (code, name, category, evidence, series, fields, needs_file, validity, grace_days, allows_waiver,
  conditional_days, conditional_times, is_restricted, instructions) values
${rows.join(',\n')}
on conflict (code, owner_school_id, owner_facility_id) do nothing;`
}
