import { constants } from '#core/constants.ts'
import { asUpload } from '#platform/web/api.ts'
import type { RawRow } from '../contract.ts'
import { imports } from './queries.ts'

const { retries, retryDelayMs } = constants.services

/** Sends rows, and retries (Spec §9) if the server is briefly unavailable; rows that arrive twice are stored once. */
export async function sendPart(id: string, rows: RawRow[]): Promise<void> {
  for (let retry = 0; ; retry++)
    try {
      await imports.addRows.call({ id, rows }, asUpload)
      return
    } catch (error) {
      const { status } = error as { status?: number }
      const isRefused = status !== undefined && status < 500 && status !== 429
      if (isRefused || retry === retries) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
}
