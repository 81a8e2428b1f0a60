import { messageOf } from '#platform/web/api.ts'
import type { ShiftFields, ShiftRow } from '../contract.ts'
import { useUpdateShift } from './queries.ts'

/** Moves a shift that no facility has agreed to yet; resolves with the reason if it can't. */
export function useMoveShift(rows: readonly ShiftRow[] | undefined) {
  const update = useUpdateShift()
  return async (
    id: string,
    fields: Partial<Pick<ShiftFields, 'date' | 'facility_id'>>,
  ): Promise<string | undefined> => {
    const row = rows?.find((one) => one.id === id)
    if (!row) return 'This shift is no longer shown.'
    return update.mutateAsync({ id, version: row.version, fields, reason: null }).then(
      () => undefined,
      (error: unknown) => messageOf(error),
    )
  }
}
