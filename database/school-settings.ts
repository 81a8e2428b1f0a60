import { defaultSettings } from '#core/school-settings.ts'

/** What counts where a school has chosen nothing, for the functions that ask it: the data itself is in core/school-settings.ts. */
export const schoolSettingsSql = (): string => `
create or replace function app.default_school_settings() returns jsonb
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$ select '${JSON.stringify(defaultSettings)}'::jsonb $$;`
