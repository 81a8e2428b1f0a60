import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { messageOf } from '#platform/web/api.ts'
import type { Report, ReportFields } from '../contract.ts'
import { isOpenReport, mergeReports } from '../rules.ts'
import { calls, reports } from './queries.ts'

const PAUSE_MS = 1_200

export type Saved = { state: 'saved' | 'waiting' | 'saving' } | { state: 'failed'; message: string }

const isOld = (error: unknown): boolean =>
  (error as { data?: { code?: unknown } } | null)?.data?.code === 'shift_report.old_version'

/** What an instructor writes, of all that a report has. */
export const fieldsOf = (report: Report): ReportFields => ({
  census: report.census,
  acuity_note: report.acuity_note,
  activities: report.activities,
  objectives_met: report.objectives_met,
  teaching_summary: report.teaching_summary,
  roster: report.roster,
  facility_feedback: report.facility_feedback,
  private_note: report.private_note,
})

/**
 * Saves a report while it is being written: a moment after the last change, one save at a time, each on the version of the one before.
 * `flush` saves at once and resolves to the version, or rejects with why not; what is no draft yet becomes one, whether or not
 * something was written, for only a draft can be submitted. What another tab or instructor saved meanwhile is kept, field by field:
 * `onMerged` gets both.
 */
export function useAutosave(
  { shift_id: shiftId, version, status }: Pick<Report, 'shift_id' | 'version' | 'status'>,
  fields: ReportFields,
  tick: NoPatientNamed,
  onMerged: (fields: ReportFields) => void,
) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({ ...reports.save.mutationOptions(), meta: { quiet: true } })
  const latest = useRef({ fields, tick })
  // A tick makes a text that was refused savable: it counts as a change.
  const text = JSON.stringify([fields, tick])
  const known = useRef({ version, text, fields, isDraft: status === 'draft' })
  const running = useRef<Promise<void>>(Promise.resolve())
  const [saved, setSaved] = useState<Saved>({ state: 'saved' })
  const show = useRef(onMerged)
  useEffect(() => {
    latest.current = { fields, tick }
    show.current = onMerged
  })

  /** Lays what is written here over what is saved; resolves to whether it can be saved then. */
  const rebase = useCallback(async (): Promise<boolean> => {
    const now = await calls.get({ shift_id: shiftId })
    if (!isOpenReport(now.status)) return false
    const theirs = fieldsOf(now)
    const merged = mergeReports(known.current.fields, latest.current.fields, theirs)
    known.current = { version: now.version, text: '', fields: theirs, isDraft: now.status === 'draft' }
    latest.current = { ...latest.current, fields: merged }
    show.current(merged)
    return true
  }, [shiftId])

  const save = useCallback(
    (isSubmitting = false): Promise<void> => {
      const saveLatest = async (): Promise<void> => {
        const sent = JSON.stringify([latest.current.fields, latest.current.tick])
        if (sent === known.current.text && (known.current.isDraft || !isSubmitting)) return
        setSaved({ state: 'saving' })
        const send = async (): Promise<void> => {
          const { fields: now, tick: said } = latest.current
          const answer = await mutateAsync({
            ...now,
            ...said,
            shift_id: shiftId,
            version: known.current.version,
          })
          known.current = {
            version: answer.version,
            text: JSON.stringify([now, said]),
            fields: now,
            isDraft: true,
          }
        }
        try {
          await send().catch(async (error: unknown) => {
            if (!isOld(error) || !(await rebase())) throw error
            await send()
          })
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
    [mutateAsync, rebase, shiftId],
  )

  useEffect(() => {
    if (text === known.current.text) {
      // Typed and taken back: nothing waits any more.
      setSaved((before) => (before.state === 'waiting' ? { state: 'saved' } : before))
      return undefined
    }
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
