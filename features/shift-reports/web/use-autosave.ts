import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { messageOf } from '#platform/web/api.ts'
import type { Report, ReportFields } from '../contract.ts'
import { reports } from './queries.ts'

const PAUSE_MS = 1_200

export type Saved = { state: 'saved' | 'waiting' | 'saving' } | { state: 'failed'; message: string }

/**
 * Saves a report while it is being written: a moment after the last change, one save at a time, each on the version of the one before.
 * `flush` saves at once and resolves to the version, or rejects with why not; what is no draft yet becomes one, whether or not
 * something was written, for only a draft can be submitted.
 */
export function useAutosave(
  { shift_id: shiftId, version, status }: Pick<Report, 'shift_id' | 'version' | 'status'>,
  fields: ReportFields,
  tick: NoPatientNamed,
) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({ ...reports.save.mutationOptions(), meta: { quiet: true } })
  const latest = useRef({ fields, tick })
  // A tick makes a text that was refused savable: it counts as a change.
  const text = JSON.stringify([fields, tick])
  const known = useRef({ version, text, isDraft: status === 'draft' })
  const running = useRef<Promise<void>>(Promise.resolve())
  const [saved, setSaved] = useState<Saved>({ state: 'saved' })
  useEffect(() => {
    latest.current = { fields, tick }
  }, [fields, tick])

  const save = useCallback(
    (isSubmitting = false): Promise<void> => {
      const saveLatest = async (): Promise<void> => {
        const { fields: now, tick: said } = latest.current
        const sent = JSON.stringify([now, said])
        if (sent === known.current.text && (known.current.isDraft || !isSubmitting)) return
        setSaved({ state: 'saving' })
        try {
          const request = { ...now, ...said, shift_id: shiftId, version: known.current.version }
          const answer = await mutateAsync(request)
          known.current = { version: answer.version, text: sent, isDraft: true }
          setSaved({ state: 'saved' })
        } catch (error) {
          setSaved({ state: 'failed', message: messageOf(error) })
          throw error
        }
      }
      // Each save waits for the one before, whatever became of it.
      running.current = running.current.then(saveLatest, saveLatest)
      return running.current
    },
    [mutateAsync, shiftId],
  )

  useEffect(() => {
    if (text === known.current.text) return undefined
    setSaved({ state: 'waiting' })
    const timer = setTimeout(() => void save().catch(() => undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, save])

  // What was written is asked for again by the next page that shows it.
  useEffect(
    () => () => {
      void client.invalidateQueries({ queryKey: reports.key() })
    },
    [client],
  )

  const flush = useCallback(async (): Promise<number> => {
    await save(true)
    return known.current.version
  }, [save])
  return { saved, flush }
}
