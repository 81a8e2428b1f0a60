import { instrumentContent } from '#features/instruments/contract.ts'
import { templates } from '#features/instruments/server/public.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL that adds the platform's instruments and new versions of them; existing versions stay as they are. */
export function instrumentTemplatesSql(): string {
  return templates
    .map(({ key, name, version, content }) => {
      const text = quoted(JSON.stringify(instrumentContent.parse(content)))
      return `insert into public.evaluation_instruments (key, name) values (${quoted(key)}, ${quoted(name)}) on conflict (key) do nothing;
insert into public.instrument_versions (instrument_id, number, name, content)
  select i.id, ${version}, ${quoted(name)}, ${text}::jsonb from public.evaluation_instruments i where i.key = ${quoted(key)} on conflict do nothing;
update public.evaluation_instruments set latest_version = ${version}, name = ${quoted(name)} where key = ${quoted(key)} and latest_version < ${version};`
    })
    .join('\n')
}
