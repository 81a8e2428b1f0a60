import { defaultSettings } from '#core/school-settings.ts'

/** The default settings of a school, as an SQL function; the data is in core/school-settings.ts. */
export const schoolSettingsSql = (): string => `
create or replace function app.default_school_settings() returns jsonb
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$ select '${JSON.stringify(defaultSettings)}'::jsonb $$;`
