import type pg from 'pg'

/**
 * Does `work` while these triggers of a table rest, within the transaction of `client`, whose login owns the table: for thousands of
 * rows, of which what the triggers do one by one is written at once, or says nothing. Throws what `work` throws.
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
