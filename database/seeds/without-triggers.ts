import type pg from 'pg'

/**
 * Runs `work` with these triggers of a table disabled, in the transaction of `client`, whose login owns the table. For thousands of rows,
 * when the work of the triggers is done at once or not needed. Throws what `work` throws.
 */
export async function withoutTriggers(
  client: pg.Client,
  table: string,
  names: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const all = (step: 'disable' | 'enable'): Promise<unknown> =>
    client.query(names.map((name) => `alter table ${table} ${step} trigger ${name}`).join('; '))
  await all('disable')
  await work()
  await all('enable')
}
