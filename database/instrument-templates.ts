import pg from 'pg'
import { instrumentContent } from '#features/instruments/contract.ts'
import { templates } from '#features/instruments/server/public.ts'

/** SQL that adds the platform's instruments and new versions of them; existing versions stay as they are. */
export function instrumentTemplatesSql(): string {
  return templates
    .map(({ key, name, version, content }) => {
      const text = pg.escapeLiteral(JSON.stringify(instrumentContent.parse(content)))
      return `insert into public.evaluation_instruments (key, name) values (${pg.escapeLiteral(key)}, ${pg.escapeLiteral(name)}) on conflict (key) do nothing;
insert into public.instrument_versions (instrument_id, number, name, content)
  select i.id, ${version}, ${pg.escapeLiteral(name)}, ${text}::jsonb from public.evaluation_instruments i where i.key = ${pg.escapeLiteral(key)} on conflict do nothing;
update public.evaluation_instruments set latest_version = ${version}, name = ${pg.escapeLiteral(name)} where key = ${pg.escapeLiteral(key)} and latest_version < ${version};`
    })
    .join('\n')
}
