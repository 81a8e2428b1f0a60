import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { isRefusal, messageOf } from '#platform/web/api.ts'
import { deleteDraft, saveDraft, readDraft } from '#platform/web/drafts.ts'
import { refusalOf } from '#platform/web/refusal-of.ts'
import { useResend } from '#platform/web/use-resend.ts'
import type { Report, ReportFields } from '../contract.ts'
import { isOpenReport, mergeReports } from '../rules.ts'
import { calls, reports } from './queries.ts'

const PAUSE_MS = 1_200

export type Saved =
  | { state: 'new' | 'saved' | 'waiting' | 'saving' | 'kept' }
  | { state: 'failed'; message: string }

/** Unsaved values, and the saved ones they are based on. */
type Kept = { base: ReportFields; fields: ReportFields }

const isOld = (error: unknown): boolean => refusalOf(error)?.code === 'shift_report.old_version'

/** The fields of a report that an instructor writes. */
const fieldsOf = (report: Report): ReportFields => ({
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
 * Saves a report while it is being written: shortly after the last change, one save at a time, each based on the version before. `flush`
 * saves at once and resolves to the version, or rejects with the reason; it turns a report into a draft even if nothing was written,
 * because only a draft can be submitted. What another tab or instructor saved meanwhile is kept, field by field. Unsaved changes stay on
 * the device, also when the page is left, and are sent when there is a connection.
 */
export function useAutosave(report: Report, person: string, tick: NoPatientNamed) {
  const { shift_id: shiftId, version, status } = report
  const key = `${person}:shift-report:${shiftId}`
  const [fields, setFields] = useState(() => {
    const kept = readDraft<Kept>(key)
    return kept ? mergeReports(kept.base, kept.fields, fieldsOf(report)) : fieldsOf(report)
  })
  const client = useQueryClient()
  const { mutateAsync } = useMutation({ ...reports.save.mutationOptions(), meta: { quiet: true } })
  const latest = useRef({ fields, tick })
  // Ticking the box lets a refused text be saved, so it counts as a change.
  const text = JSON.stringify([fields, tick])
  const known = useRef({
    version,
    text: JSON.stringify([fieldsOf(report), tick]),
    fields: fieldsOf(report),
    isDraft: status === 'draft',
  })
  const running = useRef<Promise<void>>(Promise.resolve())
  const [saved, setSaved] = useState<Saved>({ state: status === 'due' ? 'new' : 'saved' })
  useEffect(() => {
    latest.current = { fields, tick }
  })

  /** Applies the local changes to the saved report; resolves to whether it can then be saved. */
  const rebase = useCallback(async (): Promise<boolean> => {
    const now = await calls.get({ shift_id: shiftId })
    if (!isOpenReport(now.status)) return false
    const theirs = fieldsOf(now)
    const merged = mergeReports(known.current.fields, latest.current.fields, theirs)
    known.current = { version: now.version, text: '', fields: theirs, isDraft: now.status === 'draft' }
    latest.current = { ...latest.current, fields: merged }
    setFields(merged)
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
          if (latest.current.fields === now) deleteDraft(key)
        }
        try {
          await send().catch(async (error: unknown) => {
            if (!isOld(error) || !(await rebase())) throw error
            await send()
          })
          setSaved({ state: 'saved' })
        } catch (error) {
          setSaved(isRefusal(error) ? { state: 'failed', message: messageOf(error) } : { state: 'kept' })
          throw error
        }
      }
      // Each save waits for the one before, whether it succeeded or failed.
      running.current = running.current.then(saveLatest, saveLatest)
      return running.current
    },
    [mutateAsync, rebase, shiftId, key],
  )

  useEffect(() => {
    if (text === known.current.text) {
      // Typed and reverted: nothing is left to save.
      deleteDraft(key)
      setSaved((before) => (before.state === 'waiting' ? { state: 'saved' } : before))
      return undefined
    }
    saveDraft(key, { base: known.current.fields, fields } satisfies Kept)
    setSaved({ state: 'waiting' })
    const timer = setTimeout(() => void save().catch(() => undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, fields, key, save])

  useResend(saved.state === 'kept', save)

  // The last changes are saved when the page is left, and loaded again by the next page that shows the report.
  useEffect(
    () => () =>
      void save()
        .catch(() => undefined)
        .then(() => client.invalidateQueries({ queryKey: reports.key() })),
    [client, save],
  )

  const flush = useCallback(async (): Promise<number> => {
    await save(true)
    return known.current.version
  }, [save])
  return { fields, setFields, saved, flush }
}
