import { typeFields } from '#features/credential-types/contract.ts'
import { builtInTypes } from '#features/credential-types/rules.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL that adds missing shipped credential types; those that a superadmin has changed stay as they are. */
export function credentialTypesSql(): string {
  const rows = builtInTypes.map((shipped) => {
    const type = typeFields.parse({ evidence: 'document', ...shipped })
    return `(${[
      ...[type.code, type.name, type.category, type.evidence].map(quoted),
      type.series ? `${quoted(JSON.stringify(type.series))}::jsonb` : 'null',
      `${quoted(JSON.stringify(type.fields))}::jsonb`,
      type.needs_file,
      `${quoted(JSON.stringify(type.validity))}::jsonb`,
      type.grace_days,
      type.allows_waiver,
      type.conditional_days,
      type.conditional_times,
      type.is_restricted,
      quoted(type.instructions),
    ].join(', ')})`
  })
  return `insert into public.credential_types (code, name, category, evidence, series, fields, needs_file, validity, grace_days, allows_waiver,
  conditional_days, conditional_times, is_restricted, instructions) values
${rows.join(',\n')}
on conflict (code, owner_school_id, owner_facility_id) do nothing;`
}
